import { afterAll, beforeAll, expect, test } from 'vitest';
import { Refusal } from '../../refusal.ts';
import { insertGrant } from '../../store/grants/grants.ts';
import { insertGroup, insertMembership } from '../../store/groups/groups.ts';
import { requireNoViolation } from '../../store/separations/violations.ts';
import { insertUser } from '../../store/users/users.ts';
import type { Caller } from '../context.ts';
import { largeRoles, rolesBetween } from '../large-roles.testing.ts';
import { type TestLicet, testLicet } from '../testing.ts';

let licet: TestLicet;
let application: string;
let owner: Caller;
let [clerk, payer, team] = ['', '', ''];

// Ada and Eve are clerks. Ada has the role itself. Eve has 200 roles that each include 150 others, and all of those
// include the role.
beforeAll(async () => {
  licet = await testLicet();
  ({ key: application, owner } = await licet.owned());
  const params = { application };
  const role = async (name: string) => (await licet.call('roles.create', owner, { params, body: { name } })).id;
  [clerk, payer] = [await role('clerk'), await role('payer')];
  const senior = await role('senior');
  await licet.call('roles.update', owner, { params: { ...params, role: senior }, body: { includes: [clerk] } });
  ({ id: team } = await licet.call('groups.create', licet.admin, { body: { name: 'Team' } }));
  const member = (name: string) =>
    licet.build(
      async (change) =>
        (await insertUser(change, { username: `clerk-${name}`, email: null, name, status: 'active' })).id,
    );
  const [ada, eve] = [await member('Ada'), await member('Eve')];
  await licet.build(async (change) => {
    const large = await largeRoles(change, {
      application,
      permissions: 1,
      roles: 200,
      to: [{ kind: 'user', id: eve }],
    });
    await rolesBetween(change, large, 150, [clerk]);
  });
  await licet.call('grants.create', owner, {
    params,
    body: { principal: { kind: 'user', id: ada }, gives: { kind: 'role', id: senior }, reason: '' },
  });
  for (const id of [ada, eve])
    await licet.call('groups.addMember', licet.admin, { params: { group: team, member: id } });
  await licet.call('separations.create', licet.admin, {
    body: { name: 'Kept', parts: [clerk, payer].map((id) => ({ elements: [{ kind: 'role', id }] })) },
  });
});
afterAll(() => licet.close());

test('a refusal lists a holder with too many paths by name only, and other holders with a path', async () => {
  const body = { principal: { kind: 'group', id: team }, gives: { kind: 'role', id: payer }, reason: '' };
  const refused = await licet.call('grants.create', owner, { params: { application }, body }).catch((error) => error);
  if (!(refused instanceof Refusal)) throw refused;
  const told = refused.problem.errors?.map(({ values }) => values);
  const what = { separation: 'Kept', things: ['clerk', 'payer'], applications: [application, application] };
  expect(told).toHaveLength(2);
  expect(told).toContainEqual({ holder: 'Ada', ...what, ways: ['senior', 'Team'] });
  expect(told).toContainEqual({ holder: 'Eve', ...what, ways: ['', ''] });
});

test('reads the roles once for violations that begin at different instants', async () => {
  const read: string[] = [];
  const refused = await licet.build(async (change) => {
    const { rows } = await change.connection.query<{ app: string }>('select app_id as app from roles where id = $1', [
      clerk,
    ]);
    const app = rows[0]?.app ?? '';
    const give = (kind: 'user' | 'group', id: string, role: string, starts: string) =>
      insertGrant(change, app, {
        principal: { kind, id },
        gives: { kind: 'role', id: role },
        starts,
        ends: null,
        reason: '',
        grantedBy: 'test',
      });
    const group = await insertGroup(change, { name: 'Later', description: '' });
    for (const day of [1, 2, 3]) {
      const name = `Later ${day}`;
      const user = await insertUser(change, { username: `later-${day}`, email: null, name, status: 'active' });
      await insertMembership(change, group.id, { kind: 'user', id: user.id, name });
      await give('user', user.id, clerk, new Date(Date.parse(change.at) + day * 86_400_000).toISOString());
    }
    await give('group', group.id, payer, change.at);
    const noting = {
      query: (statement: { readonly text: string }, ...more: never[]) => {
        read.push(statement.text);
        return change.connection.query(statement, ...more);
      },
    };
    return requireNoViolation({ ...change, connection: noting as never }, () => true).catch((error: unknown) => error);
  });
  if (!(refused instanceof Refusal)) throw refused;
  expect(refused.problem.errors).toHaveLength(3);
  expect(read.filter((text) => text.includes(`select 'node' as kind`))).toHaveLength(1);
});
