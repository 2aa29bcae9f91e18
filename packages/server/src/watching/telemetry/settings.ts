import type { Environment } from '../../settings.ts';

/** The receivers of traces and logs, from the environment variables of OpenTelemetry. */
export interface TelemetrySettings {
  /** The whole address of each receiver; undefined if nothing is sent. */
  readonly traces: Receiver | undefined;
  readonly logs: Receiver | undefined;
  /** Attributes of the server: its name and the given ones. */
  readonly resource: Readonly<Record<string, string>>;
  /** The share of requests that are traced, from 0 to 1. */
  readonly share: number;
  /** Milliseconds. */
  readonly timeout: number;
  readonly delay: number;
  readonly most: number;
  readonly batch: number;
}

export interface Receiver {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Reads the settings. Undefined unless OTEL_EXPORTER_OTLP_ENDPOINT or the address for traces or logs is set; then no telemetry code is
 * loaded. (OpenTelemetry specification, Environment Variable Specification and OTLP Exporter Configuration.)
 */
export function readTelemetry(environment: Environment, mistakes: string[]): TelemetrySettings | undefined {
  if (environment.OTEL_SDK_DISABLED?.toLowerCase() === 'true') return undefined;
  const traces = receiver(environment, 'TRACES', mistakes);
  const logs = receiver(environment, 'LOGS', mistakes);
  if (!traces && !logs) return undefined;
  const protocol = environment.OTEL_EXPORTER_OTLP_PROTOCOL;
  if (protocol && !/^http\/(json|protobuf)$/.test(protocol))
    mistakes.push(
      `OTEL_EXPORTER_OTLP_PROTOCOL “${protocol}” is not spoken here: Licet sends JSON over HTTP (http/json), to port 4318 of a collector.`,
    );
  const number = (name: keyof Environment, otherwise: number) => {
    const text = environment[name];
    const value = Number(text || otherwise);
    if (Number.isFinite(value) && value > 0) return value;
    mistakes.push(`${name} “${text}” is not a number above 0.`);
    return otherwise;
  };
  return {
    traces,
    logs,
    resource: {
      ...pairs(environment.OTEL_RESOURCE_ATTRIBUTES, 'OTEL_RESOURCE_ATTRIBUTES', mistakes),
      'service.name': environment.OTEL_SERVICE_NAME || 'licet',
    },
    share: readShare(environment, mistakes),
    timeout: number('OTEL_EXPORTER_OTLP_TIMEOUT', 10_000),
    delay: number('OTEL_BSP_SCHEDULE_DELAY', 5000),
    most: number('OTEL_BSP_MAX_QUEUE_SIZE', 2048),
    batch: number('OTEL_BSP_MAX_EXPORT_BATCH_SIZE', 512),
  };
}

function receiver(environment: Environment, kind: 'TRACES' | 'LOGS', mistakes: string[]): Receiver | undefined {
  if (environment[`OTEL_${kind}_EXPORTER`] === 'none') return undefined;
  const name = `OTEL_EXPORTER_OTLP_${kind}_ENDPOINT` as const;
  const base = environment.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/$/, '');
  const url = environment[name] || (base && `${base}/v1/${kind.toLowerCase()}`);
  if (!url) return undefined;
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol) || new URL(url).username !== '') {
    mistakes.push(
      `${environment[name] ? name : 'OTEL_EXPORTER_OTLP_ENDPOINT'} must look like http://collector.example.org:4318.`,
    );
    return undefined;
  }
  const headers = (it: keyof Environment) => pairs(environment[it], it, mistakes);
  return {
    url,
    headers: { ...headers('OTEL_EXPORTER_OTLP_HEADERS'), ...headers(`OTEL_EXPORTER_OTLP_${kind}_HEADERS`) },
  };
}

/** `name=value,name=value`, each percent-encoded (W3C Baggage). */
function pairs(text: string | undefined, variable: string, mistakes: string[]): Record<string, string> {
  try {
    return Object.fromEntries(
      (text ?? '').split(',').flatMap((pair) => {
        const at = pair.indexOf('=');
        return at < 1
          ? []
          : [[decodeURIComponent(pair.slice(0, at).trim()), decodeURIComponent(pair.slice(at + 1).trim())]];
      }),
    );
  } catch {
    mistakes.push(`${variable} must look like name=value,name=value, each percent-encoded.`);
    return {};
  }
}

/** A caller's own decision about its trace is ignored, so a “parentbased” sampler works like its root sampler. */
function readShare(environment: Environment, mistakes: string[]): number {
  const sampler = (environment.OTEL_TRACES_SAMPLER || 'always_on').replace(/^parentbased_/, '');
  if (sampler === 'always_on') return 1;
  if (sampler === 'always_off') return 0;
  const share = Number(environment.OTEL_TRACES_SAMPLER_ARG || 1);
  if (sampler === 'traceidratio' && share >= 0 && share <= 1) return share;
  mistakes.push(
    'OTEL_TRACES_SAMPLER is not always_on, always_off or traceidratio, or its argument is not from 0 to 1.',
  );
  return 1;
}
