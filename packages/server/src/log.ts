import { callList } from '@licet/contract';
import { type Logger, pino } from 'pino';
import type { LogLevel } from './config.ts';
import { logEvents, logSentences } from './log-sentences.ts';

/** Writes JSON lines to standard error, without secrets. JSON escapes control characters. `onLine` receives each line. */
export function openLog(level: LogLevel, onLine?: (line: string) => void): Logger {
  const errors = pino.destination({ dest: 2, sync: true });
  const both = onLine && {
    write: (line: string) => {
      errors.write(line);
      onLine(line);
    },
  };
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: shownError },
      redact: {
        paths: ['req.headers', 'headers', '*.password', '*.secret', '*.token', '*.code', 'connectionString'],
        remove: true,
      },
    },
    both ?? errors,
  );
}

/** Shows an error with its causes as separate sentences. Pino would put a colon between them, even after a full stop. */
function shownError(error: Error): unknown {
  const shown = pino.stdSerializers.err(error);
  return typeof shown?.message === 'string' ? { ...shown, message: shown.message.replaceAll('.: ', '. ') } : shown;
}

/** The part of a log line that may leave the machine. It contains no personal data and no secrets. */
export interface CleanLine {
  readonly time: string;
  readonly level: string;
  /** A sentence of Licet without values. Any other message is withheld. */
  readonly message: string;
  readonly event?: string;
  readonly requestId?: string;
  readonly method?: string;
  /** The called operation of the contract. */
  readonly operation?: string;
  readonly status?: number;
  readonly milliseconds?: number;
  readonly error?: CleanError;
}

/** Where an error was thrown. Its message is withheld. */
export interface CleanError {
  readonly type?: string;
  readonly code?: string;
  readonly frames: readonly string[];
}

/**
 * Extracts a {@link CleanLine}; undefined for a line that Licet's log did not write. Only known content is kept, so
 * unknown content cannot leak.
 */
export function cleanLine(text: string): CleanLine | undefined {
  const line = objectIn(text);
  const time = matching(line?.time, /^\d{4}-\d\d-\d\dT[\d:.]{8,15}Z$/);
  const level = matching(line?.level, /^(trace|debug|info|warn|error|fatal)$/);
  if (!line || time === undefined || level === undefined) return undefined;
  const event = typeof line.event === 'string' && logEvents.has(line.event) ? line.event : undefined;
  const requestId = matching(line.requestId, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  const method = matching(line.method, /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/);
  const operation = method && typeof line.path === 'string' ? operationAt(method, line.path) : undefined;
  const status = figure(line.status, 599);
  const milliseconds = figure(line.milliseconds, 1e9);
  const error = errorIn(line.err);
  return {
    time,
    level,
    message: typeof line.msg === 'string' && logSentences.has(line.msg) ? line.msg : 'withheld',
    ...(event !== undefined && { event }),
    ...(requestId !== undefined && { requestId }),
    ...(method !== undefined && { method }),
    ...(operation !== undefined && { operation }),
    ...(status !== undefined && { status }),
    ...(milliseconds !== undefined && { milliseconds }),
    ...(error && { error }),
  };
}

function errorIn(value: unknown): CleanError | undefined {
  if (!isObject(value)) return undefined;
  const type = matching(value.type, /^([A-Z]\w{0,40})?Error$|^(Refusal|GivenUp|MailNotSent)$/);
  const code = matching(value.code, /^[A-Z0-9]{5}$|^E[A-Z_]{3,30}$/);
  // Removes the message from the stack first, because its lines may look like stack frames.
  const said = typeof value.message === 'string' ? value.message : '';
  const frames =
    typeof value.stack === 'string'
      ? value.stack
          .split(said)
          .slice(said === '' ? 0 : 1)
          .join('')
          .split('\n')
          .flatMap(frameIn)
      : [];
  return { ...(type && { type }), ...(code && { code }), frames: frames.slice(0, 20) };
}

/** The function and its position in a source file, without the folder of the installation. */
function frameIn(line: string): string[] {
  const [, name = '', path = '', place = ''] =
    /^ +at (?:((?:async |new )?[\w.$<>#]+)(?: \[as \w+\])? \()?(?:file:\/\/)?(\S*?):(\d+:\d+)\)?$/.exec(line) ?? [];
  const tail =
    /(?:^|\/)((?:node_modules|src|dist)\/(?:[\w@.-]+\/)*[\w.-]+\.[mc]?[jt]s)$/.exec(path)?.[1] ??
    /^node:[\w/]+$/.exec(path)?.[0];
  return tail === undefined ? [] : [`${name || 'somewhere'} ${tail}:${place}`];
}

function operationAt(method: string, path: string): string | undefined {
  return operations.find((it) => it.method === method && it.pattern.test(path))?.id;
}

const operations = callList.map(([id, { method, path }]) => ({
  id,
  method,
  pattern: new RegExp(`^/api/v1${path.replace(/:[a-zA-Z]+/g, '[^/]+')}$`),
}));

const matching = (value: unknown, pattern: RegExp): string | undefined =>
  typeof value === 'string' && pattern.test(value) ? value : undefined;
const figure = (value: unknown, most: number): number | undefined =>
  typeof value === 'number' && value >= 0 && value <= most ? value : undefined;
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

function objectIn(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
