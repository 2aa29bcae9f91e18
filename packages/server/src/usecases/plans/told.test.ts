import type { Plan, PlannedCall } from '@licet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestInput, type TestLicet, testLicet } from '../testing.ts';

let licet: TestLicet;
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());

interface Step extends TestInput {
  readonly call: PlannedCall;
}
const plan = (...changes: Step[]): Promise<Plan> =>
  licet.call('plans.make', licet.admin, { body: { changes } }) as Promise<Plan>;

/** An application with a permission and a role that brings it, and what gives something there to somebody. */
async function shop() {
  const { key, owner } = await licet.owned();
  const params = { application: key };
  const sell = await licet.call('permissions.create', owner, { params, body: { name: 'sell' } });
  const clerk = await licet.call('roles.create', owner, { params, body: { name: 'clerk', permissions: [sell.id] } });
  const give = async (id: string, gives: { kind: string; id: string }, more: object = {}) => {
    const body = { principal: { kind: 'user', id }, gives, ...more };
    const grant = await licet.call('grants.create', licet.admin, { params, body });
    return { call: 'grants.revoke', params: { ...params, grant: grant.id } } as const;
  };
  const { items } = await licet.call('roles.list', owner, { params });
  return { give, sell, clerk, admin: items.find(({ builtIn }) => builtIn)?.id ?? '' };
}

test('what is told at once is not told again when a part of it would have come by itself, of those alone whom it concerns', async () => {
  const { give, sell } = await shop();
  const [ana, ben] = [await licet.user(), await licet.user()];
  const gives = { kind: 'permission', id: sell.id };
  const ends = new Date(Date.now() + 86_400_000).toISOString();
  const made = await plan(await give(ana.userId, gives, { ends }), await give(ben.userId, gives));
  expect(made.effects).toMatchObject([{ at: made.at, loses: { permissions: ['sell'] }, count: 2 }]);
});

test('who loses the role admin is told what they keep by another way', async () => {
  const { give, clerk, admin } = await shop();
  const { userId } = await licet.user();
  await give(userId, { kind: 'role', id: clerk.id });
  const made = await plan(await give(userId, { kind: 'role', id: admin }));
  expect(made.effects).toMatchObject([
    { loses: { roles: ['admin'], permissions: [] }, keeps: ['sell'], keptBy: { roles: ['clerk'], permissions: [] } },
  ]);
});
