import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ReviewDesk, reviewDeskIn } from '../../usecases/reviews/testing.ts';
import { type TestLicet, testLicet } from '../../usecases/testing.ts';
import { insertGrant } from '../grants/grants.ts';
import { insertGroup, insertMembership } from '../groups/groups.ts';
import { readNow } from '../kernel/read-now.ts';
import { insertUser } from '../users/users.ts';
import { evidenceRows, type Judged, readDetails, suggestionOf } from './details.ts';

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

  describe('that are computed after a reviewer has begun', () => {
    /** A review as a series opens it, and its line about a suspended user. */
    async function opened() {
      const holder = await desk.reader();
      await licet.call('users.suspend', licet.admin, { params: { user: holder.userId }, body: { reason: 'Gone' } });
      const review = await desk.open({ undecided: 'keep' });
      await run(`update review_items set suggestion = null where review_id = '${review.id}'`);
      await run(`update reviews set details_at = null where id = '${review.id}'`);
      const item = async () =>
        (await desk.items(review)).find((it) => it.holder.id === holder.userId) ??
        expect.fail('There is no such line.');
      const decide = async (decision: object) => {
        const { line, version } = await item();
        expect((await desk.decide(review, desk.owner, { line, version, ...decision })).refused).toEqual([]);
      };
      const undo = async () => {
        const { line, version } = await item();
        await licet.call('reviews.undo', desk.owner, {
          params: { review: review.id },
          body: { lines: [{ line, version }] },
        });
      };
      const evidence = async () => {
        const { line } = await item();
        const rows = await readNow(licet.database, (snapshot) => evidenceRows(snapshot, review.id));
        return rows.find((row) => row.line === String(line))?.suggested;
      };
      return { review, item, decide, undo, evidence, details: () => readDetails(licet.database, review.id) };
    }
    const suggested = { suggestion: { decision: 'revoke' } };

    test('keep the suggestion for a line that was handed on', async () => {
      const { item, decide, evidence, details } = await opened();
      await decide({ decision: 'hand on', to: (await licet.user()).userId });
      await details();
      expect(await item()).toMatchObject({ state: 'handed on', ...suggested });
      expect(await evidence()).toBe('revoke');
    });

    test('keep the suggestion for a decision that is undone before or after they are computed', async () => {
      for (const order of ['before', 'after']) {
        const { item, decide, undo, details } = await opened();
        await decide({ decision: 'keep' });
        if (order === 'before') await undo();
        await details();
        if (order === 'after') await undo();
        expect(await item()).toMatchObject({ state: 'pending', ...suggested });
      }
    });

    test('do not appear as a suggestion in the evidence of an earlier decision', async () => {
      const { review, decide, evidence, details } = await opened();
      await decide({ decision: 'keep' });
      await details();
      expect(await evidence()).toBe('');
      await decide({ decision: 'keep', note: 'Still needed' });
      expect(await evidence()).toBe('');
      await decide({ decision: 'revoke' });
      expect(await evidence()).toBe('revoke');
      const { rows } = await run(`select opened_at < details_at as later from reviews where id = '${review.id}'`);
      expect(rows).toEqual([{ later: true }]);
    });
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
