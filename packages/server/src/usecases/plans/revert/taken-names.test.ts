import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestLicet, testLicet } from '../../testing.ts';

// A name in use by another thing does not prevent the rest of a change set from being reverted.
let licet: TestLicet;
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());

async function together(changes: readonly unknown[]): Promise<number> {
  const { digest, steps } = await licet.call('plans.make', licet.freshAdmin, { body: { changes } });
  expect(steps.flatMap(({ refused }) => refused ?? [])).toEqual([]);
  return (await licet.call('plans.apply', licet.freshAdmin, { body: { changes, digest } })).last;
}

const named = (name: string) => `${name} ${randomUUID().slice(0, 8)}`;
const nameOf = async (group: string) => (await licet.call('groups.get', licet.admin, { params: { group } })).name;
const group = async (name: string) => (await licet.call('groups.create', licet.admin, { body: { name } })).id;

test('leaves a group its new name when another group has the former one, and reverts the rest', async () => {
  const [crew, late, other] = [named('Crew'), named('Late'), named('Other')];
  const [one, two] = [await group(crew), await group(other)];
  const event = await together([
    { call: 'groups.update', params: { group: one }, body: { name: late, description: 'Second' } },
    { call: 'groups.remove', params: { group: two } },
  ]);
  await group(crew);
  const { changes, cannot } = await licet.call('plans.revert', licet.freshAdmin, { body: { event } });
  expect(cannot).toMatchObject([{ why: 'exists_again', target: { kind: 'group', name: crew } }]);
  expect(cannot[0]?.says).toMatch(/^The group Crew .+ is not given back: there is one already, made by /);
  await together(changes);
  expect(await licet.call('groups.get', licet.admin, { params: { group: one } })).toMatchObject({
    name: late,
    description: '',
  });
  const { items } = await licet.call('groups.list', licet.admin, { query: { q: other } });
  expect(items.map(({ name }) => name)).toEqual([other]);
});

test('leaves a user the username and the address that others have now', async () => {
  const [ann, mail] = [named('ann').replace(' ', '.'), `${randomUUID().slice(0, 8)}@firm.example`];
  const { id: user } = await licet.call('users.create', licet.admin, {
    body: { username: ann, name: 'Ann', email: mail },
  });
  const params = { user };
  const event = await together([
    { call: 'users.update', params, body: { username: `${ann}.new`, email: `new.${mail}` } },
    { call: 'groups.create', body: { name: named('Made') } },
  ]);
  await licet.call('users.create', licet.admin, { body: { username: ann, name: 'Bob', email: mail } });
  const { changes, cannot } = await licet.call('plans.revert', licet.freshAdmin, { body: { event } });
  expect(cannot.map(({ why, target }) => [why, target?.name])).toEqual([
    ['exists_again', ann],
    ['exists_again', mail],
  ]);
  expect(changes.map(({ call }) => call)).toEqual(['groups.remove']);
  await together(changes);
});

test('restores names that the same change set swapped, and one that changed in case only', async () => {
  const [a, b] = [named('Alpha'), named('Beta')];
  const [one, two, three] = [await group(a), await group(b), await group(named('crew'))];
  const before = await nameOf(three);
  const rename = (id: string, name: string) => ({ call: 'groups.update', params: { group: id }, body: { name } });
  const event = await together([
    rename(one, named('Between')),
    rename(two, a),
    rename(one, b),
    rename(three, before.toUpperCase()),
  ]);
  const { changes, cannot } = await licet.call('plans.revert', licet.freshAdmin, { body: { event } });
  expect(cannot).toEqual([]);
  await together(changes);
  expect([await nameOf(one), await nameOf(two), await nameOf(three)]).toEqual([a, b, before]);
});

test('gives back the name that a user is called by when somebody else has the former username', async () => {
  const ann = named('ann').replace(' ', '.');
  const { id: user } = await licet.call('users.create', licet.admin, { body: { username: ann, name: 'Ann' } });
  const event = await together([
    { call: 'users.update', params: { user }, body: { username: `${ann}.new`, name: 'Anna' } },
    { call: 'groups.create', body: { name: named('Made') } },
  ]);
  await licet.call('users.create', licet.admin, { body: { username: ann, name: 'Bob' } });
  const { changes, cannot } = await licet.call('plans.revert', licet.freshAdmin, { body: { event } });
  expect(cannot).toMatchObject([{ why: 'exists_again', target: { name: ann } }]);
  await together(changes);
  expect(await licet.call('users.get', licet.admin, { params: { user } })).toMatchObject({
    username: `${ann}.new`,
    name: 'Ann',
  });
});
