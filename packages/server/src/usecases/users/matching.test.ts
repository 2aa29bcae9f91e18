import { limits } from '@licet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestLicet, testLicet } from '../testing.ts';

let licet: TestLicet;
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());

const person = (username: string) =>
  licet.call('users.create', licet.admin, { body: { username, name: `Match ${username}` } });
const namesOf = async (query: Record<string, string>) =>
  (await licet.call('users.matching', licet.admin, { query })).items.map(({ name }) => name);

test('returns the same users as the list with that filter, in one answer and with their names', async () => {
  for (let n = 0; n < 60; n += 1) await person(`page-${String(n).padStart(2, '0')}`);
  const { id } = await person('asleep');
  await licet.call('users.suspend', licet.admin, { params: { user: id } });
  for (const query of [{ q: 'match page' }, { q: 'match', status: 'suspended' }, {}] as const) {
    const listed: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await licet.call('users.list', licet.admin, {
        query: { ...query, limit: '25', ...(cursor !== undefined && { cursor }) },
      });
      listed.push(...page.items.map(({ name }) => name));
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
    expect(await namesOf({ ...query, sort: 'name' }).catch(() => 'refused')).toBe('refused');
    expect([...(await namesOf(query))].sort()).toEqual(listed.sort());
  }
  expect(await licet.call('users.matching', licet.admin, { query: { q: 'match asleep' } })).toEqual({
    items: [{ id, name: 'Match asleep', status: 'suspended' }],
  });
});

test('leaves out the direct members of a group, but not the members of its subgroups', async () => {
  const [direct, below] = [await person('direct'), await person('below'), await person('outside')];
  const [group, subgroup] = await Promise.all(
    ['Upper', 'Lower'].map((name) => licet.call('groups.create', licet.admin, { body: { name } })),
  );
  if (!group || !subgroup) throw new Error('The groups are missing.');
  for (const [into, member] of [
    [group.id, direct.id],
    [group.id, subgroup.id],
    [subgroup.id, below.id],
  ] as const)
    await licet.call('groups.addMember', licet.admin, { params: { group: into, member } });
  const filter = { group: group.id };
  expect(await namesOf(filter)).toEqual(['Match below', 'Match direct']);
  expect(await namesOf({ ...filter, notIn: group.id })).toEqual(['Match below']);
  const unsighted = await licet.user('users.read');
  for (const query of [filter, { notIn: group.id }])
    expect(await licet.outcome('users.matching', unsighted, { query })).toBe('forbidden');
});

test('requires the same rights as the list, and refuses an instant other than the present', async () => {
  const { key } = await licet.owned();
  const reader = await licet.user('users.read');
  expect(await licet.outcome('users.matching', reader)).toBe('ok');
  expect(await licet.outcome('users.matching', reader, { query: { application: key } })).toBe('forbidden');
  expect(await licet.outcome('users.matching', await licet.user('groups.read'))).toBe('forbidden');
  const at = new Date().toISOString();
  expect(await licet.outcome('users.matching', licet.admin, { query: { at } }).catch(() => 'refused')).toBe('refused');
});

test('refuses a filter that matches more users than can be changed together', async () => {
  const most = limits.usersAtOnce.value;
  await licet.database.pool.query(
    `insert into users (id, username, username_key, name, status, created_no, no_from)
     select gen_random_uuid(), 'many-' || n, 'many-' || n, 'Many ' || n, 'active', 1, 1 from generate_series(1, $1) n`,
    [most],
  );
  expect(await namesOf({ q: 'many' })).toHaveLength(most);
  expect(await licet.outcome('users.matching', licet.admin)).toBe('too_large');
});
