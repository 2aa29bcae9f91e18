import { limits, type Plan, type Principal } from '@licet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findApplication } from '../../store/applications/applications.ts';
import { insertGrant } from '../../store/grants/grants.ts';
import { insertGroup } from '../../store/groups/groups.ts';
import { insertMembership } from '../../store/groups/memberships.ts';
import { insertRole } from '../../store/roles/roles.ts';
import { insertUser } from '../../store/users/users.ts';
import type { Caller } from '../context.ts';
import { type TestLicet, testLicet } from '../testing.ts';

const people = 2 * limits.planHoldersShown.value + 7;
const nameOf = (n: number) => `Person ${String(n).padStart(3, '0')}`;

let licet: TestLicet;
let group: string;
beforeAll(async () => {
  licet = await testLicet();
  const { key } = await licet.owned('shop');
  await licet.build(async (change) => {
    const app = (await findApplication(change, key))?.factId ?? '';
    const role = await insertRole(change, app, { name: 'clerk', title: '' });
    group = (await insertGroup(change, { name: 'Everybody', description: '' })).id;
    const grant = { starts: change.at, ends: null, reason: '', grantedBy: 'test' };
    await insertGrant(change, app, {
      ...grant,
      principal: { kind: 'group', id: group },
      gives: { kind: 'role', id: role },
    });
    for (let n = people; n > 0; n -= 1) {
      const user = { username: `p${n}`, email: null, name: nameOf(n), status: 'active' } as const;
      await insertMembership(change, group, { kind: 'user', id: (await insertUser(change, user)).id, name: '' });
    }
  });
});
afterAll(() => licet.close());

const asked = () => ({ changes: [{ call: 'groups.remove' as const, params: { group } }] });
const plan = (caller: Caller) => licet.call('plans.make', caller, { body: asked() }) as Promise<Plan>;
interface Holders {
  readonly items: readonly Principal[];
  readonly next: number | null;
}
const holders = (caller: Caller, digest: string, after: number): Promise<Holders> =>
  licet.call('plans.holders', caller, { body: { ...asked(), digest, effect: 0, after } });

test('lists the principals of an effect completely, by name and each once', async () => {
  const { digest, effects } = await plan(licet.admin);
  expect(effects).toMatchObject([{ count: people }]);
  const names = effects[0]?.holders.map(({ name }) => name) ?? [];
  for (let after: number | null = names.length; after !== null; ) {
    const page: Holders = await holders(licet.admin, digest, after);
    names.push(...page.items.map(({ name }) => name));
    after = page.next;
  }
  expect(names).toEqual(Array.from({ length: people }, (_, n) => nameOf(n + 1)));
});

test('lists nobody to a caller who may not see them, and nothing of a plan with other effects by now', async () => {
  const manager = await licet.user('groups.manage', 'grants.manage', 'users.read');
  const hidden = await plan(manager);
  expect(await holders(manager, hidden.digest, 0)).toEqual({ items: [], next: null });
  const { digest } = await plan(licet.admin);
  await licet.build(async (change) => {
    const user = { username: 'late', email: null, name: 'Late', status: 'active' } as const;
    await insertMembership(change, group, { kind: 'user', id: (await insertUser(change, user)).id, name: '' });
  });
  await expect(holders(licet.admin, digest, 0)).rejects.toMatchObject({ problem: { code: 'plan_moved' } });
});
