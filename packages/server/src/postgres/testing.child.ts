import pg from 'pg';
import { startEmbedded } from './embedded.ts';

// Runs only the database of a Licet, for tests that kill the process. Prints one JSON line for each event.
const [dataDirectory = ''] = process.argv.slice(2);
const say = (fields: object) => process.stdout.write(`${JSON.stringify(fields)}\n`);

try {
  const log = { info: say, warn: say, error: say };
  const embedded = await startEmbedded({ dataDirectory, log });
  process.on('SIGTERM', () => embedded.stop().then(() => process.exit(0)));
  const client = new pg.Client({ connectionString: embedded.connectionString });
  await client.connect();
  const { rows } = await client.query('select current_user as name');
  await client.end();
  say({ event: 'ready', uid: process.getuid?.(), rows, ...embedded, postgres: embedded.pid() });
  setInterval(() => undefined, 60_000);
} catch (error) {
  say({ event: 'failed', ...(error instanceof Error ? { ...error, message: error.message } : {}) });
  process.exitCode = 1;
}
