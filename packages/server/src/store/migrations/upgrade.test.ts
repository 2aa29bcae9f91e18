import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyChain } from '../audit/verify.ts';
import { digestsOf, emptyDatabase, restoreBytes } from '../backup/backup.testing.ts';
import { tablesInOrder } from '../backup/tables.ts';
import { transaction } from '../kernel/database.ts';
import { migrate, migrateWithin, migrationsKnown } from '../kernel/migrate.ts';
import { read } from '../kernel/snapshot.ts';

const here = new URL('./', import.meta.url);
const released = readdirSync(here).filter((name) => name.endsWith('.sha256'));
const stepsOf = (list: string) =>
  readFileSync(new URL(list, here), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(/\s+/) as [digest: string, name: string]);

test.each(released)('no migration was changed after its release: %s', (list) => {
  const steps = stepsOf(list);
  expect(steps.length).toBeGreaterThan(40);
  const digestOf = (name: string) =>
    createHash('sha256')
      .update(readFileSync(new URL(name, here)))
      .digest('hex');
  expect(steps.filter(([digest, name]) => digestOf(name) !== digest).map(([, name]) => name)).toEqual([]);
});

/**
 * Statements that would break the previous version. Dropping a constraint is allowed, because the same step may add it
 * again, wider.
 */
const contracts =
  /\bdrop\s+(table|column|function|view|type)\b|\brename\b|\balter\s+column\s+\S+\s+(type|set\s+not\s+null|drop\s+default)\b|\badd\s+(column\s+)?(?!constraint\b)\w+\s+[^,;]*\bnot\s+null\b(?![^,;]*\b(default|generated)\b)/i;

test('each later migration only expands the schema, so the previous version can still run', async () => {
  const frozen = new Set(released.flatMap((list) => stepsOf(list).map(([, name]) => name)));
  const since = (await migrationsKnown()).filter(({ name }) => !frozen.has(name));
  const code = (name: string) => readFileSync(new URL(name, here), 'utf8').replace(/--.*$/gm, '');
  expect(since.filter(({ name }) => contracts.test(code(name))).map(({ name }) => name)).toEqual([]);
});

test.each([
  ['alter table users drop column name', true],
  ['alter table users rename column name to called', true],
  ['alter table users alter column name type varchar', true],
  ['alter table users add column nick text not null', true],
  [`alter table users add column nick text not null default ''`, false],
  ['alter table users add column nick text', false],
  ['create table nicks (name text not null)', false],
  ['alter table users add constraint named check (name is not null)', false],
])('detects whether “%s” breaks the previous version: %s', (statement, refused) => {
  expect(contracts.test(statement)).toBe(refused);
});

test('a column added to facts after version 4 of the chain is empty in every earlier row', async () => {
  const database = await emptyDatabase();
  const steps = (await migrationsKnown()).map(({ name }) => name);
  const until = steps.slice(0, steps.indexOf('0143_chain_version_4.sql') + 1);
  const columns = async () =>
    (
      await database.pool.query<{ column: string; filled: boolean }>(`
        select format('%s.%s', c.relname, a.attname) as column, a.attnotnull or a.atthasdef as filled
        from facts_tables_v4() t (name) join pg_class c on c.oid = format('public.%I', t.name)::regclass
        join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped where a.attgenerated = ''`)
    ).rows;
  await transaction(database, 'begin', (connection) => migrateWithin(connection, new Set(until)));
  const before = await columns();
  await migrate(database);
  const now = await columns();
  // A table that was added later has no earlier rows, so its columns may be filled.
  const tables = new Set(before.map(({ column }) => column.split('.')[0]));
  const known = new Set(before.map(({ column }) => column));
  const later = now.filter(({ column }) => !known.has(column) && tables.has(column.split('.')[0]));
  // A filled column would alter the hashed lines of earlier rows.
  expect(later.filter(({ filled }) => filled).map(({ column }) => column)).toEqual([]);
  expect(before.map(({ column }) => column).filter((column) => !now.some((it) => it.column === column))).toEqual([]);
  await database.close();
});

describe.each(['0'])('a database of version %s', (version) => {
  const bytes = readFileSync(new URL(`../../backup/versions/${version}.backup`, here));
  let database: Awaited<ReturnType<typeof emptyDatabase>>;
  beforeAll(async () => {
    database = await emptyDatabase();
  });
  afterAll(() => database.close());

  test('is upgraded with all its content and a valid chain', async () => {
    const before = { digests: new Map<string, string>(), columns: new Map<string, readonly string[]>() };
    const { header, tables, upgraded } = await restoreBytes(database, bytes, {
      check: async (connection) => {
        for (const { name, columns } of await tablesInOrder(connection)) before.columns.set(name, columns);
        before.digests = new Map(await digestsOf(connection));
      },
    });
    expect(header.migrations.map(({ name }) => name)).toEqual(
      stepsOf(`version-${version}.sha256`).map(([, name]) => name),
    );
    expect(upgraded.length).toBe((await migrationsKnown()).length - header.migrations.length);
    expect(tables.filter(({ rows }) => rows > 0).length).toBeGreaterThan(20);
    // Tables that a restore clears. Other tests cover them.
    const letGo =
      /^(migration|change|cut_offs|jobs|mails|sessions|oidc_records|invitation_round.*|.*links|upstream_.*|permission_lists|sign_in_steps|setup_codes|set_up_windows|totp_offers|passkey_challenges|dpop_proofs)$/;
    const kept = ([name]: readonly [string, unknown]) => !letGo.test(name);
    const after = await digestsOf(database.pool as never, before.columns);
    expect([...after].filter(kept)).toEqual([...before.digests].filter(kept));
    const chain = await read(database, verifyChain);
    expect(chain).toMatchObject({ broken: null, events: header.change + 1, uncovered: 0 });
    // Old changes keep the version of the chain that covered them; the new change has the current version.
    const { rows: versions } = await database.pool.query('select distinct version from change order by 1');
    expect(versions).toEqual([{ version: 1 }, { version: 4 }]);
    expect(await migrate(database)).toEqual([]);
  });
});
