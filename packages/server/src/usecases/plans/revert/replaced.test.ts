import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestLicet, testLicet } from '../../testing.ts';

// A reverted change ended one thing and created another in its place, of which there can be only one.
let licet: TestLicet;
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());

const hence = (hours: number) => `${new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 23)}000Z`;

/** An application with two separated roles, and a user. */
async function shop() {
  const { key, owner } = await licet.owned();
  const params = { application: key };
  const role = async (name: string) => (await licet.call('roles.create', owner, { params, body: { name } })).id;
  const [clerk, payer] = [await role('clerk'), await role('payer')];
  const parts = [clerk, payer].map((id) => ({ elements: [{ kind: 'role', id }] }));
  const name = `Clerks and payers of ${key}`;
  const { id: separation } = await licet.call('separations.create', licet.admin, { body: { name, parts } });
  return { params, clerk, parts, name, separation, holder: (await licet.user()).userId };
}

/** Makes changes as one plan. @returns the number of the last */
async function together(changes: readonly unknown[]): Promise<number> {
  const { digest, steps } = await licet.call('plans.make', licet.freshAdmin, { body: { changes } });
  expect(steps.flatMap(({ refused }) => refused ?? [])).toEqual([]);
  return (await licet.call('plans.apply', licet.freshAdmin, { body: { changes, digest } })).last;
}
const opposite = (event: number) => licet.call('plans.revert', licet.freshAdmin, { body: { event } });

test('a replaced exception returns after the other has ended', async () => {
  const { separation, holder, params, clerk } = await shop();
  const of = { separation };
  const [before, after] = [hence(5), hence(2)];
  const body = { holder, reason: 'Month end', ends: before };
  const { id: exception } = await licet.call('separations.except', licet.admin, { params: of, body });
  const last = await together([
    { call: 'separations.endException', params: { ...of, exception } },
    { call: 'separations.except', params: of, body: { holder, reason: 'Shorter', ends: after } },
    // A later change of the same plan: the former thing must not return before it is reverted.
    {
      call: 'grants.create',
      params,
      body: { principal: { kind: 'user', id: holder }, gives: { kind: 'role', id: clerk } },
    },
  ]);
  const { changes, cannot } = await opposite(last);
  expect(cannot).toEqual([]);
  await together(changes);
  const { items } = await licet.call('separations.exceptions', licet.admin, { params: of });
  const active = items.filter(({ state }) => state === 'active');
  expect(active).toMatchObject([{ reason: 'Month end', ends: before }]);
});

test('an exception does not return beside a replacement that was changed since', async () => {
  const { separation, holder } = await shop();
  const of = { separation };
  const body = { holder, reason: 'Month end', ends: hence(5) };
  const { id: exception } = await licet.call('separations.except', licet.admin, { params: of, body });
  const last = await together([
    { call: 'separations.endException', params: { ...of, exception } },
    { call: 'separations.except', params: of, body: { holder, reason: 'Shorter', ends: hence(2) } },
  ]);
  const { items } = await licet.call('separations.exceptions', licet.admin, { params: of });
  const other = items.find(({ state }) => state === 'active')?.id ?? '';
  const changed = { params: { ...of, exception: other }, body: { ends: hence(3) } };
  await licet.call('separations.changeException', licet.admin, changed);
  const { changes, cannot } = await opposite(last);
  expect(changes).toEqual([]);
  expect(cannot.map(({ why }) => why).toSorted()).toEqual(['changed_since', 'exists_again']);
});

test('a grant does not return beside a replacement that was changed since', async () => {
  const { params, clerk, holder } = await shop();
  const body = { principal: { kind: 'user', id: holder }, gives: { kind: 'role', id: clerk } };
  const { id: grant } = await licet.call('grants.create', licet.admin, { params, body });
  const last = await together([
    { call: 'grants.revoke', params: { ...params, grant } },
    { call: 'grants.create', params, body: { ...body, ends: hence(2) } },
  ]);
  const { items } = await licet.call('grants.list', licet.admin, { params, query: { state: 'active' } });
  const other = items.find(({ principal }) => principal.id === holder)?.id ?? '';
  const changed = { params: { ...params, grant: other }, body: { ends: hence(3) } };
  await licet.call('grants.update', licet.admin, changed);
  const { changes, cannot } = await opposite(last);
  expect(changes).toEqual([]);
  expect(cannot.map(({ why }) => why).toSorted()).toEqual(['changed_since', 'exists_again']);
});

test('a separation does not return beside one that took its name and was changed since', async () => {
  const { separation, name, parts } = await shop();
  const last = await together([
    { call: 'separations.remove', params: { separation } },
    { call: 'separations.create', body: { name, parts } },
  ]);
  const { items } = await licet.call('separations.list', licet.admin, {});
  const other = items.find((it) => it.name === name)?.id ?? '';
  const changed = { params: { separation: other }, body: { why: 'Money' } };
  await licet.call('separations.update', licet.admin, changed);
  const { changes, cannot } = await opposite(last);
  expect(changes).toEqual([]);
  expect(cannot.map(({ why }) => why).toSorted()).toEqual(['changed_since', 'exists_again']);
});

test.each([
  ['groups', 'group'],
  ['users', 'user'],
] as const)(
  '%s are not restored while something else has their name, even if the revert changes that one too',
  async (noun, kind) => {
    const name = (text: string) => (noun === 'users' ? { username: text } : { name: text });
    const make = async (text: string) => {
      const made = noun === 'users' ? { username: text, name: 'Ada' } : { name: text };
      return (await licet.call(`${noun}.create`, licet.admin, { body: made as never })).id;
    };
    const [key, another] = ['crew', 'night'].map((name) => `${name}-${Date.parse(hence(1))}`) as [string, string];
    const [gone, kept] = [await make(key), await make(another)];
    const changed = noun === 'users' ? { name: 'Bea' } : { description: 'By night' };
    const last = await together([
      { call: `${noun}.remove`, params: { [kind]: gone } },
      { call: `${noun}.update`, params: { [kind]: kept }, body: changed },
    ]);
    const renamed = { params: { [kind]: kept }, body: name(key) };
    await licet.call(`${noun}.update`, licet.admin, renamed as never);
    const { changes, cannot } = await opposite(last);
    expect(cannot).toMatchObject([{ why: 'exists_again', target: { kind } }]);
    expect(changes).toMatchObject([{ call: `${noun}.update` }]);
    await together(changes);
  },
);

test('restores a group when the revert renames the one that has its name now', async () => {
  const make = async (name: string) => (await licet.call('groups.create', licet.admin, { body: { name } })).id;
  const [key, another] = ['day', 'late'].map((name) => `${name}-${Date.parse(hence(1))}`) as [string, string];
  const [gone, kept] = [await make(key), await make(another)];
  const last = await together([
    { call: 'groups.remove', params: { group: gone } },
    { call: 'groups.update', params: { group: kept }, body: { name: key } },
  ]);
  const described = { params: { group: kept }, body: { description: 'By night' } };
  await licet.call('groups.update', licet.admin, described);
  const { changes, cannot } = await opposite(last);
  expect(cannot).toEqual([]);
  await together(changes);
  expect(await licet.call('groups.get', licet.admin, { params: { group: kept } })).toMatchObject({ name: another });
  const { items } = await licet.call('groups.list', licet.admin, { query: { q: key } });
  expect(items).toMatchObject([{ name: key }]);
});
