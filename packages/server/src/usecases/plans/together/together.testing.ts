import type { LongApplicationLine, LongPlanLine, LongRevertLine, PlannedChange } from '@licet/contract';
import type { Caller } from '../../context.ts';
import type { TestLicet } from '../../testing.ts';

/** Returns an id in the form that a plan chooses for a new object. */
export const madeId = (number: number) => `00000000-0000-8000-8000-${number.toString(16).padStart(12, '0')}`;

const each = <Made>(count: number, make: (number: number) => Made) => Array.from({ length: count }, (_, n) => make(n));

/**
 * Returns changes of every call that can be made together, call by call. They create people in groups, nested groups,
 * and roles that include one another.
 */
export function organisation(size: number): PlannedChange[] {
  const params = { application: 'shop' };
  const user = (n: number) => madeId(0x1000 + n);
  const group = (n: number) => madeId(0x2000 + n);
  const permission = (n: number) => madeId(0x3000 + n);
  const role = (n: number) => madeId(0x4000 + n);
  const [people, groups, permissions, roles] = [size, Math.ceil(size / 4), size, Math.ceil(size / 2)];
  return [
    { call: 'applications.create', as: madeId(1), body: { id: 'shop', name: 'Shop' } },
    ...each(people, (n): PlannedChange => {
      const email = n % 3 === 0 ? { email: `Person.${n}@example.com` } : {};
      return { call: 'users.create', as: user(n), body: { username: `Person.${n}`, name: `Person ${n}`, ...email } };
    }),
    ...each(groups, (n): PlannedChange => ({ call: 'groups.create', as: group(n), body: { name: `Team ${n}` } })),
    ...each(
      people,
      (n): PlannedChange => ({
        call: 'groups.addMember',
        params: { group: group(n % groups), member: n % 5 === 0 && n > 0 && n < groups ? group(n - 1) : user(n) },
      }),
    ),
    ...each(permissions, (n): PlannedChange => {
      const title = n % 2 === 0 ? { title: `Action ${n}` } : {};
      return { call: 'permissions.create', as: permission(n), params, body: { name: `area:${n}`, ...title } };
    }),
    ...each(
      roles,
      (n): PlannedChange => ({
        call: 'roles.create',
        as: role(n),
        params,
        body: {
          name: `Role ${n}`,
          permissions: [permission((n * 7) % permissions), permission((n * 7 + 1) % permissions)],
          ...(n % 3 === 1 && { includes: [role(n - 1)] }),
        },
      }),
    ),
    ...each(
      people,
      (n): PlannedChange => ({
        call: 'grants.create',
        params,
        body: {
          principal: n % 4 === 0 ? { kind: 'group', id: group(n / 4) } : { kind: 'user', id: user(n) },
          gives: n % 5 === 0 ? { kind: 'permission', id: permission(n) } : { kind: 'role', id: role(n % roles) },
          ...(n % 6 === 0 && { ends: '2999-01-01T00:00:00Z' }),
          reason: `Because ${n}`,
        },
      }),
    ),
  ];
}

/** Ends everything that {@link organisation} makes, in the order of the names. */
export async function ends({ database }: TestLicet): Promise<PlannedChange[]> {
  const { rows } = await database.pool.query<{ change: PlannedChange }>(`
    select change from (
      select 1 as turn, x.reason as name, json_build_object('call', 'grants.revoke', 'params', json_build_object('application', a.key, 'grant', x.id)) as change
        from grants x join applications a on a.id = x.app_id and a.key = 'shop' where x.no_to > 1e18
      union all select 2, g.name || coalesce((select u.username from users u where u.id = m.member_id and u.no_to > 1e18), ''),
        json_build_object('call', 'groups.removeMember', 'params', json_build_object('group', m.group_id, 'member', m.member_id))
        from memberships m join groups g on g.id = m.group_id and g.no_to > 1e18 where m.no_to > 1e18 and substring(g.name from '\\d+')::int % 2 = 0
      union all select 3, r.name, json_build_object('call', 'roles.remove', 'params', json_build_object('application', 'shop', 'role', r.id))
        from roles r where r.no_to > 1e18 and r.name like 'Role %'
      union all select 4, p.name, json_build_object('call', 'permissions.remove', 'params', json_build_object('application', 'shop', 'permission', p.id))
        from permissions p where p.no_to > 1e18 and p.name like 'area:%'
      union all select 5, u.username, json_build_object('call', 'users.remove', 'params', json_build_object('user', u.id), 'ifMatch', u.no_from)
        from users u where u.no_to > 1e18 and u.username like 'Person.%'
      union all select 6, g.name, json_build_object('call', 'groups.remove', 'params', json_build_object('group', g.id))
        from groups g where g.no_to > 1e18 and g.name like 'Team %'
    ) all_of_them order by turn, name`);
  return rows.map(({ change }) => change);
}

