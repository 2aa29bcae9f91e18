import pg from 'pg';
import { afterEach, inject } from 'vitest';
import type {} from './testing.global-setup.ts';

// When a test times out, prints the activity of the database. It shows whether the test waits for a statement, a lock, or this process.
afterEach(async ({ task }) => {
  const late = task.result?.errors?.some(({ message }) => message?.includes('timed out in'));
  if (!late) return;
  const client = new pg.Client({ connectionString: inject('testServer').connectionString });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query(
      `select pid, datname, state, wait_event_type, wait_event, pg_blocking_pids(pid) as behind, now() - query_start as since, left(query, 120) as query
       from pg_stat_activity where pid <> pg_backend_pid() and (state <> 'idle' or backend_type <> 'client backend') order by query_start`,
    );
    process.stderr.write(`“${task.name}” timed out. Activity of the database:\n`);
    for (const row of rows) process.stderr.write(`  ${JSON.stringify(row)}\n`);
    process.stderr.write(`  This process: ${JSON.stringify(process.getActiveResourcesInfo())}\n`);
  } finally {
    await client.end();
  }
});
