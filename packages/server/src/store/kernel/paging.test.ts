import { limits } from '@licet/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestLicet, testLicet } from '../../usecases/testing.ts';
import { writeStatementsDown } from '../statements.testing.ts';
import { insertUser } from '../users/users.ts';
import { writeCursor } from './cursor.ts';
import { sql } from './sql.ts';

let licet: TestLicet;
beforeAll(async () => {
  licet = await testLicet();
  await add('m', 40);
  await licet.build(async ({ connection }) => {
    await connection.query(
      `insert into last_sign_ins (user_id, at) select id, timestamptz '2026-01-01' + no % 3 * interval '1 day'
       from (select id, row_number() over (order by id) as no from users limit 10) signed_in`,
    );
  });
});
afterAll(() => licet.close());

const add = (mark: string, count: number) =>
  licet.build(async (change) => {
    for (let i = 0; i < count; i += 1)
      await insertUser(change, { username: `${mark}${i}`, email: null, name: `Twin ${i % 3}`, status: 'invited' });
  });

const list = (query: Record<string, string>) => licet.call('users.list', licet.admin, { query });
const sorts = ['name', 'username', 'createdAt', 'lastSignInAt'].flatMap((sort) => [sort, `-${sort}`]);

async function walk(query: Record<string, string>, between: () => Promise<unknown> = async () => undefined) {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const page: { items: { id: string }[]; next: string | null } = await list({
      ...query,
      ...(cursor ? { cursor } : {}),
    });
    ids.push(...page.items.map(({ id }) => id));
    cursor = page.next;
    await between();
  } while (cursor);
  return ids;
}

describe('a list', () => {
  test.each(sorts)('sorted by %s returns each row once, in the same order as without pages', async (sort) => {
    const all = await list({ sort, limit: '200' });
    expect(all.next).toBeNull();
    expect(all.total).toBe(all.items.length);
    expect(await walk({ sort, limit: '7' })).toEqual(all.items.map(({ id }) => id));
    const backwards = sort.startsWith('-') ? sort.slice(1) : `-${sort}`;
    const reversed = await list({ sort: backwards, limit: '200' });
    expect(reversed.items.map(({ id }) => id)).toEqual(all.items.map(({ id }) => id).reverse());
  });

  test('of search results returns each row once', async () => {
    const ids = await walk({ q: 'twin', limit: '7' });
    expect(new Set(ids).size).toBe(40);
    expect(ids).toHaveLength(40);
  });

  test('that grows meanwhile returns every earlier row exactly once', async () => {
    const before = (await list({ limit: '200' })).items.map(({ id }) => id);
    let round = 0;
    const seen = await walk({ sort: 'name', limit: '7' }, () => {
      round += 1;
      return add(`n${round}-`, 3);
    });
    expect(new Set(seen).size).toBe(seen.length);
    expect(before.filter((id) => !seen.includes(id))).toEqual([]);
  });
});

describe('beyond the counting limit', () => {
  const bound = limits.countMax.value;
  const crowd = bound + 1;
  const large = { application: 'large' };
  let apart: TestLicet;

  beforeAll(async () => {
    apart = await testLicet();
    await apart.owned(large.application);
    await apart.build(async ({ connection, no }) => {
      const each = sql`from generate_series(1, ${crowd}) i, applications a where a.key = ${large.application}`;
      for (const insert of [
        sql`users (id, username, username_key, name, status, created_no, no_from)
          select gen_random_uuid(), 'u' || i, 'u' || i, 'Twin', 'invited', ${no}, ${no}`,
        sql`groups (id, name, name_key, description, created_no, no_from)
          select gen_random_uuid(), 'twin ' || i, 'twin ' || i, '', ${no}, ${no}`,
        sql`permissions (id, app_id, name, title, created_no, no_from)
          select gen_random_uuid(), a.id, 'twin.' || i, 'Twin', ${no}, ${no}`,
        sql`roles (id, app_id, name, title, created_no, no_from)
          select gen_random_uuid(), a.id, 'twin-' || i, 'Twin', ${no}, ${no}`,
        sql`applications (id, key, name, description, created_no, no_from)
          select gen_random_uuid(), 'twin-' || i, 'Twin', '', ${no}, ${no}`,
      ])
        await connection.query(sql`insert into ${insert} ${each}`);
    });
  });
  afterAll(() => apart.close());

  const totalOf = async (id: ListCall, query: Record<string, string> = {}) => {
    const { total, atLeast } = await apart.call(id, apart.admin, { params: large, query: { limit: '1', ...query } });
    return { total, atLeast };
  };

  test.each([
    ['users.list', 2],
    ['groups.list', 0],
    ['applications.list', 2],
    ['roles.list', 1],
    ['permissions.list', 0],
    ['applications.usage', 0],
  ] as const)('%s has an exact total without a filter, and only a lower bound in a search', async (id, others) => {
    expect(await totalOf(id)).toEqual({ total: crowd + others, atLeast: false });
    expect(await totalOf(id, { q: 'twin' })).toEqual({ total: bound, atLeast: true });
  });

  test('filtered totals, too, are lower bounds', async () => {
    expect(await totalOf('users.list', { status: 'invited' })).toEqual({ total: bound, atLeast: true });
    expect(await totalOf('applications.usage', { never: 'true' })).toEqual({ total: bound, atLeast: true });
  });

  test.each(sorts)('users sorted by %s have an exact total', async (sort) => {
    expect(await totalOf('users.list', { sort })).toEqual({ total: crowd + 2, atLeast: false });
  });
});

