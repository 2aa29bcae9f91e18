import { commitment } from '@licet/contract/audit-chain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endFacts, replaceEntity } from '../kernel/facts.ts';
import { sha256 } from '../kernel/sha256.ts';
import { addGroup, addUser, build, setStatus, type TestStore, testStore } from '../store.testing.ts';
import { asSuperuser, rehash, verifyAfter } from './tampering.testing.ts';

// Simulates a later version of Licet: it only adds columns to tables of facts.

let store: TestStore;
const no = { older: 0, newer: 0, set: 0 };
const ids = { group: '', ada: '', ben: '' };

const group = (name: string, motto: string | null) => ({ name, name_key: name.toLowerCase(), description: '', motto });
const user = (username: string, nickname: string | null) => ({
  username,
  username_key: username,
  email: null,
  email_key: null,
  name: username,
  status: 'active',
  nickname,
});
const verify = (...tamper: readonly string[]) =>
  verifyAfter(store.database, async (connection) => {
    for (const text of tamper) await connection.query(text);
  });
/** Rewrites changes as a server of an older version would have written them. */
const byVersion = (version: number, first: number, last = first) =>
  asSuperuser(store.database, (connection) => rehash(connection, first, last, version), true);

beforeAll(async () => {
  store = await testStore();
  await build(store.database, async (change) => {
    ids.group = (await addGroup(change, 'Finance')).id;
    ids.ada = (await addUser(change, { username: 'ada' })).id;
    no.older = change.no;
  });
  await byVersion(3, 1, no.older);
  await build(store.database, async (change) => {
    ids.ben = (await addUser(change, { username: 'ben' })).id;
    no.newer = change.no;
  });
  await store.database.pool.query(`
    alter table groups add column motto text;
    alter table users add column nickname personal_text`);
});
afterAll(() => store.close());

test('adding a column does not change the lines of earlier changes', async () => {
  expect(await verify()).toMatchObject({ broken: null, uncovered: 0, events: no.newer });
});

test('later changes cover the added column without a new version of the chain', async () => {
  await build(store.database, async (change) => {
    await replaceEntity(change, 'groups', ids.group, group('Finance', 'Onwards'));
    await replaceEntity(change, 'users', ids.ben, user('ben', 'Benny'));
    no.set = change.no;
  });
  expect(await verify()).toMatchObject({ broken: null, uncovered: 0, events: no.set });
  const { rows } = await store.database.pool.query('select version from change where no = $1', [no.set]);
  expect(rows).toEqual([{ version: 4 }]);
});

test.each([
  ['a changed value', () => [`update groups set motto = 'Back' where no_from = ${no.set}`], 'facts_edited', 'set'],
  ['a removed value', () => [`update groups set motto = null`], 'facts_edited', 'set'],
  ['a personal value', () => [`update users set nickname = 'Benno' where no_from = ${no.set}`], 'facts_edited', 'set'],
  [
    'a value in an earlier row',
    () => [`update users set nickname = 'B' where no_from = ${no.newer}`],
    'facts_edited',
    'newer',
  ],
  [
    'a value in a row of a server of version 3',
    () => [`update groups set motto = 'x' where no_from = ${no.older}`],
    'facts_added',
    'older',
  ],
  [
    'a personal value in a row of a server of version 3',
    () => [`update users set nickname = 'A' where no_from = ${no.older}`],
    'facts_added',
    'older',
  ],
] as const)('detects an edit: %s', async (_, tamper, fault, where) => {
  expect((await verify(...tamper())).broken).toMatchObject({ fault, no: no[where] });
});

test('a line contains a commitment instead of a personal value in an added column', async () => {
  const { rows } = await store.database.pool.query<{ fact: string; salt: string }>(
    `select f.fact, encode(u.salt, 'hex') as salt from users u, facts_of_table_v4('users', $1, $1) f where u.no_from = $1 and f.opened`,
    [no.set],
  );
  const [{ fact, salt } = expect.fail()] = rows;
  const text = '["users","ben","ben",null,null,"ben",{"nickname":"Benny"}]';
  expect(JSON.parse(fact)).toEqual([
    'users',
    no.set,
    ids.ben,
    commitment(sha256, salt, text),
    { created_no: no.newer, status: 'active' },
  ]);
});

test('a row without values in added columns has the same commitment in versions 3 and 4', async () => {
  const { rows: written } = await store.database.pool.query<{ text: string }>(
    `select facts_personal_v4('users', 'u') as text`,
  );
  const { rows } = await store.database.pool.query<{ username: string; same: boolean }>(
    `select u.username, ${written[0]?.text} = facts_personal_users_3(u) as same from users u where u.no_to = 9223372036854775807 order by 1`,
  );
  expect(rows).toEqual([
    { username: 'ada', same: true },
    { username: 'ben', same: false },
  ]);
});

describe('a server of version 3 beside a newer one', () => {
  test('makes verifiable changes to rows with and without later columns', async () => {
    const made = await build(store.database, async (change) => {
      // Like a statement of an older server, this one names only the columns that the older server knows.
      await setStatus(change, { id: ids.ben }, 'suspended');
      await endFacts(change, 'groups', { id: [ids.group] });
      return change.no;
    });
    await byVersion(3, made);
    expect(await verify()).toMatchObject({ broken: null, uncovered: 0, events: made });
    await build(store.database, (change) => addGroup(change, 'Later'));
    await build(store.database, (change) => addGroup(change, 'Latest'));
    await byVersion(3, made + 2);
    expect(await verify()).toMatchObject({ broken: null, uncovered: 0, events: made + 2 });
    const edited = await verify(`update users set nickname = 'Benno' where no_from = ${no.set}`);
    expect(edited.broken).toMatchObject({ fault: 'facts_edited', no: no.set });
    const reopened = await verify(`update groups set no_to = 9223372036854775807 where no_from = ${no.set}`);
    expect(reopened.broken).toMatchObject({ fault: 'facts_missing', no: made });
  });

  test('leaves facts uncovered only until a newer version makes its next change', async () => {
    const made = await build(store.database, (change) => addGroup(change, 'Uncovered').then(() => change.no));
    await byVersion(1, made);
    expect(await verify()).toMatchObject({ broken: null, uncovered: 1 });
    await build(store.database, (change) => addGroup(change, 'Covering'));
    expect(await verify()).toMatchObject({ broken: null, uncovered: 0, events: made + 1 });
  });

  test('cannot erase a user who has a value in a column that it does not know', async () => {
    const erase = (row: string) => `update users u set name = 'erased', salt = uuid_send(gen_random_uuid()),
      committed = sha256(u.salt || convert_to(facts_personal_users_3(u), 'UTF8')) where ${row}`;
    const connection = await store.database.pool.connect();
    await connection.query('begin');
    await connection.query(erase(`no_from = ${no.older}`));
    await expect(connection.query(erase(`no_from = ${no.set}`))).rejects.toThrow(/newest version/);
    await connection.query('rollback');
    connection.release();
  });
});
