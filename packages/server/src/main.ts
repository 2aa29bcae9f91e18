import { compose } from './compose.ts';
import { ConfigError, readConfig } from './config.ts';
import { giveBackWhenIdle } from './give-back.ts';
import { CertificateError } from './http/certificate.ts';
import { OperatorSocketError } from './http/operator-socket.ts';
import { InstallationError } from './installation-error.ts';
import { openLog } from './log.ts';
import { EmbeddedPostgresError } from './postgres/errors.ts';
import { Refusal } from './refusal.ts';
import { ServerKeyError } from './server-key.ts';
import { cannotConnect, checkDatabase } from './store/kernel/database-fault.ts';
import { PublicAddressError } from './store/licet/licet.ts';

/** Runs Licet until a signal ends it. If the start fails, prints the reason and returns 2, as every command does. */
export async function run(args: readonly string[]): Promise<number> {
  try {
    await start(args);
    return 0;
  } catch (error) {
    process.stderr.write(`Licet did not start. ${lastWords(error)}\n`);
    return 2;
  }
}

/** Starts Licet and runs until a signal. Prints the address to standard output, and JSON log lines to standard error. */
async function start(args: readonly string[]): Promise<void> {
  const config = readConfig(args);
  const telemetry =
    config.telemetry &&
    (await import('./watching/telemetry/telemetry.ts')).openTelemetry(config.telemetry, (count) =>
      log.warn({ count }, 'The collector took no traces or log lines; they were dropped.'),
    );
  const log = openLog(config.logLevel, telemetry?.onLine);
  for (const sentence of config.unknown) log.warn(sentence);
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => (stopping.signal.aborted ? process.exit(1) : stopping.abort(signal)));
  }
  const licet = await compose(config, log);
  process.stdout.write(`${licet.greeting.join('\n')}\n`);
  giveBackWhenIdle();
  if (!stopping.signal.aborted)
    await new Promise((resolve) => stopping.signal.addEventListener('abort', resolve, { once: true }));
  log.info({ signal: stopping.signal.reason }, 'Licet is stopping.');
  await licet.stop();
  await telemetry?.close();
}

/** The message about a failed start: a sentence if the operator can correct the cause, else the error itself. */
function lastWords(error: unknown): string {
  if (error instanceof ConfigError) return error.mistakes.join('\n');
  if (sentences.some((kind) => error instanceof kind)) return (error as Error).message;
  if (error instanceof Refusal && error.problem.code === 'unavailable')
    return cannotConnect(error.cause) ?? `The database did not answer. ${checkDatabase}`;
  if (error instanceof Refusal && error.problem.code === 'password_refused')
    return `The password in LICET_ADMIN_PASSWORD cannot be taken: ${error.problem.detail}`;
  if (error instanceof Refusal) return `${error.problem.detail} ${error.problem.next}`;
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
    return `The port${'port' in error ? ` ${error.port}` : ''} is in use. Stop what uses it, or choose another with --port.`;
  if (error instanceof Error && 'code' in error && error.code === 'EACCES')
    return `Permission denied: ${error.message}. Choose a port above 1023 with --port, or a data directory of your own with --data.`;
  return cannotConnect(error) ?? (error instanceof Error ? (error.stack ?? error.message) : String(error));
}

/** Errors whose message is a sentence for people. */
const sentences = [
  InstallationError,
  EmbeddedPostgresError,
  ServerKeyError,
  OperatorSocketError,
  CertificateError,
  PublicAddressError,
];

if (import.meta.main) {
  const [command, ...args] = process.argv.slice(2);
  if (command === 'start') process.exitCode = await run(args);
  else {
    process.stderr.write('Usage: main.ts start [flags]\n');
    process.exitCode = 2;
  }
  // Ends the process even if a handle is still open.
  process.exit();
}
