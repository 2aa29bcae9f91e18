import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { inject } from 'vitest';
import type {} from './testing.global-setup.ts';

/** A database for one test or one suite. */
export interface TestDatabase {
  readonly connectionString: string;
  /** Ends every connection to it and removes it. */
  drop(): Promise<void>;
}

export interface TestTemplate {
  /** The name of the template. A test run fills one template for each key and copies it. */
  readonly key: string;
  /** Fills the empty database, and closes what it opened. */
  readonly template: (connectionString: string) => Promise<void>;
}

/**
 * An empty database, or a copy of a template, on the server of this test run.
 *
 * @example const database = await testDatabase({ key: 'migrated', template: migrate });
 */
export async function testDatabase(from?: TestTemplate): Promise<TestDatabase> {
  const { prefix } = inject('testServer');
  const name = `${prefix}${randomBytes(6).toString('hex')}`;
  const template = from === undefined ? undefined : await templateFor(from);
  // Copying files takes half the processor time of copying pages through the log, and keeps the catalogue cached.
  await administer((client) =>
    client.query(
      `create database "${name}"${template === undefined ? '' : ` template "${template}" strategy file_copy`}`,
    ),
  );
  return {
    connectionString: addressOf(name),
    drop: () => administer((client) => client.query(`drop database if exists "${name}" with (force)`)),
  };
}

/**
 * Returns the template, which the first worker creates while others wait. It gets its name when it is complete, so that a failed one is
 * never used.
 */
async function templateFor({ key, template }: TestTemplate): Promise<string> {
  const hash = createHash('sha256').update(key).digest('hex').slice(0, 16);
  const name = `${inject('testServer').prefix}template_${hash}`;
  const draft = `${name}_draft`;
  await administer(async (client) => {
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [name]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount !== 0) return;
    await client.query(`drop database if exists "${draft}" with (force)`);
    await client.query(`create database "${draft}"`);
    await template(addressOf(draft));
    await renameWhenFree(client, draft, name);
  });
  return name;
}

/** Retries, because PostgreSQL counts a closed connection for a moment longer. */
async function renameWhenFree(client: pg.Client, from: string, to: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query(`alter database "${from}" rename to "${to}"`);
      return;
    } catch (error) {
      const inUse = error instanceof pg.DatabaseError && error.code === '55006';
      if (!inUse || attempt >= 100) throw error;
      await pause(20);
    }
  }
}

async function administer(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: inject('testServer').connectionString });
  client.on('error', () => undefined); // the failing query reports the error
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

function addressOf(database: string): string {
  const url = inject('testServer').connectionString;
  const [, before = '', after = ''] = /^(\w+:\/\/[^/]*)\/[^?]*(\?.*)?$/.exec(url) ?? [];
  if (before === '') throw new Error(`LICET_TEST_DATABASE_URL must look like postgresql://user@host/database.`);
  return `${before}/${database}${after}`;
}
