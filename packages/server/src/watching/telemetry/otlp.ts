import type { CleanLine } from '../../log-line.ts';
import type { Attributes, Span } from './spans.ts';

// OTLP in JSON (OpenTelemetry Protocol specification, section OTLP/HTTP, JSON Protobuf Encoding): ids in hexadecimal digits, 64-bit numbers as text.

/** A line of the log, and the span in which it was written. */
export interface LogRecord {
  readonly line: CleanLine;
  readonly span: Pick<Span, 'traceId' | 'spanId'> | undefined;
}

export const tracesOf = (resource: Attributes, spans: readonly Span[]) => ({
  resourceSpans: [
    { resource: { attributes: attributesOf(resource) }, scopeSpans: [{ scope, spans: spans.map(spanOf) }] },
  ],
});

export const logsOf = (resource: Attributes, records: readonly LogRecord[]) => ({
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
