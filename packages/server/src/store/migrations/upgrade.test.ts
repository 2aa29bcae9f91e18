import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyChain } from '../audit/verify.ts';
import { digestsOf, emptyDatabase, restoreBytes } from '../backup/backup.testing.ts';
import { tablesInOrder } from '../backup/tables.ts';
import { migrate, migrationsKnown } from '../kernel/migrate.ts';
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
 * Statements that would break the previous version, except a constraint that is dropped and added again, wider, in
 * the same step.
 */
const contracts =
  /\bdrop\s+(table|column|function|view|type)\b|\brename\b|\balter\s+column\s+\S+\s+(type|set\s+not\s+null|drop\s+default)\b|\badd\s+(column\s+)?(?!constraint\b)\w+\s+[^,;]*\bnot\s+null\b(?![^,;]*\b(default|generated)\b)/i;

test('each later migration only expands, so the previous version can run beside it', async () => {
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
])('a migration with “%s” is not an expansion', (statement, refused) => {
  expect(contracts.test(statement)).toBe(refused);
});

describe.each(['0'])('a database of version %s', (version) => {
  const bytes = readFileSync(new URL(`../../backup/versions/${version}.backup`, here));
  let database: Awaited<ReturnType<typeof emptyDatabase>>;
  beforeAll(async () => {
    database = await emptyDatabase();
  });
  afterAll(() => database.close());

  test('is upgraded with all its content and a whole chain', async () => {
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
    // Tables that a restore clears, which have their own tests.
    const letGo =
      /^(migration|change|cut_offs|jobs|mails|sessions|oidc_records|invitation_round.*|.*links|upstream_.*|permission_lists|sign_in_steps|setup_codes|set_up_windows|totp_offers|passkey_challenges|dpop_proofs)$/;
    const kept = ([name]: readonly [string, unknown]) => !letGo.test(name);
    const after = await digestsOf(database.pool as never, before.columns);
    expect([...after].filter(kept)).toEqual([...before.digests].filter(kept));
    const chain = await read(database, verifyChain);
    expect(chain).toMatchObject({ broken: null, events: header.change + 1 });
    expect(await migrate(database)).toEqual([]);
  });
});
