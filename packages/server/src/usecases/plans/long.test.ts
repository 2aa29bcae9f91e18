import { type LongApplicationLine, limits, type PlannedChange } from '@licet/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../context.ts';
import { type TestLicet, testLicet } from '../testing.ts';
import { linesOf, planLong, sentChanges } from './together/together.testing.ts';

let licet: TestLicet;
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());

const groups = (count: number) =>
  Array.from({ length: count }, (_, place) => ({ call: 'groups.create', body: { name: `Any ${place}` } }));
const long = groups(limits.planShort.value + 1);
const outcome = (caller: Caller, changes: readonly object[]) =>
  licet.outcome('plans.make', caller, { body: { changes } });

/** The number of draft sessions in use. */
function inUse(): number {
  const { drafts, longDrafts } = licet.database;
  return drafts.totalCount - drafts.idleCount + (longDrafts.totalCount - longDrafts.idleCount);
}

/** The maximum number of draft sessions in use meanwhile. */
async function sessionsInUse(work: () => Promise<unknown>): Promise<number> {
  const pools = [licet.database.drafts, licet.database.longDrafts];
  let most = 0;
  const noteMost = () => {
    most = Math.max(most, inUse());
  };
  for (const pool of pools) pool.on('acquire', noteMost);
  await work();
  for (const pool of pools) pool.off('acquire', noteMost);
  return most;
}

/** Blocks plans that read groups, until `work` is done. */
async function held<Result>(work: () => Promise<Result>): Promise<Result> {
  const connection = await licet.database.pool.connect();
  try {
    await connection.query('begin; lock table groups in access exclusive mode');
    return await work();
  } finally {
    await connection.query('rollback');
    connection.release();
  }
}

test('makes one long plan at a time, of any caller, and a short one meanwhile', async () => {
  const managers = [await licet.user('groups.manage'), await licet.user('groups.manage')];
  const both = () => Promise.all(managers.map((manager) => outcome(manager, long)));
  const alone = await sessionsInUse(async () => expect(await both()).toEqual(['ok', 'ok']));
  expect(alone, 'sessions of long plans').toBe(1);
  const made = await held(async () => {
    const plans = [both()];
    await expect.poll(inUse).toBe(1);
    plans.push(Promise.all([outcome(licet.admin, groups(1))]));
    await expect.poll(inUse, { message: 'sessions of a long and a short one' }).toBe(2);
    return plans;
  });
  expect((await Promise.all(made)).flat()).toEqual(['ok', 'ok', 'ok']);
});

test('a caller who may make none of many changes learns only that, without a session; for few changes the reason of each', async () => {
  const member = await licet.user();
  const { owner, key } = await licet.owned();
  const updates = (application: string) =>
    long.map(() => ({ call: 'applications.update', params: { application }, body: { name: 'Any' } }));
  expect(await sessionsInUse(async () => expect(await outcome(member, long)).toBe('forbidden'))).toBe(0);
  expect(await sessionsInUse(async () => expect(await outcome(owner, updates('licet'))).toBe('forbidden'))).toBe(0);
  await expect(licet.call('plans.make', member, { body: { changes: long } })).rejects.toMatchObject({
    problem: { permission: 'groups.manage' },
  });
  expect(await outcome(owner, updates(key))).toBe('ok');
  const { steps } = await licet.call('plans.make', member, { body: { changes: groups(1) } });
  expect(steps[0]?.refused?.code).toBe('forbidden');
});

test('an application whose answer is read too slowly frees the place, and ends with what it applied', async () => {
  const changes: PlannedChange[] = [{ call: 'groups.create', body: { name: 'Late' } }];
  const { plan } = await planLong(licet, licet.admin, changes);
  const body = sentChanges(changes, { digest: plan?.digest });
  const answer = await licet.call('plans.applyLong', licet.admin, { body });
  const another = await licet.user('groups.manage');
  const tryPlan = () => planLong(licet, another, [{ call: 'groups.create', body: { name: 'Another' } }]);
  await expect
    .poll(() =>
      tryPlan().then(
        ({ plan }) => plan !== undefined,
        () => false,
      ),
    )
    .toBe(true);
  const lines = await linesOf<LongApplicationLine>(answer);
  expect(lines.filter((line) => !('phase' in line))).toEqual([{ applied: expect.anything() }]);
  expect(lines.at(-1)).toEqual({ applied: expect.anything() });
});
