import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../server/src/postgres/testing.ts';
import { script } from './testing.ts';

// Roles belong to the whole PostgreSQL server, which other tests may use.
const role = `licet_other_${randomBytes(5).toString('hex')}`;
let database: TestDatabase;
let client: pg.Client;
beforeEach(async () => {
  database = await testDatabase();
  client = new pg.Client({ connectionString: database.connectionString, options: '-c search_path=public' });
  await client.connect();
  await client.query(`create role ${role}`);
});
afterEach(async () => {
  await client.query(`rollback; reset role; drop owned by ${role} cascade; drop role ${role}`);
  await client.end();
  await database.drop();
});

const one = async (sql: string) => {
  const { rows } = await client.query({ text: sql, rowMode: 'array' });
  return (rows as unknown[][])[0]?.[0];
};
const nobody = `licet.can('{"sub":"eve","exp":1}'::jsonb, 'all.manage', 0)`;

// Functions that an attacker could create in a schema on the installer's search_path.
const traps = (schema: string) => `
  create function ${schema}.yes(jsonb, text) returns boolean language sql immutable return true;
  create operator ${schema}.? (leftarg = jsonb, rightarg = text, function = ${schema}.yes);
  create function ${schema}.jsonb_typeof(jsonb) returns text language sql immutable return 'string';
  create function ${schema}.current_setting(text, boolean) returns text language sql return '{"sub":"eve","roles":["admin"],"exp":9e9}';
  create function ${schema}.jsonb_path_exists(jsonb, jsonpath, jsonb, boolean) returns boolean language sql immutable return false;
  create domain ${schema}.text as pg_catalog.text check (false);
  create domain ${schema}.jsonb as pg_catalog.jsonb check (false);`;

test.each(['trap, pg_catalog', 'trap, public, pg_catalog', 'pg_temp, pg_catalog'])(
  'the rule ignores objects on the installer’s search_path: %s',
  async (path) => {
    await client.query('create schema trap');
    await client.query(traps(path.startsWith('pg_temp') ? 'pg_temp' : 'trap'));
    await client.query(`set search_path = ${path}`);
    await client.query(script);
    expect(await one('show search_path')).toBe('public');
    await client.query('drop schema trap cascade; discard temp');
    expect(await one(`select ${nobody}`)).toBe(false);
    expect(await one('select licet.claims()')).toBe(null);
    expect(await one(`select licet.malformed('{"sub":7,"exp":1}')`)).toBe('sub');
  },
);

test('the rule can be installed repeatedly in a transaction, and a rollback removes it', async () => {
  await client.query('begin');
  for (let time = 0; time < 2; time += 1) await client.query(script);
  expect(await one(`select ${nobody}`)).toBe(false);
  await client.query('rollback');
  expect(await one(`select to_regnamespace('licet')`)).toBe(null);
  expect(await one('show search_path')).toBe('public');
});

test('the installation refuses a schema or a function that belongs to another role', async () => {
  await client.query(`create schema licet authorization ${role}`);
  await expect(client.query(script)).rejects.toMatchObject({
    code: '42501',
    message: expect.stringMatching(`belongs to ${role}, who could change the rule. Install as ${role}, or drop it, or`),
  });
  expect(await one(`select count(*)::int from pg_proc where pronamespace = 'licet'::regnamespace`)).toBe(0);
  await client.query(`alter schema licet owner to current_user; grant all on schema licet to ${role}; set role ${role};
    create function licet.is_names(list jsonb) returns boolean language sql immutable return true; reset role`);
  await expect(client.query(script)).rejects.toMatchObject({ message: expect.stringContaining(`belongs to ${role}`) });
  await client.query('drop function licet.is_names(jsonb)');
  await client.query(script);
  expect(await one(`select ${nobody}`)).toBe(false);
});

test('a text with many brackets parses if it is JSON, and never exceeds the stack', async () => {
  await client.query(script);
  const deep = (levels: number, inside: string) => '['.repeat(levels) + inside + ']'.repeat(levels);
  const many = (each: string) => `[${Array.from({ length: 600 }, () => each).join()}]`;
  const text = (inside: string) => `"${inside}"`;
  const good = [
    ...[1, 15, 16, 17, 18, 40].map((levels) => many(deep(levels, '0'))),
    ...['[', ']', '\\"]', '\\\\', '\\\\\\"[', '{\\n}', '\u00fc', '🦦['].map((inside) => many(deep(3, text(inside)))),
    many(`{${text('a]')}:[],"b":{}}`),
  ];
  const bad = [
    many('[}'),
    many('[]').slice(0, -1),
    `${many('[]')}]`,
    many(`[${text(']')}`),
    many(deep(3, text('\\x'))),
    many(deep(3, text('\\u0000'))),
    many(deep(3, '1e999999')),
    `${many('[]')}"${'['.repeat(100_000)}`,
    `${text('\\')}${'['.repeat(100_000)}`,
    `${text('\\\\"[]')}${'['.repeat(100_000)}`,
    `\\"${'['.repeat(100_000)}"`,
    deep(100_000, ''),
    `{"a":${'[{"a":'.repeat(50_000)}`,
  ];
  const { rows } = await client.query(
    'select array(select licet.parse(each) is not null from unnest($1::text[]) as each) as read',
    [[...good, ...bad]],
  );
  expect(rows[0]?.read).toEqual([...good.map(() => true), ...bad.map(() => false)]);
  const parsed = await client.query('select licet.parse($1)::text = $1::jsonb::text as same', [good[8]]);
  expect(parsed.rows[0]?.same).toBe(true);
});

test('a deeply nested megabyte parses to null, and a smaller document parses at any depth', async () => {
  await client.query(script);
  const deep = (levels: number, inside: string) => '['.repeat(levels) + inside + ']'.repeat(levels);
  const many = `[${Array.from({ length: 1250 }, () => deep(400, '0')).join()}]`;
  const { rows } = await client.query('select licet.parse($1) is null as unread, licet.parse($2) is null as none', [
    many,
    deep(490, `${'0,'.repeat(4000)}0`),
  ]);
  expect(rows).toEqual([{ unread: true, none: false }]);
});
