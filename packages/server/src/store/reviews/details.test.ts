import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ReviewDesk, reviewDeskIn } from '../../usecases/reviews/testing.ts';
import { type TestLicet, testLicet } from '../../usecases/testing.ts';
import { insertGrant } from '../grants/grants.ts';
import { insertGroup, insertMembership } from '../groups/groups.ts';
import { insertUser } from '../users/users.ts';
import { type Judged, readDetails, suggestionOf } from './details.ts';

describe('details of review lines', () => {
  let licet: TestLicet;
  let desk: ReviewDesk;
  beforeAll(async () => {
    licet = await testLicet();
    desk = await reviewDeskIn(licet);
  });
  afterAll(() => licet.close());

  const day = (ago: number) => `now() - interval '${ago} days'`;
  const run = (text: string) => licet.database.pool.query(text);

  test('show the last use, and how many group members had the same access when the review opened', async () => {
    const { appId, people, team } = await licet.build(async (change) => {
      const { rows } = await change.connection.query<{ app: string }>('select app_id as app from roles where id = $1', [
        desk.roles.reader,
      ]);
      const group = await insertGroup(change, { name: 'Support', description: '' });
      const ids: string[] = [];
      for (let n = 0; n < 20; n += 1) {
        const user = { username: `s${n}`, email: null, name: `S ${n}`, status: 'active' } as const;
        const made = await insertUser(change, user);
        await insertMembership(change, group.id, { kind: 'user', id: made.id, name: made.name });
        ids.push(made.id);
      }
      const give = (kind: 'user' | 'group', id: string, role: string) =>
        insertGrant(change, rows[0]?.app ?? '', {
          principal: { kind, id },
          gives: { kind: 'role', id: role },
          starts: change.at,
          ends: null,
          reason: 'Needed',
          grantedBy: 'test',
        });
      // One user holds the role clerk directly. All users hold the role reader through their group, and clerk includes
      // reader.
      await give('user', ids[0] ?? '', desk.roles.clerk);
      await give('group', group.id, desk.roles.reader);
      await give('user', ids[1] ?? '', desk.roles.reader);
      return { appId: rows[0]?.app ?? '', people: ids, team: group.id };
    });
    const [read, approve] = [desk.permissions['invoices.read'], desk.permissions['refunds.approve']];
    await run(`insert into usage_days values ('${appId}', '${read}', (${day(120)})::date, 1, ${day(120)})`);
    await run(`insert into usage_users values ('${appId}', '${read}', '${people[5]}', ${day(3)}),
    ('${appId}', '${approve}', '${people[0]}', ${day(100)})`);
    const review = await desk.open();
    const of = async (holder: string | undefined) => (await desk.items(review)).find((it) => it.holder.id === holder);
    expect(await of(people[0])).toMatchObject({
      people: null,
      lastExercised: expect.any(String),
      share: { group: 'Support', holders: 1, total: 20 },
      suggestion: {
        decision: 'revoke',
        why: [
          { kind: 'unused', days: 100 },
          { kind: 'rare', holders: 1, total: 20 },
        ],
      },
    });
    expect(await of(team)).toMatchObject({
      people: 20,
      share: null,
      reason: 'Needed',
      suggestion: { decision: 'keep', why: [{ kind: 'used', days: 3 }] },
    });
    expect(await of(people[1])).toMatchObject({ lastExercised: null, share: { holders: 20, total: 20 } });

    // If the details are computed again after a change, they stay the same.
    await licet.call('groups.removeMember', licet.admin, { params: { group: team, member: people[7] ?? '' } });
    await run(`update reviews set details_at = null`);
    await readDetails(licet.database, review.id);
    expect(await of(team)).toMatchObject({ people: 20 });
    expect(await of(people[1])).toMatchObject({ share: { holders: 20, total: 20 } });
  });

  test('contain no suggestion for a line that was decided before they were computed', async () => {
    const review = await desk.open();
    await run(`update review_items set suggestion = null where review_id = '${review.id}'`);
    await run(`update reviews set details_at = null where id = '${review.id}'`);
    const suggested = async () =>
      (await desk.items(review)).filter(({ suggestion }) => suggestion !== null).map(({ line }) => line);
    await readDetails(licet.database, review.id);
    const [line, ...others] = await suggested();
    expect(others).not.toEqual([]);
    await run(`update review_items set suggestion = null where review_id = '${review.id}'`);
    await run(`update reviews set details_at = null where id = '${review.id}'`);
    const item = (await desk.items(review)).find((it) => it.line === line);
    await desk.decide(review, desk.owner, { line, decision: 'keep', version: item?.version });
    await readDetails(licet.database, review.id);
    expect(await suggested()).toEqual(others);
    const { rows } = await run(`select opened_at < details_at as later from reviews where id = '${review.id}'`);
    expect(rows).toEqual([{ later: true }]);
  });
});

describe('suggestions', () => {
  const at = '2026-11-22T12:00:00.000000Z';
  const ago = (days: number) => new Date(Date.parse(at) - days * 86_400_000).toISOString();
  const nothing: Judged = { lastExercised: null, reportedSince: null, share: null, suspended: false };
  const share = (holders: number, total: number) => ({ group: 'Support', holders, total });

  test.each<[string, Partial<Judged>, unknown]>([
    ['nothing is known', {}, null],
    ['unused, but reported only for a month', { reportedSince: ago(30) }, null],
    ['last used 95 days ago', { reportedSince: ago(100), lastExercised: ago(95) }, ['revoke', 'unused 95']],
    ['never used in 200 days of reports', { reportedSince: ago(200) }, ['revoke', 'unused 200']],
    ['used yesterday', { reportedSince: ago(200), lastExercised: ago(1) }, ['keep', 'used 1']],
    ['held by few of a group', { share: share(2, 41) }, ['revoke', 'rare 2/41']],
    ['held by few of a group, and used', { share: share(2, 41), reportedSince: ago(99), lastExercised: ago(2) }, null],
    [
      'held by few of a group, and unused',
      { share: share(2, 41), reportedSince: ago(99) },
      ['revoke', 'unused 99', 'rare 2/41'],
    ],
    ['held by most of a group', { share: share(30, 41) }, ['keep', 'usual 30/41']],
    ['held by most of a group, and unused', { share: share(30, 41), reportedSince: ago(99) }, ['revoke', 'unused 99']],
    ['held by some of a group', { share: share(10, 41) }, null],
    [
      'held by a suspended user, and used',
      { suspended: true, lastExercised: ago(1), reportedSince: ago(9) },
      ['revoke', 'suspended'],
    ],
  ])('%s', (_, judged, expected) => {
    const found = suggestionOf({ ...nothing, ...judged }, at);
    const why = found?.why.map((it) =>
      it.kind === 'suspended'
        ? it.kind
        : 'days' in it
          ? `${it.kind} ${it.days}`
          : `${it.kind} ${it.holders}/${it.total}`,
    );
    expect(found && [found.decision, ...(why ?? [])]).toEqual(expected);
  });
});