type ListCall =
  | 'users.list'
  | 'groups.list'
  | 'applications.list'
  | 'roles.list'
  | 'permissions.list'
  | 'applications.usage';

describe('attack 39: a cursor', () => {
  const id = '01900000-0000-7000-8000-000000000000';
  const forged: readonly (readonly [string, string])[] = [
    ['not base64url', '!!!'],
    ['not JSON', Buffer.from('x').toString('base64url')],
    ['not a list', Buffer.from('{"name":1}').toString('base64url')],
    ['null', Buffer.from('null').toString('base64url')],
    ['of another list', writeCursor('groups name', ['a', id])],
    ['of another order', writeCursor('users username', ['a', id])],
    ['too short', writeCursor('users name', ['a'])],
    ['too long', writeCursor('users name', ['a', id, id])],
    ['with SQL instead of an id', writeCursor('users name', ['a', "' or true --"])],
    ['with a number instead of a text', writeCursor('users name', [1, id])],
    ['with a NUL', writeCursor('users name', ['\0', id])],
    ['with a lone surrogate', writeCursor('users name', ['\ud800', id])],
    ['with an object', Buffer.from('["users name",{"toString":1},[]]').toString('base64url')],
  ];
  test.each(forged)('that is %s is refused', async (_, cursor) => {
    const query = { sort: 'name', cursor };
    expect(await licet.outcome('users.list', licet.admin, { query })).toBe('invalid_cursor');
  });

  test.each([
    '2026-02-30T00:00:00.000000Z',
    '2026-13-01T00:00:00.000000Z',
    '0000-01-01T00:00:00.000000Z',
    'now',
    'epoch',
  ])('with the instant %s is refused', async (at) => {
    const query = { sort: 'lastSignInAt', cursor: writeCursor('users lastSignInAt', [at, id]) };
    expect(await licet.outcome('users.list', licet.admin, { query })).toBe('invalid_cursor');
  });

  test('that contains SQL is compared as plain text', async () => {
    const cursor = writeCursor('users name', ["'; drop table users; --", id]);
    expect((await list({ sort: 'name', cursor })).items.length).toBeGreaterThan(0);
  });

  test('is refused when a search is added to the query', async () => {
    const { next } = await list({ limit: '1' });
    expect(await licet.outcome('users.list', licet.admin, { query: { cursor: next ?? '', q: 'twin' } })).toBe(
      'invalid_cursor',
    );
  });
});

test('pages of all lengths share a few prepared statements', async () => {
  const written = writeStatementsDown(licet.database);
  const names = new Set<string>();
  const { total } = await list({ status: 'invited' });
  expect(total).toBeGreaterThanOrEqual(40);
  for (let limit = 1; limit <= limits.pageMax.value; limit += 1) {
    written.taken();
    const { items, next } = await list({ status: 'invited', sort: '-username', limit: String(limit) });
    // The statement has no name if earlier tests in this process have used up all names.
    for (const name of written.taken()) if (/^composed|^unnamed: (select|with)/.test(name)) names.add(name);
    expect(items).toHaveLength(Math.min(limit, total));
    expect(next === null).toBe(limit >= total);
    if (limit > total + 20) limit += 20;
  }
  expect([...names].length).toBeGreaterThan(0);
  expect([...names].length).toBeLessThanOrEqual(5);
});

