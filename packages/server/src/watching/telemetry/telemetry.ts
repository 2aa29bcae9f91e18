import { cleanLine } from '../../log-line.ts';
import { createOutgoing } from '../../outgoing/outgoing.ts';
import { version } from '../../version.ts';
import { listenForSpans } from './listen.ts';
import { type LogRecord, logsOf, tracesOf } from './otlp.ts';
import { openSender } from './sender.ts';
import type { Receiver, TelemetrySettings } from './settings.ts';
import { current, type Span } from './spans.ts';

export interface Telemetry {
  /** Takes each line of the log as it is written. */
  readonly onLine: (line: string) => void;
  /** Sends what is there, and listens no more. */
  readonly close: () => Promise<void>;
}

/** Hands traces and logs to a collector. It is loaded only where one is named. */
export function openTelemetry(settings: TelemetrySettings, onDropped: (count: number) => void): Telemetry {
  const resource = { 'service.version': version, ...settings.resource };
  const to = (receiver: Receiver) => {
    const { host } = new URL(receiver.url);
    // The collector is the operator's own, as the database is: it may be at any address.
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
