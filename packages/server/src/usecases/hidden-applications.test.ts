import { afterAll, beforeAll, expect, test } from 'vitest';
import { Refusal } from '../refusal.ts';
import { daysAhead } from './reviews/testing.ts';
import { type TestLicet, testLicet } from './testing.ts';

// A refusal never names an application to a caller who may not see it.

let licet: TestLicet;
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());

const key = 'secret-merger';
const said = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof Refusal ? `${error.problem.code}: ${error.problem.detail}` : String(error)),
  );

test('refusals name an application only to callers who may see it', async () => {
  const { owner } = await licet.owned(key);
  const params = { application: key };
  const role = (await licet.call('roles.create', owner, { params, body: { name: 'r' } })).id;
  const [decider, reviewer, holder] = [await licet.user(), await licet.user(), await licet.user()];
  const approvers = { users: [decider.userId], groups: [] };
  await licet.call('roles.setPolicy', owner, {
    params: { ...params, role },
    body: {
      longestSeconds: null,
      reasonNeeded: false,
      requestable: true,
      secondApprover: false,
      breakGlass: null,
      approval: { steps: [{ approvers, needed: 1 }] },
    },
  });
  const grant = (kind: string, id: string) =>
    licet.call('grants.create', owner, {
      params,
      body: { principal: { kind, id }, gives: { kind: 'role', id: role } },
    });
  await grant('user', holder.userId);
  const group = await licet.call('groups.create', licet.admin, { body: { name: 'Team' } });
  await grant('group', group.id);
  await licet.call('reviews.open', licet.admin, {
    body: {
      name: 'Quarter',
      scope: { kind: 'application', application: key },
      undecided: 'keep',
      endsAt: daysAhead(9),
      reviewers: { kind: 'users', users: [reviewer.userId] },
    },
  });
  const manages = ['users.read', 'users.manage', 'groups.read', 'groups.manage'] as const;
  const [blind, sighted] = [await licet.user(...manages), await licet.user(...manages, 'applications.read')];
  for (const [caller, sees] of [
    [blind, false],
    [sighted, true],
  ] as const) {
    const texts = [
      ...(await Promise.all(
        [owner, decider, reviewer].map(({ userId }) =>
          said(licet.call('users.suspend', caller, { params: { user: userId } })),
        ),
      )),
      await said(licet.call('users.passwordLink', caller, { params: { user: holder.userId } })),
      await said(licet.call('users.handOver', caller, { params: { user: owner.userId }, body: { to: holder.userId } })),
      await said(licet.call('groups.addMember', caller, { params: { group: group.id, member: caller.userId } })),
    ];
    expect(texts.filter((text) => !text.startsWith('may_not_grant: '))).toEqual([]);
    expect(texts.filter((text) => text.includes(key) !== sees)).toEqual([]);
    expect(texts.filter((text) => text.includes('an application that you may not see') === sees)).toEqual([]);
  }
});
