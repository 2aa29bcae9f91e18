import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Installed, install, script } from './testing.ts';

let database: Installed;
beforeAll(async () => {
  database = await install();
});
beforeEach(() => database.client.query('reset all'));
afterAll(() => database.end());

const now = () => Date.now() / 1000;
const everything = `select row_to_json(answers)::jsonb from (select licet.claims() as claims, licet.user_id() as user_id,
  licet.is_valid() as is_valid, licet.has_role('billing') as has_role, licet.can('invoices.read') as can,
  licet.explain('invoices.read') as explain) as answers`;
const nobody = {
  claims: null,
  user_id: null,
  is_valid: false,
  has_role: false,
  can: false,
  explain: { permitted: false, reason: 'malformed' },
};

async function set(claims: unknown): Promise<void> {
  const text = typeof claims === 'string' ? claims : JSON.stringify(claims);
  await database.one(`select set_config('request.jwt.claims', $1, false)`, [text]);
}

test('without claims, no user is signed in and no error occurs', async () => {
  const fresh = await database.connect();
  const { rows } = await fresh.query({ text: everything, rowMode: 'array' });
  expect((rows as unknown[][])[0]?.[0]).toEqual(nobody);
});

test.each(['', ' ', 'ada', '{', "{'sub':'ada'}", '{"sub":"\\u0000"}', '{"sub":"\\ud800"}', '['.repeat(100_000)])(
  'claims that are not JSON, or not storable as jsonb, count as none: %.20s',
  async (text) => {
    await set(text);
    expect(await database.one(everything)).toEqual(nobody);
  },
);

test('the request’s claims and the database clock decide access', async () => {
  const claims = { sub: 'ada', roles: ['billing'], permissions: ['invoices.read'], exp: now() + 60 };
  await set(claims);
  expect(await database.one(everything)).toEqual({
    claims,
    user_id: 'ada',
    is_valid: true,
    has_role: true,
    can: true,
    explain: { permitted: true, reason: 'listed' },
  });
});

test('expired claims yield no user and no role', async () => {
  const claims = {
    sub: 'ada',
    roles: ['billing', 'admin'],
    permissions: ['invoices.read'],
    exp: Math.floor(now()) - 1,
  };
  await set(claims);
  const explain = { permitted: false, reason: 'expired', since: claims.exp };
  expect(await database.one(everything)).toEqual({ ...nobody, claims, explain });
});

test('claims expire within an open transaction', async () => {
  await set({ sub: 'ada', roles: ['admin'], exp: now() + 2 });
  await database.client.query('begin');
  expect(await database.one(`select licet.can('invoices.read')`)).toBe(true);
  await expect.poll(() => database.one(`select licet.can('invoices.read')`)).toBe(false);
  await database.client.query('commit');
});

test('claims with a separate permission list permit nothing, except to an admin', async () => {
  const claims = { sub: 'ada', roles: ['billing'], permissions_ref: 'x', exp: now() + 60 };
  await set(claims);
  expect(await database.one(`select licet.explain('invoices.read')`)).toEqual({
    permitted: false,
    reason: 'incomplete',
  });
  expect(await database.one(`select licet.can('invoices.read')`)).toBe(false);
  await set({ ...claims, roles: ['admin'] });
  expect(await database.one(`select licet.can('invoices.read')`)).toBe(true);
});

