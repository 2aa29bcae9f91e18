import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { licetProcess } from '../command-line.ts';
import { endAll } from '../end-all.ts';
import { type RunningLicet, startLicet } from '../licet.ts';
import { startWithAdministrator } from '../made-once.ts';

// Kills the server (SIGKILL) while it writes a large plan for the command line.

const people = 8000;
let licet: RunningLicet;

beforeAll(async () => {
  licet = await startWithAdministrator();
});
afterAll(() => endAll(licet));

/** The key of the advisory lock that every change holds. */
const writerLock = 0x11ce7;

/** Waits until a change holds the lock and has written some rows. */
async function isWriting(): Promise<void> {
  const client = new pg.Client({ connectionString: licet.databaseUrl() });
  await client.connect();
  await vi.waitFor(
    async () => {
      const { rows } = await client.query(
        `select from pg_locks l join pg_locks written using (pid)
         where l.locktype = 'advisory' and l.objid = ${writerLock} and l.granted
           and written.relation = 'change'::regclass and written.mode = 'RowExclusiveLock'`,
      );
      expect(rows).toHaveLength(1);
    },
    { timeout: 120_000, interval: 5 },
  );
  await client.end();
}

async function madeSoFar(): Promise<number> {
  const client = new pg.Client({ connectionString: licet.databaseUrl() });
  await client.connect();
  const { rows } = await client.query(`select from users where username like 'person.%'`);
  await client.end();
  return rows.length;
}

test('kill -9 during a large plan rolls it back, the command reports the loss, and a retry succeeds', async () => {
  const { dataDirectory } = licet;
  const file = join(dataDirectory, 'people.yaml');
  const lines = Array.from({ length: people }, (_, n) => `  - { username: person.${n}, name: Person ${n} }`);
  writeFileSync(file, ['licet: 1', 'set: people', 'users:', ...lines, ''].join('\n'));
  const apply = () => licetProcess('apply', file, '--yes', '--data', dataDirectory);
  const applying = apply();
  await isWriting();
  await licet.kill();
  const said = await applying;
  expect(said.code).toBe(2);
  expect(said.err).toContain('The connection to the server broke before it reported the result.');
  licet = await startLicet({ dataDirectory, port: Number(new URL(licet.url).port) });
  expect(await madeSoFar()).toBe(0);
  const { err, code } = await apply();
  expect({ err, code }).toMatchObject({
    err: expect.stringContaining(`${people.toLocaleString('en')} changes`),
    code: 0,
  });
  expect(await madeSoFar()).toBe(people);
  expect(await licet.operator.audit.verify()).toMatchObject({ whole: true });
});
