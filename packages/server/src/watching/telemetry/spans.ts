import { AsyncLocalStorage } from 'node:async_hooks';
import { machineNow } from '../../machine-clock.ts';

/** OTLP’s numbers of what a span is about. */
export const spanKind = { internal: 1, server: 2, client: 3 } as const;
export type SpanKind = (typeof spanKind)[keyof typeof spanKind];
export type Attributes = Readonly<Record<string, string | number>>;

/** Something that was done, and how long it took. */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string | undefined;
  readonly kind: SpanKind;
  name: string;
  attributes: Attributes;
  failed: boolean;
  /** Milliseconds since the epoch. */
  readonly from: number;
  to: number;
  readonly trace: Trace;
}

/** All that belongs to one request: kept or dropped as a whole, when it is answered. */
export interface Trace {
  /** Milliseconds between the epoch and what {@link performance} counts from: a clock that is set back meanwhile turns nothing around. */
  readonly epoch: number;
  ended: Span[];
  kept: boolean | undefined;
}

/** The span that is under way where it is asked; undefined outside of a traced request. */
export const current = new AsyncLocalStorage<Span>();

/** Begins a trace, with the id that a caller gave it or one of our own. */
export function beginTrace(name: string, traceId = id(4)): Span {
  const epoch = machineNow() * 1000 - performance.now();
  return begin({ epoch, ended: [], kept: undefined }, traceId, undefined, spanKind.server, name, {});
}

/** Begins what is done within the span that is under way; undefined when there is none. */
export function beginChild(kind: SpanKind, name: string, attributes: Attributes = {}): Span | undefined {
  const parent = current.getStore();
  return parent && begin(parent.trace, parent.traceId, parent.spanId, kind, name, attributes);
}

export function end(span: Span, keep: (spans: readonly Span[]) => void): void {
  if (span.to > 0) return;
  span.to = span.trace.epoch + performance.now();
  const { trace } = span;
  if (trace.kept === true) keep([span]);
  else if (trace.kept === undefined && trace.ended.length < mostInTrace) trace.ended.push(span);
}

/** Keeps or drops what has ended, and what will end after it. */
export function settle({ trace }: Span, kept: boolean, keep: (spans: readonly Span[]) => void): void {
  trace.kept = kept;
  if (kept) keep(trace.ended);
  trace.ended = [];
}

/** The trace id of a W3C traceparent (Trace Context section 3.2). Whether it is to be recorded, and by whom it was begun, is not for a caller to say. */
export function traceIdIn(header: string | string[] | undefined): string | undefined {
  const [, found] = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}(-|$)/.exec(String(header ?? '')) ?? [];
  return found === undefined || /^0+$/.test(found) ? undefined : found;
}

function begin(
  trace: Trace,
  traceId: string,
  parentId: string | undefined,
  kind: SpanKind,
  name: string,
  attributes: Attributes,
): Span {
  const from = trace.epoch + performance.now();
  return { traceId, spanId: id(2), parentId, kind, name, attributes, failed: false, from, to: 0, trace };
}

/** So many times four random bytes. Nobody gains by guessing one. */
function id(times: number): string {
  let text = '';
  for (let index = 0; index < times; index += 1)
    text += Math.floor(Math.random() * 0x1_0000_0000)
      .toString(16)
      .padStart(8, '0');
  return text;
}

/** An export of everything makes tens of thousands of statements; its first ones say what there is to say. */
const mostInTrace = 500;
