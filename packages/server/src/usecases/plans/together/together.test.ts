import type { PlannedChange } from '@licet/contract';
import { afterEach, expect, test } from 'vitest';
import { verifyChain } from '../../../store/audit/verify.ts';
import { read } from '../../../store/kernel/snapshot.ts';
import { type TestLicet, testLicet } from '../../testing.ts';
import {
  ending,
  ends,
  linesOf,
  madeId,
  makeAll,
  making,
  mixed,
  oneByOne,
  opposite,
  organisation,
  planLong,
  sentChanges,
} from './together.testing.ts';

const open: TestLicet[] = [];
const another = async () => {
  const licet = await testLicet();
  open.push(licet);
  return licet;
};
afterEach(async () => {
  for (const licet of open.splice(0)) await licet.close();
});

/** The events of the changes in order, without what differs each time: instants, numbers and ids. */
async function told(licet: TestLicet): Promise<string[]> {
  const { rows } = await licet.database.pool.query<Record<string, unknown>>(
    `select action, application, target_kind, target_name, before, after, opened::int, closed::int, actor_name,
       (select count(*) from event_origins o where o.no = c.no)::int as origins
     from change c where action not in ('licet.upgraded', 'plan.applied') and target_name not like 'Between %' order by no`,
  );
  return rows.map((row) => JSON.stringify(row).replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'then'));
}

/** Everything that exists, by name. */
async function there(licet: TestLicet): Promise<string[]> {
  const { rows } = await licet.database.pool.query<{ said: string }>(`
    select 'user ' || username || ' ' || coalesce(email_key, '') as said from users where no_to > 1e18
    union all select 'group ' || name_key from groups where no_to > 1e18 and name not like 'Between %'
    union all select 'in ' || g.name || ' ' || coalesce((select username from users u where u.id = m.member_id and u.no_to > 1e18), 'a group')
      from memberships m join groups g on g.id = m.group_id and g.no_to > 1e18 where m.no_to > 1e18
    union all select 'permission ' || name || title from permissions where no_to > 1e18
    union all select 'holds ' || r.name || ' ' || p.name from role_permissions x join roles r on r.id = x.role_id and r.no_to > 1e18
      join permissions p on p.id = x.permission_id and p.no_to > 1e18 where x.no_to > 1e18
    union all select 'includes ' || r.name || ' ' || i.name from inclusions x join roles r on r.id = x.role_id and r.no_to > 1e18
      join roles i on i.id = x.included_id and i.no_to > 1e18 where x.no_to > 1e18
    union all select 'grant ' || x.principal_kind || ' ' || x.reason || ' ' || x.ends || ' ' || x.granted_by from grants x where x.no_to > 1e18
    union all select 'counted ' || a.key || ' ' || c.total from grant_counts c join applications a on a.id = c.app_id and a.no_to > 1e18`);
  return rows.map(({ said }) => said).sort();
}

/** The place where the chain is broken. */
const brokenIn = async ({ database }: TestLicet) => (await read(database, (snapshot) => verifyChain(snapshot))).broken;

/** The share of changes that follow the one before them by a microsecond: they were made together with it. */
async function shareMadeTogether({ database }: TestLicet): Promise<number> {
  const { rows } = await database.pool.query<{ share: number }>(
    `select avg((c.at - p.at = interval '1 microsecond')::int)::float8 as share from change c join change p on p.no = c.no - 1`,
  );
  return rows[0]?.share ?? 0;
}

test.each([
  ['one call after the other', (all: readonly PlannedChange[]) => all],
  ['calls in turns', (all: readonly PlannedChange[], turns: typeof making | typeof ending) => mixed(all, turns)],
])('changes made together have the same results and events as one by one: %s', async (_, inOrder) => {
  const [together, alone] = [await another(), await another()];
  const changes = inOrder(organisation(30), making);
  const made = await makeAll(together, together.admin, changes);
  await makeAll(alone, alone.admin, await oneByOne(alone, changes));
  expect(made).toEqual({ applied: { first: expect.any(Number), last: expect.any(Number) } });
  expect(await there(together)).toEqual(await there(alone));
  expect(await told(together)).toEqual(await told(alone));
  const [all, others] = [inOrder(await ends(together), ending), inOrder(await ends(alone), ending)];
  expect(all.length).toBeGreaterThan(100);
  await makeAll(together, together.admin, all);
  await makeAll(alone, alone.admin, await oneByOne(alone, others));
  expect(await there(together)).toEqual(await there(alone));
  expect(await told(together)).toEqual(await told(alone));
  expect(await shareMadeTogether(together)).toBeGreaterThan(0.9);
  expect(await shareMadeTogether(alone)).toBeLessThan(0.1);
  for (const licet of open) expect(await brokenIn(licet)).toBeNull();
});

test('a change set is reverted as one', async () => {
  const licet = await another();
  const before = await there(licet);
  const made = await makeAll(licet, licet.admin, organisation(120));
  const { changes, cannot, reverts } = await opposite(licet, licet.admin, 'applied' in made ? made.applied.last : 0);
  expect(cannot).toEqual([]);
  expect(changes.length).toBeGreaterThan(100);
  await makeAll(licet, licet.admin, changes, { reverts });
  expect(await there(licet)).toEqual(before);
  expect(await brokenIn(licet)).toBeNull();
});

test('the plan of changes that are made together equals that of the short call', async () => {
  const licet = await another();
  const changes = organisation(40);
  const { plan, effects } = await planLong(licet, licet.admin, changes);
  const short = await licet.call('plans.make', licet.admin, { body: { changes } });
  expect(short.digest).toBe(plan?.digest);
  expect(effects.map(({ count, gains }) => [count, gains])).toEqual(
    short.effects.map(({ count, gains }) => [count, gains]),
  );
});

test('finds the refused ones of many changes, and makes none', async () => {
  const licet = await another();
  const changes = organisation(40);
  const twice: PlannedChange = {
    call: 'users.create',
    as: madeId(0xffff),
    body: { username: 'PERSON.7', name: 'Twice' },
  };
  const look: PlannedChange = {
    call: 'permissions.create',
    params: { application: 'shop' },
    body: { name: '\u0430\u043e\u0440\u0441' },
  };
  const latin: PlannedChange = { call: 'permissions.create', params: { application: 'shop' }, body: { name: 'aopc' } };
  const place = changes.findIndex(({ call }) => call === 'groups.create');
  const { refused, plan } = await planLong(licet, licet.admin, changes.toSpliced(place - 3, 0, twice));
  expect(refused).toEqual([[place - 3, 'name_taken']]);
  const body = sentChanges(changes.toSpliced(place - 3, 0, twice), { digest: plan?.digest });
  const lines = await linesOf(await licet.call('plans.applyLong', licet.admin, { body }));
  expect(lines.at(-1)).toMatchObject({
    problem: { code: 'name_taken', errors: [{ pointer: `/changes/${place - 3}` }] },
  });
  const alike = changes.findIndex(({ call }) => call === 'roles.create');
  const found = await planLong(licet, licet.admin, changes.toSpliced(alike, 0, latin, look));
  expect(found.refused.map(([at]) => at)).toEqual([alike + 1]);
  const { rows } = await licet.database.pool.query("select from users where username like 'Person.%'");
  expect(rows).toEqual([]);
});
