import { erasedName, type OwnData } from '@licet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findUser, updateUser } from '../../store/users/users.ts';
import type { Caller } from '../context.ts';
import { operator, type TestLicet, testLicet } from '../testing.ts';

let licet: TestLicet;
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());

async function linesOf(pieces: Promise<AsyncIterable<string>>): Promise<OwnData[]> {
  let text = '';
  for await (const piece of await pieces) text += piece;
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as OwnData);
}
const dataOf = (user: string, caller: Caller = licet.admin) =>
  linesOf(licet.call('users.data', caller, { params: { user } }));

/** A person with a grant, a commented request, and an event of their own. */
async function person() {
  const one = await licet.user('groups.manage');
  const { key } = await licet.owned();
  const role = await licet.call('roles.create', licet.admin, { params: { application: key }, body: { name: 'clerk' } });
  const body = { principal: { kind: 'user', id: one.userId }, gives: { kind: 'role', id: role.id }, reason: 'Needed' };
  await licet.call('grants.create', licet.admin, { params: { application: key }, body });
  const asked = { application: 'licet', role: 'auditor', seconds: 3600, reason: 'For the audit' };
  await licet.call('requests.ask', one, { body: asked });
  await licet.call('groups.create', one, { body: { name: `Readers of ${key}` } });
  return one;
}

test('gives an administrator the same data as the user’s own download, with an audit event', async () => {
  const one = await person();
  const own = await linesOf(licet.call('me.download', one));
  const fetched = await dataOf(one.userId);
  const written = fetched.flatMap((line) => (line.kind === 'event' ? [line.event] : [])).at(-1);
  expect(written).toMatchObject({ action: 'user.data_fetched', actor: { id: licet.admin.userId }, origin: null });
  const without = (lines: readonly OwnData[]) =>
    lines.flatMap((line): OwnData[] => {
      if (line.kind === 'user') return [{ ...line, at: '' }];
      if (line.kind === 'event' && line.event.action === 'user.data_fetched') return [];
      return [line];
    });
  expect(without(fetched)).toEqual(without(own));
});

test('gives the operator the data of suspended and deleted users', async () => {
  const one = await person();
  const params = { user: one.userId };
  await licet.call('users.suspend', licet.admin, { params });
  expect((await dataOf(one.userId, operator)).map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['user', 'credentials', 'grant', 'request', 'event', 'act']),
  );
  await licet.call('users.remove', licet.admin, { params });
  const lines = await dataOf(one.userId, operator);
  expect([...new Set(lines.map(({ kind }) => kind))]).toEqual(['grant', 'request', 'event', 'act']);
  expect(lines.findLast(({ kind }) => kind === 'grant')).toMatchObject({
    grant: { state: 'revoked', reason: 'Needed' },
  });
});

test('refuses callers who are not administrators, without revealing whether the user exists', async () => {
  const one = await person();
  const params = { user: one.userId };
  const manager = await licet.user('users.read', 'users.manage', 'access.read', 'audit.read');
  for (const caller of [manager, one]) expect(await licet.outcome('users.data', caller, { params })).toBe('forbidden');
  const nowhere = { params: { user: '01980f3e-6b1c-7c55-9c8f-0d3c7e1f2a4b' } };
  expect(await licet.outcome('users.data', manager, nowhere)).toBe('forbidden');
  expect(await licet.outcome('users.data', licet.admin, nowhere)).toBe('not_found');
  const { items } = await licet.call('audit.list', licet.admin, { query: { target: one.userId } });
  expect(items.filter(({ action }) => action === 'user.data_fetched')).toEqual([]);
});

test('shows the other user of a hand-over by name, without the username', async () => {
  const [one, other] = [await licet.user(), await licet.user()];
  const { key } = await licet.owned();
  const ownerOf = { params: { application: key, user: other.userId } };
  await licet.call('applications.addOwner', licet.admin, ownerOf);
  const body = { name: 'Bea (Board)', username: 'bea.brown' };
  await licet.call('users.update', licet.freshAdmin, { params: { user: other.userId }, body });
  await licet.call('users.handOver', licet.admin, { params: { user: other.userId }, body: { to: one.userId } });
  await licet.call('users.handOver', licet.admin, { params: { user: one.userId }, body: { to: other.userId } });
  for (const lines of [await dataOf(one.userId), await linesOf(licet.call('me.download', one))]) {
    expect(JSON.stringify(lines)).not.toContain('bea.brown');
    const told = lines.flatMap((line) => (line.kind === 'event' ? [line.event.after] : []));
    expect(told).toContainEqual(expect.objectContaining({ handedBy: 'Bea (Board)', applications: [key] }));
    expect(told).toContainEqual(expect.objectContaining({ handedTo: 'Bea (Board)' }));
  }
  expect(JSON.stringify(await licet.call('audit.list', licet.admin, { query: { target: one.userId } }))).toContain(
    'Bea (Board) (bea.brown)',
  );
});

test('refuses an erased user', async () => {
  const one = await person();
  const params = { user: one.userId };
  await licet.call('users.erase', licet.freshAdmin, { params });
  expect(await licet.outcome('users.data', licet.admin, { params })).toBe('wrong_state');
});

test('accepts the id in upper case, and records the event for the user', async () => {
  const one = await person();
  const fetched = await dataOf(one.userId.toUpperCase());
  expect(fetched.some((line) => line.kind === 'act')).toBe(true);
  expect(fetched.at(0)).toMatchObject({ kind: 'user', user: { id: one.userId } });
  const { items } = await licet.call('audit.list', licet.admin, { query: { target: one.userId } });
  expect(items[0]).toMatchObject({ action: 'user.data_fetched', target: { id: one.userId } });
});

test('does not treat a user with the placeholder name as erased', async () => {
  const one = await person();
  await licet.build(async (change) => {
    const user = await findUser(change, one.userId);
    return user && updateUser(change, user, { name: erasedName });
  });
  const params = { user: one.userId };
  expect(await licet.outcome('users.data', licet.admin, { params })).toBe('ok');
  await licet.call('users.remove', licet.admin, { params });
  const { items } = await licet.call('audit.list', licet.admin, { query: { target: one.userId, limit: '1' } });
  const back = await licet.call('plans.revert', licet.admin, { body: { event: items[0]?.no } });
  expect(back.changes).toContainEqual(expect.objectContaining({ call: 'users.create' }));
  expect(back.cannot.filter(({ why }) => why === 'erased')).toEqual([]);
});
