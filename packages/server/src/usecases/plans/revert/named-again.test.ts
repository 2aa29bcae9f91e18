import { usualRolePolicy } from '@licet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestLicet, testLicet } from '../../testing.ts';

// A restored thing has another id, and rules that named it name the new one. Their change comes after everything that
// it names.
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

async function reverted(event: number): Promise<void> {
  const { changes, cannot } = await licet.call('plans.revert', licet.freshAdmin, { body: { event } });
  expect(cannot.filter(({ why }) => why !== 'sign_in')).toEqual([]);
  await together(changes);
}

test('a policy names two groups again that were deleted in reverse order', async () => {
  const { key: application, owner } = await licet.owned();
  const make = async (name: string) =>
    (await licet.call('groups.create', licet.admin, { body: { name: `${name} of ${application}` } })).id;
  const [first, second] = [await make('First'), await make('Second')];
  const { id: role } = await licet.call('roles.create', owner, { params: { application }, body: { name: 'clerk' } });
  const params = { application, role };
  const approvers = { users: [], groups: [first, second] };
  const body = { ...usualRolePolicy, approval: { steps: [{ approvers, needed: 1 }] } };
  await licet.call('roles.setPolicy', owner, { params, body });
  await reverted(await together([second, first].map((group) => ({ call: 'groups.remove', params: { group } }))));
  const { approval } = await licet.call('roles.policy', owner, { params });
  const names = approval.steps.flatMap((step) => (step.approvers === 'owners' ? [] : step.approvers.groups));
  expect(names.map(({ name }) => name).toSorted()).toEqual([`First of ${application}`, `Second of ${application}`]);
});

test('a separation names two roles again that were deleted in reverse order', async () => {
  const { key: application, owner } = await licet.owned();
  const make = async (name: string) =>
    (await licet.call('roles.create', owner, { params: { application }, body: { name } })).id;
  const [clerk, auditor, payer] = [await make('clerk'), await make('auditor'), await make('payer')];
  const part = (...ids: string[]) => ({ elements: ids.map((id) => ({ kind: 'role', id })) });
  const parts = [part(clerk, auditor), part(payer)];
  const { id: separation } = await licet.call('separations.create', licet.admin, {
    body: { name: `Of ${application}`, parts },
  });
  await reverted(
    await together([auditor, clerk].map((role) => ({ call: 'roles.remove', params: { application, role } }))),
  );
  const found = await licet.call('separations.get', licet.admin, { params: { separation } });
  expect(JSON.stringify(found)).toMatch(/clerk.*auditor|auditor.*clerk/);
});
