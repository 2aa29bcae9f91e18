import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { checks } from '../checks.ts';
import { openDatabase } from './database.ts';
import { migrate } from './migrate.ts';

const { connectionString, prefix } = inject('testServer');
const plain = `${prefix}plain`;
const client = new pg.Client({ connectionString });

beforeAll(async () => {
  await client.connect();
  await client.query(
    `create database "${plain}" encoding 'SQL_ASCII' lc_collate 'C' lc_ctype 'C' locale_provider libc template template0`,
  );
});
afterAll(async () => {
  await client.query(`drop database if exists "${plain}" with (force)`);
  await client.end();
});

test('refuses a database without the encoding UTF8, and explains how to create one', async () => {
  const [, before = '', after = ''] = /^(\w+:\/\/[^/]*)\/[^?]*(\?.*)?$/.exec(connectionString) ?? [];
  const database = openDatabase({ checks, connectionString: `${before}/${plain}${after}` });
  try {
    const owner = (await client.query('select current_user as name')).rows[0]?.name;
    await expect(migrate(database)).rejects.toThrow(
      `The database ${plain} is encoded in SQL_ASCII, and Licet needs UTF8. Make it anew: create database "${plain}" owner "${owner}" encoding 'UTF8' template template0.`,
    );
    const { rows } = await database.pool.query("select from pg_tables where schemaname = 'public'");
    expect(rows).toEqual([]);
  } finally {
    await database.close();
  }
});
