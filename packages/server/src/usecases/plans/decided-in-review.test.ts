import type { PlannedChange } from '@licet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Refusal } from '../../refusal.ts';
import { type TestLicet, testLicet } from '../testing.ts';

let licet: TestLicet;
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());

const waitingForTheWriter = `
  select from pg_locks l join pg_database d on d.oid = l.database
  where l.locktype = 'advisory' and not l.granted and d.datname = current_database()`;

const refusalOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'done',
    (error: unknown) => (error instanceof Refusal ? `${error.problem.code} ${error.problem.reason}` : error),
  );

/** Creates an application that is under review. Each user has a role that a plan replaces by another role with the same permission. */
async function replacing(users: number, from = 'old') {
  const { key: application, owner } = await licet.owned();
  const params = { application };
  const { id: permission } = await licet.call('permissions.create', owner, { params, body: { name: 'pay' } });
  const roleOf = async (name: string) =>
    (await licet.call('roles.create', owner, { params, body: { name, permissions: [permission] } })).id;
  const builtIn = async () => {
    const { items } = await licet.call('roles.list', owner, { params });
    return items.find(({ name }) => name === 'admin')?.id ?? '';
  };
  const [old, other] = [await (from === 'admin' ? builtIn() : roleOf(from)), await roleOf('new')];
  const changes: PlannedChange[] = [];
  for (let n = 0; n < users; n += 1) {
    const { userId } = await licet.user();
    const give = (id: string) => ({
      principal: { kind: 'user' as const, id: userId },
      gives: { kind: 'role' as const, id },
    });
    const grant = await licet.call('grants.create', licet.freshAdmin, { params, body: give(old) });
    changes.push({ call: 'grants.revoke', params: { application, grant: grant.id } });
    changes.push({ call: 'grants.create', params, body: give(other) });
  }
  const open = async () => {
    const { id: review } = await licet.call('reviews.open', licet.admin, {
      body: {
        name: 'Quarter',
        scope: { kind: 'application', application },
        reviewers: { kind: 'owners' },
        endsAt: new Date(Date.now() + 14 * 86_400_000).toISOString(),
        undecided: 'keep',
      },
    });
    const about = { params: { review } };
    const { items } = await licet.call('reviews.items', owner, { ...about, query: { limit: '200' } });
    return {
      decide: (how: object) =>
        licet.call('reviews.decide', owner, {
          ...about,
          body: { decisions: items.map(({ line, version }) => ({ line, version, ...how })) },
        }),
    };
  };
  const plan = () => licet.call('plans.make', licet.freshAdmin, { body: { changes } });
  const apply = (digest: string) => licet.call('plans.apply', licet.freshAdmin, { body: { changes, digest } });
  const [revocation] = changes;
  if (!revocation) throw new Error('There are no users.');
  return { open, plan, apply, revocation };
}

test('a decision made while a plan waits for the writer lock is not undone by the plan', async () => {
  const { open, plan, apply } = await replacing(1);
  const review = await open();
  const { digest } = await plan();
  // A writer that rolls back leaves the change number as it was.
  const held = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const writer = licet.build(async () => {
    locked.resolve();
    await held.promise;
    throw new Error('The change fails.');
  });
  const failed = expect(writer).rejects.toThrow('The change fails.');
  await locked.promise;
  const applying = refusalOf(apply(digest));
  await expect.poll(async () => (await licet.database.pool.query(waitingForTheWriter)).rowCount).toBe(1);
  const { refused } = await review.decide({ decision: 'revoke' });
  expect(refused).toEqual([]);
  held.resolve();
  await failed;
  expect(await applying).toBe('wrong_state review_replaced');
});

test('the stricter decision of two reviews counts', async () => {
  const { open, plan } = await replacing(1);
  await (await open()).decide({ decision: 'revoke' });
  await (await open()).decide({ decision: 'shorten', ends: new Date(Date.now() + 86_400_000 * 400).toISOString() });
  expect(await refusalOf(plan())).toBe('wrong_state review_replaced');
});

test('a role with a permission replaces the role admin, which implies it', async () => {
  const { open, plan } = await replacing(1, 'admin');
  await (await open()).decide({ decision: 'revoke' });
  expect(await refusalOf(plan())).toBe('wrong_state review_replaced');
});

test('a plan hands over a reviewer’s duties and revokes a grant, although the line about the grant returns to the owners', async () => {
  const { open, revocation } = await replacing(1);
  const { userId: carl } = await licet.user();
  const { userId: dora } = await licet.user();
  await (await open()).decide({ decision: 'hand on', to: carl });
  const changes = [{ call: 'users.handOver' as const, params: { user: carl }, body: { to: dora } }, revocation];
  const { digest } = await licet.call('plans.make', licet.freshAdmin, { body: { changes } });
  await licet.call('plans.apply', licet.freshAdmin, { body: { changes, digest } });
});
