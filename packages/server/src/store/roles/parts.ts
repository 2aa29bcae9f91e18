import type { Gives, GivesRef } from '@licet/contract';
import { inNameOrder } from '../kernel/lists.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { named, sql, Value } from '../kernel/sql.ts';
import { asOf, type Walk, withWalks } from '../walk/walk.ts';
import { bringsOf } from './brings.ts';

/**
 * Parts of a role: the roles that it includes, those with the fewest permissions first, then its permissions. For a
 * role that brings `admin`, all other roles of the application. Limited, because a user chooses from it.
 */
export async function partsOf(snapshot: Snapshot, appId: string, roleId: string): Promise<Gives[]> {
  const { connection, no, at } = snapshot;
  const { kinds, roles, permissions } = within(asOf(no, at), appId, roleId);
  const { rows } = await connection.query<Gives>(
    named(
      'parts-of-role',
      sql`
        ${kinds}
        select kind, id, name, title from (
          (select 'role' as kind, r.id, r.name, r.title, row_number() over (order by ${inNameOrder(sql`r.name`)}) as place
           from ${roles} order by place limit ${rolesWeighed})
          union all
          (select 'permission', p.id, p.name, p.title, row_number() over (order by ${inNameOrder(sql`p.name`)}) as place
           from ${permissions} order by place limit ${permissionsShown})
        ) parts order by kind desc, place`,
    ),
  );
  const lesser = rows.filter(({ kind }) => kind === 'role');
  const brings = await bringsOf(
    snapshot,
    lesser.map(({ id }) => id),
  );
  const of = ({ id }: Gives) => brings.get(id) ?? 0;
  return [
    ...lesser.toSorted((a, b) => of(a) - of(b)).slice(0, rolesShown),
    ...rows.filter(({ kind }) => kind === 'permission'),
  ];
}

/** The part of a role with that id, however many it has. Undefined when it is no part of the role. */
export async function partOf(
  { connection, no, at }: Snapshot,
  appId: string,
  roleId: string,
  { kind, id }: GivesRef,
): Promise<Gives | undefined> {
  const { kinds, roles, permissions } = within(asOf(no, at), appId, roleId);
  const { rows } = await connection.query<Gives>(
    named(
      `part-of-role-${kind}`,
      kind === 'role'
        ? sql`${kinds} select 'role' as kind, r.id, r.name, r.title from ${roles} and r.id = ${id}`
        : sql`${kinds} select 'permission' as kind, p.id, p.name, p.title from ${permissions} and p.id = ${id}`,
    ),
  );
  return rows[0];
}

const rolesWeighed = 200;
const rolesShown = 20;
const permissionsShown = 100;

// All roles of the application, including the role itself, if the role admin is among its inclusions.
function within(walk: Walk, appId: string, roleId: string) {
  const [app, role] = [new Value(appId), new Value(roleId)];
  return {
    kinds: sql`${withWalks(walk.rolesBelow('walked', sql`select ${role}::uuid`))},
      below(id, everything) as materialized (
        select r.id, bool_or(r.built_in) over () from roles r
        where r.id = any(array(select id from walked)) and r.app_id = ${app} and ${walk.counts('r')}
      )`,
    roles: sql`roles r where r.app_id = ${app} and ${walk.counts('r')} and r.id <> ${role}
      and (r.id in (select id from below) or (select bool_or(everything) from below))`,
    permissions: sql`permissions p where p.app_id = ${app} and ${walk.counts('p')} and (
        p.id in (select rp.permission_id from role_permissions rp where rp.role_id = any(array(select id from below)) and ${walk.counts('rp')})
        or (select bool_or(everything) from below)
      )`,
  };
}
