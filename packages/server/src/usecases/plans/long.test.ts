import { type LongApplicationLine, limits, type PlannedChange } from '@licet/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../context.ts';
import { type TestLicet, testLicet } from '../testing.ts';
import { inOrder, inRuns } from './in-runs.ts';
import { linesOf, madeId, planLong, sentChanges } from './together/together.testing.ts';

describe('long plans', () => {
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

  /** The maximum number of draft sessions in use during the work. */
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

  test('runs one long plan at a time for all callers, and a short plan in parallel', async () => {
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

  test('refuses a caller who may make none of many changes, without using a database session', async () => {
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

  test('applying a plan lets the next plan start while its response is unread, and reports what it applied', async () => {
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
});

describe('large plans whose calls are made in runs', () => {
  const user = (n: number): PlannedChange => ({ call: 'users.create', body: { username: `u${n}`, name: 'U' } });
  const join = (n: number): PlannedChange => ({
    call: 'groups.addMember',
    params: { group: madeId(1), member: madeId(n) },
  });
  const leave = (n: number): PlannedChange => ({ ...join(n), call: 'groups.removeMember' }) as PlannedChange;
  const end = (n: number): PlannedChange => ({ call: 'users.remove', params: { user: madeId(n) } });
  const rename = (n: number): PlannedChange => ({
    call: 'users.update',
    params: { user: madeId(n) },
    body: { name: 'V' },
  });
  const pairs = (one: typeof user, other: typeof user) =>
    Array.from({ length: 3 }, (_, n) => [one(n), other(n)]).flat();

  /** Returns the index ranges of the runs that are made; `refused` is the index of a change that is refused. */
  async function runsOf(changes: readonly PlannedChange[], most?: number, refused = -1): Promise<string[]> {
    const runs: string[] = [];
    await inRuns(changes, {
      several: async (from, to) => {
        if (from <= refused && refused < to) return false;
        runs.push(`${from}-${to - 1}`);
        return true;
      },
      one: async (place) => runs.push(`${place}`) > 0,
      ...(most !== undefined && { most }),
    });
    return runs;
  }

  test('consecutive additions form one run, and consecutive removals form another, in any order of calls', async () => {
    expect(await runsOf([...pairs(user, join), ...pairs(leave, end)])).toEqual(['0-5', '6-11']);
    expect(await runsOf([user(0), join(0), rename(0), rename(1), end(0), user(1)])).toEqual([
      '0-1',
      '2',
      '3',
      '4',
      '5',
    ]);
  });

  test('finds a refused change by bisecting its run', async () => {
    expect(await runsOf(pairs(user, join), undefined, 4)).toEqual(['0-2', '3', '4', '5']);
  });

  test('refuses changes that need more steps than one plan allows', async () => {
    await expect(runsOf([0, 1, 2].map(rename), 3)).resolves.toHaveLength(3);
    await expect(runsOf([0, 1, 2, 3].map(rename), 3)).rejects.toMatchObject({ problem: { code: 'too_large' } });
    // Each application of a run needs statements of its own.
    const grant = (application: string): PlannedChange => ({
      call: 'grants.revoke',
      params: { application, grant: madeId(1) },
    });
    await expect(runsOf(['a', 'b', 'c', 'a', 'b', 'c'].map(grant), 3)).resolves.toEqual(['0-5']);
    await expect(runsOf(['a', 'b', 'c', 'd'].map(grant), 3)).rejects.toMatchObject({ problem: { code: 'too_large' } });
    // Failed attempts to make changes together count too.
    await expect(runsOf(pairs(user, join), 4, 4)).rejects.toMatchObject({ problem: { code: 'too_large' } });
  });

  test('refuses a set of changes that would hold the writer lock beyond the limit', async () => {
    const making = { several: async () => true, one: async () => true };
    const slow = { problem: { code: 'too_large', detail: expect.stringMatching(/^These changes take minutes, /) } };
    await expect(inRuns([0, 1].map(rename), { ...making, time: 0 })).rejects.toMatchObject(slow);
    await expect(inRuns([0, 1].map(rename), making)).resolves.toBeUndefined();
    // Runs that are made together do not count.
    const runs = [...pairs(user, join), ...pairs(leave, end)];
    await expect(inRuns(runs, { ...making, time: 0 })).resolves.toBeUndefined();
    await expect(inRuns(runs, { ...making, several: async () => false, time: 0 })).rejects.toMatchObject(slow);
    // A short plan can change roles that very many users hold.
    await expect(inOrder(2, making.one, 0)).rejects.toMatchObject(slow);
    await expect(inOrder(2, making.one)).resolves.toBeUndefined();
  });
});
