import { readFileSync } from 'node:fs';
import pg from 'pg';
import { type TestDatabase, testDatabase } from '../../server/src/postgres/testing.ts';

export interface Installed {
  readonly client: pg.Client;
  /** The server's version as a number, such as 150018 or 180004. */
  readonly version: number;
  /** Returns the first column of the first row. */
  one(sql: string, values?: readonly unknown[]): Promise<unknown>;
  connect(): Promise<pg.Client>;
  end(): Promise<void>;
}

export const script = readFileSync(new URL('./licet.sql', import.meta.url), 'utf8');
const lint = readFileSync(new URL('./lint.sql', import.meta.url), 'utf8');

/**
 * Installs licet.sql and lint.sql, or the given script, in an empty database of the test run's PostgreSQL, and connects
 * to the database.
 */
export async function install(sql = script + lint): Promise<Installed> {
  const template = async (connectionString: string) => {
    const client = new pg.Client({ connectionString });
    await client.connect();
    await client.query(sql);
    await client.end();
  };
  const database: TestDatabase = await testDatabase({ key: `licet.sql ${sql}`, template });
  const open: pg.Client[] = [];
  const connect = async () => {
    // Sets the search_path without `"$user"`. Otherwise, a database user named licet would find the schema licet before
    // public.
    const client = new pg.Client({ connectionString: database.connectionString, options: '-c search_path=public' });
    await client.connect();
    open.push(client);
    return client;
  };
  const client = await connect();
  const one = async (sql: string, values: readonly unknown[] = []) => {
    const { rows } = await client.query({ text: sql, values: [...values], rowMode: 'array' });
    return (rows as unknown[][])[0]?.[0];
  };
  return {
    client,
    version: Number(await one('show server_version_num')),
    one,
    connect,
    end: async () => {
      await Promise.all(open.map((each) => each.end()));
      await database.drop();
    },
  };
}
