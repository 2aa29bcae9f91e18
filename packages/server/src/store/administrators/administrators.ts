import { adminRole, type LicetPermission, licetApplication } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import type { Change } from '../kernel/change.ts';
import { present } from '../kernel/facts.ts';
import type { Queryable } from '../kernel/pool.ts';
import { inForce, type Snapshot } from '../kernel/snapshot.ts';
import { identifier, named, type Sql, sql } from '../kernel/sql.ts';
import { asOf, asRecorded, type Walk, withWalks } from '../walk/walk.ts';

/**
 * Requires that at least one active user holds the role admin of Licet directly and without end, once Licet is set up.
 * @throws Refusal `last_admin`
 */
export async function requireAdministrator({ connection, at }: Snapshot): Promise<void> {
  const walk = asRecorded(at);
  // Before set-up, no grant of the role has ever existed.
  const { rows } = await connection.query<{ kept: boolean }>(
    named(
      'administrator-kept',
      sql`
    with admin as (${adminOfLicet(walk)})
    select exists (
      select from grants g join users u on u.id = g.principal_id and ${walk.active('u')}
      where g.role_id = (select id from admin) and ${walk.granted('g')} and g.ends = 'infinity'
    ) or not exists (select from grants g where g.role_id = (select id from admin)) as kept`,
    ),
  );
  if (!rows[0]?.kept) refuse('last_admin', 'last_administrator', {});
}

/**
 * Returns how one or several changes in a transaction open access to Licet itself; undefined if they do not.
 * - `admin`: a user or a group gets the role admin of Licet by any path, now or later.
 * - `admin`: a user who holds the role after the changes got a new address. Other callers could have set this address
 * while the user did not hold the role.
 * - `policy`: neither, but a change sets how a role of Licet itself may be granted.
 * @param first the number of the first of several changes in one transaction, of which this is the last
 */
export async function opensLicet({ connection, no, at }: Change, first = no): Promise<'admin' | 'policy' | undefined> {
  const after = asRecorded(at);
  const before = asOf(first - 1, at);
  const heads = (walk: Walk) => sql`select head.id from (${adminOfLicet(walk)}) head`;
  const { rows } = await connection.query<{ gives: boolean; policy: boolean }>(
    named(
      'admin-given',
      sql`
    ${withWalks(after.reachedBy('has', heads(after)), before.reachedBy('had', heads(before)))}
    select case when exists (select from grants where no_from >= ${first}) or exists (select from memberships where no_from >= ${first})
        or exists (select from inclusions where no_from >= ${first})
      then exists (select id from has except select id from had) or exists (
        select from has h join users n on n.id = h.id and n.no_from >= ${first} and ${present('n')}
        join users o on o.id = n.id and ${inForce('o', first - 1)} and o.email_key is distinct from n.email_key
      ) else false end as gives, exists (
        select from role_policies o join applications a on a.id = o.app_id and a.key = ${licetApplication} where o.no_from >= ${first}
      ) as policy`,
    ),
  );
  return rows[0]?.gives ? 'admin' : rows[0]?.policy ? 'policy' : undefined;
}

/** Selects `id` and `app_id` of the role admin of Licet. */
export const adminOfLicet = ({ counts }: Walk): Sql => sql`
  select r.id, r.app_id from roles r join applications a on a.id = r.app_id and ${counts('a')}
  where a.key = ${licetApplication} and r.name = ${adminRole} and ${counts('r')}`;

/** The ids of the active users who hold the role admin of Licet, by any path. */
export async function administratorIds({ connection, at }: Snapshot): Promise<string[]> {
  const walk = asRecorded(at);
  const { rows } = await connection.query<{ id: string }>(sql`
    ${withWalks(walk.holdersOf('administrators', sql`select head.id from (${adminOfLicet(walk)}) head`))}
    select distinct u.id from administrators h join users u on u.id = h.id and ${walk.active('u')} order by u.id`);
  return rows.map(({ id }) => id);
}

/** The ids of the active users who hold a permission of Licet itself, explicitly or by the role admin. */
export async function holdersInLicet({ connection, at }: Snapshot, permission: LicetPermission): Promise<string[]> {
  const walk = asRecorded(at);
  const ofLicet = (row: string) => sql`${identifier(row)}.app_id in (
    select a.id from applications a where a.key = ${licetApplication} and ${walk.counts('a')}) and ${walk.counts(row)}`;
  const { rows } = await connection.query<{ id: string }>(sql`
    ${withWalks(
      sql`wanted as materialized (select p.id from permissions p where p.name = ${permission} and ${ofLicet('p')})`,
      walk.holdersOf(
        'by_role',
        sql`select r.id from roles r where ${ofLicet('r')} and (r.name = ${adminRole} or exists (
          select from role_permissions rp where rp.role_id = r.id and rp.permission_id in (select id from wanted) and ${walk.counts('rp')}))`,
      ),
      sql`given as materialized (
        select x.principal_id as id, x.principal_kind as kind from grants x
        where x.permission_id in (select id from wanted) and ${walk.granted('x')})`,
      walk.groupsBelow('given_groups', sql`select id from given where kind = 'group'`),
    )}
    select u.id from users u where ${walk.active('u')} and u.id in (
      select id from by_role union select id from given where kind = 'user' union ${walk.membersOf('given_groups')})
    order by u.id`);
  return rows.map(({ id }) => id);
}

/** Whether a user was ever given the role admin of Licet directly. */
export async function wasAdministrator({ connection, at }: Snapshot, userId: string): Promise<boolean> {
  const { rowCount } = await connection.query(sql`
    with admin as (${adminOfLicet(asRecorded(at))})
    select from grants g where g.principal_id = ${userId} and g.role_id = (select id from admin) limit 1`);
  return rowCount === 1;
}

/** Whether the role admin of Licet was never given to anyone: set-up is not complete. */
export async function needsSetup({ connection }: { readonly connection: Queryable }): Promise<boolean> {
  const { rowCount } = await connection.query(sql`
    select from grants g join roles r on r.id = g.role_id and r.name = ${adminRole}
    join applications a on a.id = r.app_id and a.key = ${licetApplication} limit 1`);
  return rowCount === 0;
}
