import { erasedName, limits, usualRolePolicy } from '@licet/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { change } from '../../store/kernel/change.ts';
import type { Caller } from '../context.ts';
import { type ReviewDesk, reviewDeskIn } from '../reviews/testing.ts';
import { operator, type TestLicet, testLicet } from '../testing.ts';

describe('hand-overs', () => {
  type User = Caller & { readonly kind: 'user' };
  let licet: TestLicet;
  let desk: ReviewDesk;
  let ada: User;
  let ben: User;
  beforeAll(async () => {
    licet = await testLicet();
  });
  afterAll(() => licet.close());
  beforeEach(async () => {
    desk = await reviewDeskIn(licet);
    [ada, ben] = [await licet.user(), await licet.user()];
  });

  const of = (user: User) => ({ params: { user: user.userId } });
  const own = (user: User) =>
    licet.call('applications.addOwner', licet.admin, { params: { ...desk.params, user: user.userId } });
  const named = (...users: User[]) => ({ users: users.map(({ userId }) => userId), groups: [] });
  const policyOf = () => ({ params: { ...desk.params, role: desk.roles.clerk } });
  const inSteps = (...steps: User[][]) =>
    licet.call('roles.setPolicy', licet.admin, {
      ...policyOf(),
      body: {
        ...usualRolePolicy,
        approval: { steps: steps.map((users) => ({ approvers: named(...users), needed: 1 })) },
      },
    });
  const steps = async () =>
    (await licet.call('roles.policy', licet.admin, policyOf())).approval.steps.map(({ approvers }) =>
      approvers === 'owners' ? approvers : approvers.users.map(({ id }) => id),
    );
  const handOver = (from: User, to: User, parts?: object) =>
    licet.call('users.handOver', licet.admin, { ...of(from), body: { to: to.userId, parts } });
  const history = async (query: object) =>
    (await licet.call('audit.list', licet.admin, { query: { ...query, limit: '20' } })).items.map(
      ({ action }) => action,
    );
  const numberOf = async () =>
    (await licet.call('audit.list', licet.admin, { query: { limit: '1' } })).items[0]?.no ?? 0;

  async function everything() {
    await own(ada);
    await inSteps([ada]);
    return desk.open({ reviewers: { kind: 'users', users: [ada.userId] }, name: `Of ${desk.key}` });
  }

  describe('the history after a hand-over', () => {
    test('contains events of the application, the role, the review and both users', async () => {
      const review = await everything();
      const before = await numberOf();
      await handOver(ada, ben);
      expect((await history({ application: desk.key })).slice(0, 3)).toEqual([
        'role.policy_changed',
        'application.owner_removed',
        'application.owner_added',
      ]);
      expect((await history({ target: desk.roles.clerk }))[0]).toBe('role.policy_changed');
      expect((await history({ target: review.id }))[0]).toBe('review.changed');
      expect((await history({ target: ben.userId }))[0]).toBe('user.took_over');
      expect((await history({ target: ada.userId }))[0]).toBe('user.handed_over');
      const { items } = await licet.call('audit.list', licet.admin, { query: { sort: 'no', limit: '50' } });
      const made = items.filter(({ no }) => no > before);
      expect(made.at(-1)).toMatchObject({ action: 'plan.applied', after: { changes: 6, first: before + 1 } });
      const { username } = await licet.call('users.get', licet.admin, of(ben));
      expect(made.find(({ action }) => action === 'application.owner_added')?.after).toMatchObject({
        owner: expect.stringContaining(`(${username})`),
      });
      expect(await licet.call('audit.verify', licet.admin)).toMatchObject({ whole: true });
    });

    test('contains one change set, which is reverted as a whole except for reviews', async () => {
      const review = await everything();
      await own(ben);
      await handOver(ada, ben);
      const back = await licet.call('plans.revert', licet.admin, { body: { plan: await numberOf() } });
      expect(back.cannot).toMatchObject([{ why: 'not_planned', target: { kind: 'review', name: review.name } }]);
      const { digest, steps: planned } = await licet.call('plans.make', licet.admin, {
        body: { changes: back.changes },
      });
      expect(planned.map(({ refused }) => refused)).toEqual(back.changes.map(() => null));
      await licet.call('plans.apply', licet.admin, { body: { changes: back.changes, digest, reverts: back.reverts } });
      const { owners } = await licet.call('applications.get', licet.admin, { params: desk.params });
      // The receiver owned the application before, so a revert does not take it away.
      expect(owners.map(({ id }) => id).sort()).toEqual([ada.userId, ben.userId, desk.owner.userId].sort());
      expect(await steps()).toEqual([[ada.userId]]);
    });

    test('allows a revert of a single change by its number, but no second revert', async () => {
      await everything();
      await handOver(ada, ben, { applications: 'all', roles: 'all' });
      const whole = await numberOf();
      const policy = (await licet.call('audit.list', licet.admin, { query: { target: desk.roles.clerk, limit: '1' } }))
        .items[0];
      const revert = async (question: object) => {
        const { changes, reverts } = await licet.call('plans.revert', licet.admin, { body: question });
        if (changes.length === 0) return 0;
        const { digest } = await licet.call('plans.make', licet.admin, { body: { changes } });
        await licet.call('plans.apply', licet.admin, { body: { changes, digest, reverts } });
        return changes.length;
      };
      expect(await revert({ event: policy?.no })).toBe(1);
      expect(await steps()).toEqual([[ada.userId]]);
      expect(await revert({ plan: whole })).toBe(2);
      expect(await revert({ plan: whole })).toBe(0);
    });

    test('a revert of an old hand-over with a single event reports that reviews are not restored', async () => {
      await change(licet.database, { kind: 'system', id: null, name: 'test' }, async (handle) =>
        handle.record({
          action: 'user.handed_over',
          target: { kind: 'user', id: ada.userId, name: 'Ada' },
          after: { handedTo: 'Ben (ben)', applications: [], roles: [], reviews: ['Quarter'] },
        }),
      );
      const back = await licet.call('plans.revert', licet.admin, { body: { event: await numberOf() } });
      expect(back.cannot).toMatchObject([{ says: expect.stringContaining('does not get reviews back') }]);
    });

    test('gets no event when the caller may not hand over one of the duties', async () => {
      await everything();
      const manager = await licet.user('users.read', 'users.manage', 'applications.manage', 'grants.manage');
      const before = await numberOf();
      expect(await licet.outcome('users.handOver', manager, { ...of(ada), body: { to: ben.userId } })).toBe(
        'may_not_grant',
      );
      expect(await numberOf()).toBe(before);
    });

    test('contains one hand-over after two simultaneous requests', async () => {
      await everything();
      const cem = await licet.user();
      const outcomes = await Promise.all(
        [ben, cem].map((to) => licet.outcome('users.handOver', licet.admin, { ...of(ada), body: { to: to.userId } })),
      );
      expect(outcomes.sort()).toEqual(['ok', 'wrong_state']);
      expect(
        (await history({ application: desk.key })).filter((it) => it === 'application.owner_removed'),
      ).toHaveLength(1);
    });
  });

  describe('an approval in steps', () => {
    test('keeps the leaving user in a step if the receiver decides in another one', async () => {
      await inSteps([ada], [ben]);
      await inSteps([ada, desk.owner], [ben, ada]);
      await own(ada);
      const plan = await licet.call('plans.make', licet.admin, {
        body: { changes: [{ call: 'users.handOver', ...of(ada), body: { to: ben.userId } }] },
      });
      expect(plan.steps[0]?.record?.after).toMatchObject({ kept: [`${desk.key}/clerk`] });
      expect(await handOver(ada, ben)).toMatchObject({ applications: 1, roles: 1 });
      expect(await steps()).toEqual([[ada.userId, desk.owner.userId], [ben.userId]]);
    });

    test('still needs two approvers: an owner replaces the suspended user', async () => {
      await inSteps([ada], [ben]);
      await own(ada);
      await handOver(ada, ben);
      expect(await steps()).toEqual([[ada.userId], [ben.userId]]);
      await licet.call('users.suspend', licet.admin, of(ada));
      const request = await desk.ask({ role: 'clerk' });
      const approve = (caller: Caller) =>
        licet.outcome('requests.approve', caller, { params: { request: request.id }, body: {} });
      expect(await approve(desk.owner)).toBe('ok');
      expect(await approve(desk.owner)).toBe('voted_already');
      expect(await approve(ben)).toBe('ok');
    });

    test('cannot be handed over to the user who decides in the other step, and the refusal names the role', async () => {
      await inSteps([ada], [ben]);
      const refused = await handOver(ada, ben).catch((error) => error.problem);
      expect(refused).toMatchObject({ code: 'wrong_state', detail: expect.stringContaining(`${desk.key}/clerk`) });
      expect(await steps()).toEqual([[ada.userId], [ben.userId]]);
    });
  });

  test('a decision on a review line waits for a hand-over at the same moment, without a deadlock', async () => {
    await desk.reader();
    const review = await desk.open();
    const [item] = await desk.items(review, desk.owner);
    const { line = 0, version = 0 } = item ?? {};
    const decided = await desk.decide(review, desk.owner, { line, version, decision: 'hand on', to: ada.userId });
    const then = decided.items[0]?.version ?? 0;
    const held = await licet.database.pool.connect();
    const waiting = async (count: number) =>
      expect
        .poll(async () => {
          const { rows } = await licet.database.pool.query(
            `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
          );
          return rows.length;
        })
        .toBe(count);
    try {
      await held.query('begin');
      await held.query('select from review_items where review_id = $1 and line = $2 for update', [review.id, line]);
      const handed = handOver(ada, ben);
      await waiting(1);
      const kept = desk.decide(review, ada, { line, version: then, decision: 'keep' });
      await waiting(2);
      await held.query('commit');
      expect(await handed).toMatchObject({ lines: 1 });
      expect(await kept.catch((error) => error.problem.code)).toBe('not_found');
    } finally {
      held.release();
    }
  });
});

describe('very many duties', () => {
  let licet: TestLicet;
  beforeAll(async () => {
    licet = await testLicet();
  });
  afterAll(() => licet.close());

  test('refuses to hand over very many duties at once, but hands over a part', async () => {
    const [from, to] = [await licet.user(), await licet.user()];
    const { key: application, owner } = await licet.owned();
    const { id: role } = await licet.call('roles.create', owner, { params: { application }, body: { name: 'clerk' } });
    const approvers = { users: [from.userId], groups: [] };
    const body = { ...usualRolePolicy, approval: { steps: [{ approvers, needed: 1 }] } };
    await licet.call('roles.setPolicy', owner, { params: { application, role }, body });
    await licet.build(({ connection, no }) =>
      connection.query(
        `with made as (
         insert into roles (id, app_id, name, title, created_no, no_from)
         select gen_random_uuid(), r.app_id, 'clerk-' || n, '', ${no}, ${no}
         from roles r, generate_series(1, ${limits.planStepsMax.value}) n where r.id = $1 and r.no_to > 1e18 returning id, app_id)
       insert into role_policies (app_id, role_id, policy, no_from)
       select made.app_id, made.id, p.policy, ${no} from made, role_policies p where p.role_id = $1`,
        [role],
      ),
    );
    const params = { user: from.userId };
    const handOver = (parts?: object) =>
      licet.outcome('users.handOver', licet.admin, { params, body: { to: to.userId, parts } });
    expect(await handOver()).toBe('too_large');
    expect(await handOver({ roles: [role] })).toBe('ok');
  });
});

describe('an erasure with a hand-over', () => {
  let licet: TestLicet;
  let desk: ReviewDesk;
  let ada: string;
  let ben: string;
  beforeAll(async () => {
    licet = await testLicet();
  });
  afterAll(() => licet.close());
  beforeEach(async () => {
    desk = await reviewDeskIn(licet);
    ben = (await licet.user()).userId;
    ada = (
      await licet.call('users.create', licet.admin, { body: { name: `Ada ${desk.key}`, username: `ada.${desk.key}` } })
    ).id;
    await licet.call('applications.addOwner', licet.admin, { params: { ...desk.params, user: ada } });
  });

  const of = () => ({ params: { user: ada } });
  const owners = async () =>
    (await licet.call('applications.get', licet.admin, { params: desk.params })).owners.map(({ id }) => id);
  const numberOf = async () =>
    (await licet.call('audit.list', licet.admin, { query: { limit: '1' } })).items[0]?.no ?? 0;
  const digestOf = async () => {
    const changes = [
      { call: 'users.handOver', ...of(), body: { to: ben } },
      { call: 'users.remove', ...of() },
    ];
    return (await licet.call('plans.make', licet.freshAdmin, { body: { changes } })).digest;
  };

  test('hands over and erases in one transaction, and the chain stays intact', async () => {
    const before = await numberOf();
    const body = { handOver: { to: ben }, digest: await digestOf() };
    expect(await licet.call('users.erase', licet.freshAdmin, { ...of(), body })).toMatchObject({ deletes: true });
    expect((await owners()).sort()).toEqual([ben, desk.owner.userId].sort());
    const { rows } = await licet.database.pool.query<{ action: string; xmin: string; said: string }>(
      `select action, xmin::text, target_name || coalesce(before::text, '') || coalesce(after::text, '') as said
     from change where no > $1 order by no`,
      [before],
    );
    expect(rows.map(({ action }) => action)).toEqual([
      'application.owner_added',
      'application.owner_removed',
      'user.took_over',
      'user.handed_over',
      'plan.applied',
      'user.erased',
    ]);
    expect(new Set(rows.map(({ xmin }) => xmin)).size).toBe(1);
    // The events of the hand-over do not name the erased person either. They still name the user who took over.
    expect(rows.filter(({ said }) => said.includes(`ada.${desk.key}`))).toEqual([]);
    const { username } = await licet.call('users.get', licet.admin, { params: { user: ben } });
    expect(rows.find(({ action }) => action === 'user.handed_over')?.said).toContain(username);
    expect(rows.find(({ action }) => action === 'user.took_over')?.said).toContain(erasedName);
    expect(await licet.call('audit.verify', licet.admin)).toMatchObject({ whole: true });
  });

  test('changes nothing when the sign-in is too old for an erasure', async () => {
    const before = await numberOf();
    expect(await licet.outcome('users.erase', licet.admin, { ...of(), body: { handOver: { to: ben } } })).toBe(
      'sign_in_again',
    );
    expect(await numberOf()).toBe(before);
    expect(await owners()).toContain(ada);
  });

  test('erases no user when the confirmed plan has changed', async () => {
    const body = { handOver: { to: ben }, digest: await digestOf() };
    const { key } = await licet.owned();
    await licet.call('applications.addOwner', licet.admin, { params: { application: key, user: ada } });
    expect(await licet.outcome('users.erase', licet.freshAdmin, { ...of(), body })).toBe('plan_moved');
    expect(await owners()).toContain(ada);
  });

  test('hands over once for two simultaneous requests', async () => {
    const body = { handOver: { to: ben } };
    const another = licet.anotherServer();
    const outcomes = await Promise.all([
      licet.outcome('users.erase', operator, { ...of(), body }),
      another.outcome('users.erase', operator, { ...of(), body }),
    ]);
    await another.close();
    expect(outcomes.sort()).toEqual(['not_found', 'ok']);
    expect((await owners()).filter((id) => id === ben)).toHaveLength(1);
  });
});