test('a claim about resources decides on these resources, and with a separate claim nothing is permitted on them', async () => {
  const on = [
    { resources: ['shop:berlin', 'shop:hamburg'], permissions: ['a'] },
    { resources: ['region:fr', 'shop:berlin'], roles: ['admin'] },
  ];
  await set({ sub: 'ada', permissions: ['b'], on, exp: now() + 60 });
  expect(await database.one(`select licet.can('a')`)).toBe(false);
  expect(await database.one(`select licet.can('a', array['shop:hamburg'])`)).toBe(true);
  expect(await database.one(`select licet.can('c', array['shop:lyon', 'region:fr'])`)).toBe(true);
  expect(await database.one(`select licet.can('b', '{}')`)).toBe(true);
  expect(await database.one(`select licet.can('b', array['shop:lyon', null])`)).toBe(false);
  expect(await database.one(`select licet.can('b', null)`)).toBe(false);
  expect(await database.one(`select licet.can('a', array[['x'], ['shop:hamburg']])`)).toBe(false);
  const resources = (permission: string) =>
    database.one(`select array(select name from unnest(licet.resources($1)) as name order by name collate "C")`, [
      permission,
    ]);
  expect(await resources('a')).toEqual(['region:fr', 'shop:berlin', 'shop:hamburg']);
  expect(await resources('c')).toEqual(['region:fr', 'shop:berlin']);
  await set({ sub: 'ada', on_ref: 'x', exp: now() + 60 });
  expect(await resources('a')).toEqual([]);
  expect(await database.one(`select licet.explain('a', array['shop:hamburg']) ->> 'reason'`)).toBe('incomplete');
  expect(await database.one(`select licet.explain('a') ->> 'reason'`)).toBe('not-listed');
  await set({ sub: 'ada', on, exp: now() - 1 });
  expect(await resources('a')).toEqual([]);
  await database.client.query(`select set_config('request.jwt.claims', '', false)`);
  expect(await resources('a')).toEqual([]);
  expect(await database.one('select licet.resources(null)')).toEqual([]);
});

test('very long names and names of JavaScript properties have no special meaning', async () => {
  const names = ['constructor', '__proto__', 'all.manage', '['.repeat(10_000), `${'x'.repeat(9_999)}y`];
  await set({ sub: 'ada', permissions: names, exp: now() + 60 });
  for (const name of names) expect(await database.one('select licet.can($1)', [name])).toBe(true);
  for (const name of ['toString', 'x'.repeat(10_000), 'Constructor'])
    expect(await database.one('select licet.can($1)', [name])).toBe(false);
});

test('no jsonb value raises an error', async () => {
  for (const claims of ['1e400', '{"sub":"a","exp":1e100000}', '{"sub":"a","exp":1e-400}', '[[]]', '"admin"', 'null'])
    for (const call of ["can($1, 'a', 1)", "explain($1, 'a', 1)", "has_role($1, 'admin')", 'is_valid($1, 1)'])
      await database.one(`select licet.${call.replace('$1', '$1::jsonb')}`, [claims]);
});

test('names are compared byte by byte, even under a case-insensitive collation', async () => {
  await database.client.query(
    `create collation if not exists nocase (provider = icu, locale = 'und-u-ks-level2', deterministic = false)`,
  );
  await set({ sub: 'ada', roles: ['billing'], exp: now() + 60 });
  expect(await database.one(`select licet.has_role('BILLING' collate nocase)`)).toBe(false);
  expect(await database.one(`select licet.has_role('billing' collate nocase)`)).toBe(true);
  expect(await database.one(`select licet.parse('{}' collate nocase)`)).toEqual({});
});

test.each(['LATIN1', 'SQL_ASCII'])('no text raises an error in a database encoded in %s', async (encoding) => {
  const name = `${await database.one('select current_database()')}_${encoding.toLowerCase()}`;
  await database.client.query(
    `create database ${name} template template0 encoding '${encoding}' locale_provider libc lc_collate 'C' lc_ctype 'C'`,
  );
  const { host, port, user } = database.client;
  const client = new pg.Client({ host, port, database: name, user: user ?? '' });
  try {
    await client.connect();
    await client.query(script);
    const of = async (text: string) => (await client.query('select licet.parse($1) as claims', [text])).rows[0].claims;
    expect(await of('{"sub":"\\u0061da"}')).toEqual({ sub: 'ada' });
    expect(await of('{"sub":"\\u20ac"}')).toBe(null);
  } finally {
    await client.end();
    await database.client.query(`drop database ${name} with (force)`);
  }
});

