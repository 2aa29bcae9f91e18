import { AsyncLocalStorage } from 'node:async_hooks';
import { machineNow } from '../../machine-clock.ts';

/** OTLP's numbers for the kind of a span. */
export const spanKind = { internal: 1, server: 2, client: 3 } as const;
export type SpanKind = (typeof spanKind)[keyof typeof spanKind];
export type Attributes = Readonly<Record<string, string | number>>;

/** An operation and its duration. */
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

/** All spans of one request, kept or dropped together when it is answered. */
export interface Trace {
  /**
   * Milliseconds between the epoch and the zero of {@link performance}, so that setting the clock back does not reorder spans.
   */
  readonly epoch: number;
  ended: Span[];
  kept: boolean | undefined;
}

/** The current span; undefined outside a traced request. */
export const current = new AsyncLocalStorage<Span>();

/** Begins a trace, with the caller's trace id or a new one. */
export function beginTrace(name: string, traceId = id(4)): Span {
  const epoch = machineNow() * 1000 - performance.now();
  return begin({ epoch, ended: [], kept: undefined }, traceId, undefined, spanKind.server, name, {});
}

/** Begins a child of the current span; undefined without one. */
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

/** Keeps or drops all spans of a trace, including those that have not ended yet. */
export function settle({ trace }: Span, kept: boolean, keep: (spans: readonly Span[]) => void): void {
  trace.kept = kept;
  if (kept) keep(trace.ended);
  trace.ended = [];
}

/**
 * The trace id of a W3C traceparent (Trace Context section 3.2). Its sampling flag and parent are ignored, because a caller must
 * not decide them.
 */
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

/** An id of `times` × 4 random bytes. It is no secret, so it need not be unguessable. */
function id(times: number): string {
  let text = '';
  for (let index = 0; index < times; index += 1)
    text += Math.floor(Math.random() * 0x1_0000_0000)
      .toString(16)
      .padStart(8, '0');
  return text;
}

/** The maximum number of spans in a trace: a large export makes tens of thousands of statements, and the first ones are enough. */
const mostInTrace = 500;
