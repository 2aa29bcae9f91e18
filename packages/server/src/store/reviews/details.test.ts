import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ReviewDesk, reviewDeskIn } from '../../usecases/reviews/testing.ts';
import { type TestLicet, testLicet } from '../../usecases/testing.ts';
import { insertGrant } from '../grants/grants.ts';
import { insertGroup } from '../groups/groups.ts';
import { insertMembership } from '../groups/memberships.ts';
import { insertUser } from '../users/users.ts';
import { readDetails } from './details.ts';

let licet: TestLicet;
let desk: ReviewDesk;
beforeAll(async () => {
  licet = await testLicet();
  desk = await reviewDeskIn(licet);
});
afterAll(() => licet.close());

const day = (ago: number) => `now() - interval '${ago} days'`;
const run = (text: string) => licet.database.pool.query(text);

test('lines show the last use, also by a group, and how many in the group have the same, as of the opening', async () => {
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
    // One user holds the clerk directly, all hold the reader by their group; the clerk includes the reader.
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

  // Read again after something changed it is the same.
  await licet.call('groups.removeMember', licet.admin, { params: { group: team, member: people[7] ?? '' } });
  await run(`update reviews set details_at = null`);
  await readDetails(licet.database, review.id);
  expect(await of(team)).toMatchObject({ people: 20 });
  expect(await of(people[1])).toMatchObject({ share: { holders: 20, total: 20 } });
});
