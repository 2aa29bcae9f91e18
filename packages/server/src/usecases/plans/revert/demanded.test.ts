// packages/server/src/usecases/plans/revert/demanded.test.ts
import { afterAll, beforeAll, expect, test } from 'vitest';
import { firstPolicy } from '../../../store/policy/policy.ts';
import { operator, type TestLicet, testLicet } from '../../testing.ts';

let licet: TestLicet;
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());

test('reports that the sign-in rules no longer require a second factor of a restored group', async () => {
  const { id: group } = await licet.call('groups.create', licet.admin, { body: { name: 'Board' } });
  const { version: _, ...usual } = firstPolicy;
  const secondFactor = [{ of: { kind: 'group', id: group }, graceUntil: null }];
  await licet.call('policy.update', operator, { body: { ...usual, secondFactor } });
  await licet.call('groups.remove', licet.admin, { params: { group } });
  const { items } = await licet.call('audit.list', licet.admin, { query: { limit: '1' } });
  const { changes, cannot } = await licet.call('plans.revert', licet.admin, { body: { event: items[0]?.no } });
  expect(changes).toMatchObject([{ call: 'groups.create' }]);
  expect(cannot).toMatchObject([
    {
      why: 'not_planned',
      target: { kind: 'group', name: 'Board' },
      says: 'The group Board comes back as another one, of which the sign-in rules require no second factor: require it anew.',
    },
  ]);
});
