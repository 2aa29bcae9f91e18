import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { type Embedded, startEmbedded } from './embedded.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    readonly testServer: { readonly connectionString: string; readonly prefix: string };
  }
}

/** Starts one server for a whole test run: that of LICET_TEST_DATABASE_URL, else an embedded one. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const prefix = `licet_test_${randomBytes(5).toString('hex')}_`;
  const external = process.env.LICET_TEST_DATABASE_URL;
  if (external) {
    project.provide('testServer', { connectionString: external, prefix });
    return () => dropAll(external, prefix);
  }
  const directory = mkdtempSync(join(tmpdir(), 'licet-test-'));
  const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const embedded: Embedded = await startEmbedded({ dataDirectory: directory, log: quiet });
  project.provide('testServer', { connectionString: embedded.connectionString, prefix });
  return async () => {
    await embedded.stop();
    rmSync(directory, { recursive: true, force: true });
  };
}

async function dropAll(connectionString: string, prefix: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<{ datname: string }>(
    'select datname from pg_database where starts_with(datname, $1)',
    [prefix],
  );
  for (const { datname } of rows) await client.query(`drop database if exists "${datname}" with (force)`);
  await client.end();
}
