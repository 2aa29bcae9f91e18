import { type CleanLine, cleanLine } from '../../log.ts';
import { createOutgoing, type Outgoing } from '../../outgoing/outgoing.ts';
import { version } from '../../version.ts';
import { listenForSpans } from './listen.ts';
import type { Receiver, TelemetrySettings } from './settings.ts';
import { type Attributes, current, type Span } from './spans.ts';

export interface Telemetry {
  /** Receives each line of the log as it is written. */
  readonly onLine: (line: string) => void;
  /** Sends what is queued, and stops listening. */
  readonly close: () => Promise<void>;
}

/** Sends traces and logs to a collector. Loaded only if one is configured. */
export function openTelemetry(settings: TelemetrySettings, onDropped: (count: number) => void): Telemetry {
  const resource = { 'service.version': version, ...settings.resource };
  const to = (receiver: Receiver) => {
    const { host } = new URL(receiver.url);
    // The operator chose the collector's address, like the database's, so it may be any address.
    return { ...settings, receiver, outgoing: createOutgoing({ allowed: [host] }), onDropped };
  };
  const spans = settings.traces && openSender<Span>({ ...to(settings.traces), encode: (it) => tracesOf(resource, it) });
  const lines = settings.logs && openSender<LogRecord>({ ...to(settings.logs), encode: (it) => logsOf(resource, it) });
  const unheard = spans && listenForSpans(settings.share, spans.add);
  return {
    onLine: (text) => {
      const line = lines && cleanLine(text);
      if (line) lines.add([{ line, span: current.getStore() }]);
    },
    close: async () => {
      unheard?.();
      await Promise.all([spans?.close(), lines?.close()]);
    },
  };
}

/** Collects items and sends them in batches. Items that cannot be sent are dropped, so that no request waits and memory is bounded. */
interface Sender<Item> {
  readonly add: (items: readonly Item[]) => void;
  /** Sends what is queued. */
  readonly close: () => Promise<void>;
}

interface SenderParts<Item> extends Pick<TelemetrySettings, 'delay' | 'most' | 'batch' | 'timeout'> {
  readonly receiver: Receiver;
  readonly outgoing: Outgoing;
  readonly encode: (items: readonly Item[]) => object;
  /** Called with the number of dropped items, at most once a minute. */
  readonly onDropped: (count: number) => void;
}

export function openSender<Item>(parts: SenderParts<Item>): Sender<Item> {
  const { receiver, outgoing, encode, onDropped, delay, most, batch, timeout } = parts;
  let waiting: Item[] = [];
  let sending: Promise<void> | undefined;
  let dropped = 0;
  let reportedAt = Number.NEGATIVE_INFINITY;
  let closing = false;
  const drop = (count: number) => {
    dropped += count;
    if (performance.now() - reportedAt < 60_000) return;
    reportedAt = performance.now();
    onDropped(dropped);
    dropped = 0;
  };
  const sendAll = async () => {
    while (waiting.length > 0) {
      const items = waiting.splice(0, batch);
      if (await sent(items).catch(() => false)) continue;
      drop(items.length);
      // While closing, one failure drops all remaining items, so that closing does not wait for each batch.
      if (closing) drop(waiting.splice(0).length);
    }
  };
  const sent = async (items: readonly Item[]): Promise<boolean> => {
    const headers = { ...receiver.headers, 'content-type': 'application/json' };
    const body = JSON.stringify(encode(items));
    const { status } = await outgoing(receiver.url, {
      method: 'POST',
      headers,
      body,
      signal: AbortSignal.timeout(timeout),
    });
    return status < 300;
  };
  const flush = () => {
    sending ??= sendAll().finally(() => {
      sending = undefined;
    });
    return sending;
  };
  const timer = setInterval(flush, delay).unref();
  return {
    add: (items) => {
      const room = most - waiting.length;
      waiting = items.length <= room ? waiting.concat(items) : waiting.concat(items.slice(0, room));
      if (items.length > room) drop(items.length - room);
      if (waiting.length >= batch) void flush();
    },
    close: async () => {
      clearInterval(timer);
      closing = true;
      await flush();
    },
  };
}

// OTLP in JSON (OpenTelemetry Protocol specification, section OTLP/HTTP, JSON Protobuf Encoding): ids in hexadecimal digits, 64-bit numbers as text.

/** A line of the log, and the span in which it was written. */
interface LogRecord {
  readonly line: CleanLine;
  readonly span: Pick<Span, 'traceId' | 'spanId'> | undefined;
}

const tracesOf = (resource: Attributes, spans: readonly Span[]) => ({
  resourceSpans: [
    { resource: { attributes: attributesOf(resource) }, scopeSpans: [{ scope, spans: spans.map(spanOf) }] },
  ],
});

const logsOf = (resource: Attributes, records: readonly LogRecord[]) => ({
  resourceLogs: [
    { resource: { attributes: attributesOf(resource) }, scopeLogs: [{ scope, logRecords: records.map(recordOf) }] },
  ],
});

const scope = { name: 'licet' };

const spanOf = ({ traceId, spanId, parentId, kind, name, attributes, failed, from, to }: Span) => ({
  traceId,
  spanId,
  kind,
  name,
  ...(parentId && { parentSpanId: parentId }),
  startTimeUnixNano: nanoseconds(from),
  endTimeUnixNano: nanoseconds(to),
  attributes: attributesOf(attributes),
  status: failed ? { code: 2 } : {},
});

function recordOf({ line: { time, level, message, error, ...rest }, span }: LogRecord) {
  const { type, code, frames } = error ?? {};
  const failure = {
    ...(type && { 'exception.type': type }),
    ...(code && { 'error.code': code }),
    ...(frames?.length && { 'exception.stacktrace': frames.join('\n') }),
  };
  return {
    timeUnixNano: nanoseconds(Date.parse(time)),
    severityText: level.toUpperCase(),
    severityNumber: severities[level] ?? 0,
    body: { stringValue: message },
    attributes: attributesOf({ ...rest, ...failure }),
    ...(span && { traceId: span.traceId, spanId: span.spanId }),
  };
}

const attributesOf = (attributes: Attributes) =>
  Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(Math.round(value)) } : { stringValue: value },
  }));

const nanoseconds = (milliseconds: number): string => `${Math.round(milliseconds * 1000)}000`;

const severities: Readonly<Record<string, number>> = { trace: 1, debug: 5, info: 9, warn: 13, error: 17, fatal: 21 };