/**
 * Returns the same changes in an order in which neighbours belong to different calls, as far as possible. Calls of one
 * list alternate.
 */
export function mixed(changes: readonly PlannedChange[], turns: readonly (readonly string[])[]): PlannedChange[] {
  const of = (call: string) => changes.filter((change) => change.call === call);
  return turns.flatMap((calls) => {
    const lists = calls.map(of);
    return each(Math.max(...lists.map(({ length }) => length)), (n) => lists.flatMap((list) => list[n] ?? [])).flat();
  });
}

/**
 * Inserts after each change another one that is never made together with others, so that each change is made
 * separately.
 */
export async function oneByOne(licet: TestLicet, changes: readonly PlannedChange[]): Promise<PlannedChange[]> {
  between += 1;
  const { id: group } = await licet.call('groups.create', licet.admin, { body: { name: `Between ${between}` } });
  return changes.flatMap((change, n): PlannedChange[] => [
    change,
    { call: 'groups.update', params: { group }, body: { description: `${n}` } },
  ]);
}
let between = 0;

export const making = [
  ['applications.create'],
  ['users.create', 'permissions.create'],
  ['groups.create', 'roles.create'],
  ['groups.addMember', 'grants.create'],
] as const;

export const ending = [
  ['grants.revoke', 'groups.removeMember'],
  ['roles.remove', 'users.remove'],
  ['permissions.remove', 'groups.remove'],
] as const;

/** The lines of a stream. */
export async function linesOf<Line>(stream: AsyncIterable<string>): Promise<Line[]> {
  let text = '';
  for await (const piece of stream) text += piece;
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);
}

const sent = (lines: readonly object[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('');

export const sentChanges = (changes: readonly PlannedChange[], apply?: object) =>
  sent([...(apply ? [{ apply }] : []), ...changes.map((change) => ({ change }))]);

/** Plans changes as a stream. */
export async function planLong(licet: TestLicet, caller: Caller, changes: readonly PlannedChange[]) {
  const lines = await linesOf<LongPlanLine>(await licet.call('plans.makeLong', caller, { body: sentChanges(changes) }));
  return {
    refused: lines.flatMap((line) => ('refused' in line ? [[line.refused.place, line.refused.problem.code]] : [])),
    effects: lines.flatMap((line) => ('effect' in line ? line.effect : [])),
    plan: lines.flatMap((line) => ('plan' in line ? line.plan : []))[0],
    lines,
  };
}

/** Plans and applies changes as streams. */
export async function makeAll(
  licet: TestLicet,
  caller: Caller,
  changes: readonly PlannedChange[],
  more: object = {},
): Promise<LongApplicationLine> {
  const { plan, refused } = await planLong(licet, caller, changes);
  if (refused.length > 0) throw new Error(`Refused: ${JSON.stringify(refused)}`);
  const body = sentChanges(changes, { digest: plan?.digest, ...more });
  const lines = await linesOf<LongApplicationLine>(await licet.call('plans.applyLong', caller, { body }));
  return lines.at(-1) ?? { problem: { code: 'internal' } };
}

/** The changes that revert a change set. */
export async function opposite(licet: TestLicet, caller: Caller, plan: number) {
  const lines = await linesOf<LongRevertLine>(await licet.call('plans.revertLong', caller, { body: { plan } }));
  return {
    changes: lines.flatMap((line) => ('about' in line ? line.change : [])),
    cannot: lines.flatMap((line) => ('cannot' in line ? line.cannot : [])),
    reverts: lines.flatMap((line) => ('revert' in line ? line.revert.reverts : [])),
  };
}