describe('the total of an unfiltered list', () => {
  let apart: TestLicet;
  beforeAll(async () => {
    apart = await testLicet();
  });
  afterAll(() => apart.close());

  const total = async () => (await apart.call('users.list', apart.admin, { query: { limit: '3' } })).total;
  const lastNo = async () => (await apart.database.pool.query('select max(no) as no from change')).rows[0].no as number;
  const addOne = (username: string) =>
    apart.build((change) => insertUser(change, { username, email: null, name: 'Twin', status: 'invited' }));
  const withoutTriggers = async (...statements: readonly string[]) => {
    const connection = await apart.database.pool.connect();
    await connection.query('begin');
    await connection.query('set local session_replication_role = replica');
    for (const statement of statements) await connection.query(statement);
    await connection.query('commit');
    connection.release();
  };
  /** Inserts a row without recording a change, so a cached count misses the row. */
  const smuggle = (no: number) =>
    withoutTriggers(`insert into users (id, username, username_key, name, status, created_no, no_from)
      select id, 's' || id, 's' || id, 'Twin', 'invited', ${no}, ${no} from gen_random_uuid() id`);

  test('is counted once per change', async () => {
    const counted = await total();
    await smuggle(await lastNo());
    expect(await total()).toBe(counted);
    await addOne('c');
    expect(await total()).toBe(counted + 2);
  });

  test('is counted again after failover to a database that reuses a lost change number', async () => {
    await addOne('lost');
    const [counted, no] = [await total(), await lastNo()];
    await withoutTriggers(`delete from users where no_from = ${no}`, `delete from change where no = ${no}`);
    await apart.build(async (change) => {
      for (const username of ['f', 'g', 'h'])
        await insertUser(change, { username, email: null, name: 'Twin', status: 'invited' });
    });
    expect(await lastNo()).toBe(no);
    expect(await total()).toBe(counted + 2);
  });
});

describe('a cursor of another query', () => {
  test('is refused with another filter, search or application', async () => {
    const { next } = await list({ sort: 'name', limit: '3', status: 'invited' });
    const cursor = next ?? '';
    expect((await list({ sort: 'name', limit: '7', status: 'invited', cursor })).items).toHaveLength(7);
    for (const query of [{}, { status: 'active' }, { status: 'invited', q: 'twin' }, { username: 'm1' }])
      expect(await licet.outcome('users.list', licet.admin, { query: { sort: 'name', cursor, ...query } })).toBe(
        'invalid_cursor',
      );
  });

  test('is refused for the access of another user, or with another search', async () => {
    const params = { application: 'licet' };
    const access = (user: string, query: Record<string, string>) =>
      licet.outcome('access.get', licet.admin, { params: { ...params, user }, query: { limit: '1', ...query } });
    const [{ userId: one }, { userId: other }] = [
      await licet.user('users.read', 'groups.read'),
      await licet.user('users.read', 'groups.read'),
    ];
    const asked = { params: { ...params, user: one }, query: { limit: '1' } };
    const cursor = (await licet.call('access.get', licet.admin, asked)).permissions.next ?? '';
    expect(await access(one, { cursor })).toBe('ok');
    expect(await access(one, { cursor, q: 'users' })).toBe('invalid_cursor');
    expect(await access(other, { cursor })).toBe('invalid_cursor');
  });

  test('is refused for the holders of another permission, or with another search', async () => {
    const params = { application: 'licet' };
    const holders = (query: Record<string, string>) =>
      licet.outcome('access.holders', licet.admin, { params, query: { limit: '1', ...query } });
    const query = { limit: '1', permission: 'users.read' };
    const cursor = (await licet.call('access.holders', licet.admin, { params, query })).next ?? '';
    expect(await holders({ permission: 'users.read', cursor })).toBe('ok');
    expect(await holders({ permission: 'users.manage', cursor })).toBe('invalid_cursor');
    expect(await holders({ permission: 'users.read', q: 'a', cursor })).toBe('invalid_cursor');
  });
});
