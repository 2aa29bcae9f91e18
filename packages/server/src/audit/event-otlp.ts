import type { Outgoing } from '../outgoing/outgoing.ts';
import type { SendEvents, SentEvent } from './event-feed.ts';

/** The feed that sends every change to a collector as a log record. */
export const otlpFeed = 'otlp';

/** An OpenTelemetry collector, or another receiver of OTLP logs over HTTP. */
export interface OtlpCollector {
  /** The whole address, such as `https://collector.example:4318/v1/logs`. */
  readonly url: string;
  /** Additional headers, for example one with an API key. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The Licet server that sends the records. */
export interface OtlpSource {
  readonly version: string;
  readonly issuer: string;
}

/** Posts changes as log records, in JSON (OTLP 1.x, https://opentelemetry.io/docs/specs/otlp/#otlphttp). */
export function toCollector(outgoing: Outgoing, { url, headers }: OtlpCollector, source: OtlpSource): SendEvents {
  return async (events, from, signal) => {
    const body = JSON.stringify(logsOf(events, source));
    const answer = await outgoing(url, {
      method: 'POST',
      body,
      redirect: 'error',
      signal,
      headers: { ...headers, 'content-type': 'application/json' },
    });
    if (answer.status >= 300)
      throw new Error(
        `The OTLP collector of the audit's events answered ${answer.status}; changes from ${from + 1} on wait for it.`,
      );
    const rejected = rejectedIn(await answer.text());
    if (rejected !== undefined)
      throw new Error(
        `The OTLP collector of the audit's events took all but ${rejected} of the changes from ${from + 1} on; they wait for it.`,
      );
  };
}

/** The number of records that a collector rejected in `partialSuccess`; undefined for none. */
function rejectedIn(body: string): number | undefined {
  try {
    const { partialSuccess } = JSON.parse(body) as { partialSuccess?: { rejectedLogRecords?: unknown } };
    return Number(partialSuccess?.rejectedLogRecords) || undefined;
  } catch {
    return undefined;
  }
}

/** An `ExportLogsServiceRequest` in the JSON form of Protocol Buffers, in which 64-bit numbers are strings. */
export function logsOf(events: readonly SentEvent[], { version, issuer }: OtlpSource): object {
  const resource = { 'service.name': 'licet', 'service.version': version, 'service.instance.id': issuer };
  return {
    resourceLogs: [
      {
        resource: { attributes: attributesOf(resource) },
        scopeLogs: [{ scope: { name: 'licet.audit', version }, logRecords: events.map(recordOf) }],
      },
    ],
  };
}

function recordOf(event: SentEvent): object {
  const { no, at, hash, action, actor, target, application, origin } = event;
  const nanoseconds = nanosecondsOf(at);
  return {
    timeUnixNano: nanoseconds,
    observedTimeUnixNano: nanoseconds,
    severityNumber: 9,
    severityText: 'INFO',
    eventName: `licet.${action}`,
    body: anyValueOf(event),
    attributes: attributesOf({
      'event.name': `licet.${action}`,
      'licet.audit.no': no,
      'licet.audit.hash': hash,
      'licet.audit.action': action,
      'licet.audit.actor.kind': actor.kind,
      'licet.audit.actor.name': actor.name,
      ...(actor.id !== null && { 'enduser.id': actor.id }),
      'licet.audit.target.kind': target.kind,
      'licet.audit.target.id': target.id,
      'licet.audit.target.name': target.name,
      ...(application !== null && { 'licet.audit.application': application }),
      'licet.audit.client': origin?.client?.id,
      'client.address': origin?.address ?? undefined,
    }),
  };
}

/** @param at an instant with microseconds */
function nanosecondsOf(at: string): string {
  const [seconds = '', fraction = ''] = at.replace(/Z$/, '').split('.');
  return `${BigInt(Date.parse(`${seconds}Z`)) * 1_000_000n + BigInt(fraction.slice(0, 9).padEnd(9, '0'))}`;
}

const attributesOf = (values: Readonly<Record<string, unknown>>) =>
  Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [{ key, value: anyValueOf(value) }]));

/** An `AnyValue`; null members are left out. */
function anyValueOf(value: unknown): object {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'number') return Number.isInteger(value) ? { intValue: `${value}` } : { doubleValue: value };
  if (Array.isArray(value)) return { arrayValue: { values: value.map(anyValueOf) } };
  if (typeof value === 'object' && value !== null) {
    const known = Object.entries(value).filter(([, each]) => each !== null);
    return { kvlistValue: { values: attributesOf(Object.fromEntries(known)) } };
  }
  return {};
}
