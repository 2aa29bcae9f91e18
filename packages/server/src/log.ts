import { type Logger, pino } from 'pino';
import type { LogLevel } from './config.ts';

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