test('a hostile search_path and hostile operators change no answer', async () => {
  await set({ sub: 'ada', roles: ['Billing'], exp: now() + 60 });
  await database.client.query(`
    create schema hostile;
    create function hostile.yes(jsonb, text) returns boolean language sql return true;
    create operator hostile.? (leftarg = jsonb, rightarg = text, function = hostile.yes);
    create function hostile.current_setting(text, boolean) returns text language sql return '{"sub":"eve"}';
    create function hostile.jsonb_typeof(jsonb) returns text language sql return 'string';
    create function hostile.pg_input_is_valid(text, text) returns boolean language sql return true;
    set search_path = hostile, pg_catalog`);
  expect(await database.one(`select licet.can('invoices.read')`)).toBe(false);
  expect(await database.one(`select licet.user_id()`)).toBe('ada');
  await set('nonsense');
  expect(await database.one(`select licet.claims()`)).toBe(null);
});

test('the file is ASCII, so it can be installed in any encoding', () => {
  expect(script).toMatch(/^[\n -~]*$/);
});

test('a second installation keeps policies that use the functions', async () => {
  await database.client.query(`create table kept (id int); create policy p on kept using ((select licet.can('a')))`);
  const functions = () =>
    database.one(
      `select json_agg(json_build_array(oid, prosrc, proacl, proconfig) order by oid) from pg_proc
       where pronamespace = 'licet'::regnamespace`,
    );
  const before = await functions();
  await database.client.query(script);
  expect(await functions()).toEqual(before);
  expect(await database.one(`select count(*)::int from pg_policies where tablename = 'kept'`)).toBe(1);
});

test('any role can call the functions', async () => {
  const role = `licet_anyone_${randomBytes(5).toString('hex')}`;
  await database.client.query(`create role ${role}`);
  await set({ sub: 'ada', permissions: ['a'], exp: now() + 60 });
  await database.client.query(`set role ${role}`);
  const allowed = await database.one(`select licet.can('a')`);
  await database.client.query(`reset role; drop role ${role}`);
  expect(allowed).toBe(true);
});

test('every function is documented, never volatile or SECURITY DEFINER, and parallel safe in policies', async () => {
  const { rows } = await database.client.query<Record<string, unknown>>(
    `select oid::regprocedure::text as name, prosecdef, provolatile, proparallel,
       obj_description(oid, 'pg_proc') is not null as described,
       prosqlbody is not null or 'search_path=pg_catalog, pg_temp' = any (proconfig) as pinned
     from pg_proc where pronamespace = 'licet'::regnamespace order by 1`,
  );
  expect(rows.length).toBeGreaterThan(15);
  for (const { name, ...how } of rows) {
    const parallel = name === 'licet.lint_policies()' ? 'u' : 's';
    const volatility = /\(\)$|^licet\.(can|explain|has_role|resources)\(text(,text\[\])?\)$/.test(String(name))
      ? 's'
      : 'i';
    expect({ name, ...how }).toEqual({
      name,
      prosecdef: false,
      provolatile: volatility,
      proparallel: parallel,
      described: true,
      pinned: true,
    });
  }
});

test('a wrapped call is evaluated once per statement, in a parallel plan', async () => {
  await database.client.query(`
    create table many as select g as id from generate_series(1, 200000) as g; analyze many;
    set max_parallel_workers_per_gather = 2; set min_parallel_table_scan_size = 0; set parallel_setup_cost = 0`);
  const { rows } = await database.client.query<{ 'QUERY PLAN': string }>(
    `explain select count(*) from many where (select licet.can('a'))`,
  );
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toMatch(/InitPlan/);
  expect(plan).toMatch(/One-Time Filter/);
  expect(plan).toMatch(/Parallel Seq Scan/);
});
