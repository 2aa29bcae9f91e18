import { limits } from '@licet/contract';
import { type Breathe, breathing } from '../../breathing.ts';
import { inForce, type Snapshot } from '../kernel/snapshot.ts';
import { identifier, named, type Sql, sql } from '../kernel/sql.ts';
import { type Walk, withWalks } from '../walk/walk.ts';
import { hashOf } from './hash-of.ts';

/** The tables of facts, instead of the views that a draft puts over them. */
export const withoutDraft = {
  users: identifier('public.users'),
  clients: identifier('public.clients'),
  memberships: identifier('public.memberships'),
  inclusions: identifier('public.inclusions'),
  role_permissions: identifier('public.role_permissions'),
  grants: identifier('public.grants'),
} as const;

/** The names that a granted role or permission gives its holder. */
export interface GrantedNames {
  /** The name of the role or permission itself. */
  readonly name: string;
  readonly roles: ReadonlySet<string>;
  readonly permissions: ReadonlySet<string>;
  readonly admin: boolean;
  /** A hash of these names. */
  readonly key: string;
  /** Set if there are too many names to read; the sets are then empty. */
  readonly unread?: true;
}

/**
 * Returns the names that each of these roles and permissions gives its holder; nothing for one without a current name.
 * Reads those with the fewest names first, and stops after `most` names, because many roles can include the same large
 * role.
 */
export async function grantedNames(
  connection: Snapshot['connection'],
  walk: Walk,
  no: number,
  grantedIds: readonly string[],
  most: number = limits.planNamesRead.value,
  breathe: Breathe = breathing(),
): Promise<ReadonlyMap<string, GrantedNames>> {
  const draftless = walk.relations.grants === withoutDraft.grants;
  const at: Place = {
    walk,
    table: (name) => identifier(draftless ? `public.${name}` : name),
    counted: (alias) => inForce(alias, no),
  };
  const ask = async <Row extends object>(what: string, statement: Sql) => {
    await breathe();
    return (await connection.query<Row>(named(`plan-${what}${draftless ? '-before' : ''}`, statement))).rows;
  };
  const rows = await ask<Row>('below', below(at, grantedIds));
  const roles: Roles = new Map(rows.flatMap((row) => (row.permission ? [] : [[row.id, row]])));
  const order = includedFirst(roles);
  const read = await readable(grantedIds, roles, order, most, breathe);
  const rolesToRead = new Set<string>();
  for (const ids of read.values()) for (const id of ids) rolesToRead.add(id);
  const holding = [...roles.values()].filter(({ name, held }) => name !== null && held > 0).map(({ id }) => id);
  const those = holding.filter((id) => rolesToRead.has(id));
  const others = holding.filter((id) => !rolesToRead.has(id));
  const contents = new Map<string, readonly string[]>();
  const digests = new Map<string, string>();
  if (those.length > 0)
    for (const { id, names } of await ask<{ id: string; names: string[] }>('contents', contentsOf(at, those))) {
      contents.set(id, names);
      digests.set(id, hashOf(names.join('\n')));
      await breathe();
    }
  if (others.length > 0)
    for (const { id, digest } of await ask<{ id: string; digest: string }>('content-digests', digestsOf(at, others)))
      digests.set(id, Buffer.from(digest, 'hex').toString('base64url'));
  const whole = keysOf(roles, order, digests);
  const found = new Map<string, GrantedNames>();
  for (const { id, name, permission } of rows)
    if (permission && name !== null) found.set(id, { name, ...ofPermission(name) });
  for (const grantedId of grantedIds) {
    const name = roles.get(grantedId)?.name;
    const its = whole.get(grantedId);
    if (name == null || !its) continue;
    const ids = read.get(grantedId);
    if (!ids) found.set(grantedId, { name, ...its, roles: new Set(), permissions: new Set(), unread: true });
    else found.set(grantedId, { name, ...its, ...(await namesOf(ids, roles, contents, breathe)) });
  }
  return found;
}

const ofPermission = (name: string) => ({
  roles: new Set<string>(),
  permissions: new Set([name]),
  admin: false,
  key: hashOf(JSON.stringify(['permission', name])),
});

/** A given permission, a given role, or a role that a given role includes. */
interface Row {
  readonly id: string;
  /** Null if the role has no current name; it then has no permissions of its own. */
  readonly name: string | null;
  readonly admin: boolean;
  readonly includes: readonly string[];
  /** The number of permissions that the role holds directly. */
  readonly held: number;
  readonly permission: boolean;
}

type Roles = ReadonlyMap<string, Row>;

/** Returns the ids of the roles, each after all roles that it includes. */
function includedFirst(roles: Roles): readonly string[] {
  const order: string[] = [];
  const seen = new Set<string>();
  for (const start of roles.keys()) {
    if (seen.has(start)) continue;
    seen.add(start);
    const path = [{ id: start, next: 0 }];
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const included = roles.get(top.id)?.includes[top.next];
      top.next += 1;
      if (included === undefined) order.push(path.pop()?.id ?? '');
      else if (roles.has(included) && !seen.has(included)) {
        seen.add(included);
        path.push({ id: included, next: 0 });
      }
    }
  }
  return order;
}

const sizeOf = ({ name, held }: Row) => (name === null ? 1 : 1 + held);

/**
 * For each granted role, returns the roles to read: the role itself and all roles that it includes. Leaves out roles
 * that would exceed the limit. The choice does not depend on ids, because a role that a plan creates has a new id each time.
 */
async function readable(
  grantedIds: readonly string[],
  roles: Roles,
  order: readonly string[],
  most: number,
  breathe: Breathe,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  // Counts an included role once for each path to it, so a weight is never less than the number of names to read.
  const weights = new Map<string, number>();
  for (const id of order) {
    const role = roles.get(id);
    if (!role) continue;
    const included = role.includes.reduce((sum, each) => sum + (weights.get(each) ?? 0), 0);
    weights.set(id, Math.min(sizeOf(role) + included, Number.MAX_SAFE_INTEGER));
  }
  const weightOf = (id: string) => weights.get(id) ?? 0;
  const sorted = grantedIds.filter((id) => roles.has(id)).sort((one, other) => weightOf(one) - weightOf(other));
  const ofOne = Math.min(limits.planNamesOfOne.value, most);
  const read = new Map<string, ReadonlySet<string>>();
  let left = most;
  for (const grantedId of sorted) {
    await breathe();
    const ids = new Set([grantedId]);
    let size = 0;
    for (const id of ids) {
      const role = roles.get(id);
      if (role) size += sizeOf(role);
      if (size > ofOne) break;
      for (const included of role?.includes ?? []) ids.add(included);
    }
    left -= Math.min(size, ofOne);
    if (left < 0) {
      for (const each of read.keys()) if (weightOf(each) >= weightOf(grantedId)) read.delete(each);
      break;
    }
    if (size <= ofOne) read.set(grantedId, ids);
  }
  return read;
}

/**
 * Returns a hash of the names that each role gives, from its own names and the hashes of the roles that it includes.
 */
function keysOf(roles: Roles, order: readonly string[], digests: ReadonlyMap<string, string>) {
  const whole = new Map<string, { readonly key: string; readonly admin: boolean }>();
  for (const id of order) {
    const role = roles.get(id);
    if (!role) continue;
    const included = role.includes.flatMap((each) => whole.get(each) ?? []);
    const hashed = [role.name, role.admin, digests.get(id) ?? '', ...included.map(({ key }) => key).sort()];
    whole.set(id, {
      key: hashOf(JSON.stringify(hashed)),
      admin: role.admin || included.some(({ admin }) => admin),
    });
  }
  return whole;
}

async function namesOf(
  ids: ReadonlySet<string>,
  roles: Roles,
  contents: ReadonlyMap<string, readonly string[]>,
  breathe: Breathe,
) {
  const names = new Set<string>();
  const permissions = new Set<string>();
  for (const id of ids) {
    const name = roles.get(id)?.name;
    if (name == null) continue;
    names.add(name);
    for (const permission of contents.get(id) ?? []) permissions.add(permission);
    await breathe();
  }
  return { roles: names, permissions };
}

interface Place {
  readonly walk: Walk;
  readonly table: (name: 'roles' | 'permissions') => Sql;
  readonly counted: (alias: string) => Sql;
}

// Reads each table by known ids, because PostgreSQL cannot use an index to join a view over a draft.
const below = ({ walk, table, counted }: Place, grantedIds: readonly string[]): Sql => sql`
  ${withWalks(
    walk.rolesBelow(
      'w',
      sql`select r.id from ${table('roles')} r where r.id = any(${grantedIds}::uuid[]) and ${counted('r')}`,
    ),
  )},
  names as materialized (
    select r.id, r.name, r.built_in from ${table('roles')} r where r.id = any(array(select id from w)) and ${counted('r')}
  ),
  links as materialized (
    select i.role_id, array_agg(i.included_id) as ids from ${walk.relations.inclusions} i
    where i.role_id = any(array(select id from w)) and ${walk.counts('i')} group by i.role_id
  ),
  held_counts as materialized (
    select rp.role_id, count(*)::int as held from ${walk.relations.role_permissions} rp
    where rp.role_id = any(array(select id from w)) and ${walk.counts('rp')} group by rp.role_id
  )
  select w.id, n.name, coalesce(n.built_in, false) as admin, coalesce(l.ids, '{}') as includes, coalesce(h.held, 0) as held, false as permission
  from w left join names n on n.id = w.id left join links l on l.role_id = w.id left join held_counts h on h.role_id = w.id
  union all
  select p.id, p.name, false, '{}', 0, true from ${table('permissions')} p where p.id = any(${grantedIds}::uuid[]) and ${counted('p')}`;

const held = ({ walk, table, counted }: Place, roles: readonly string[], columns: Sql): Sql => sql`
  with held_permissions as materialized (
    select rp.role_id, rp.permission_id from ${walk.relations.role_permissions} rp
    where rp.role_id = any(${roles}::uuid[]) and ${walk.counts('rp')}
  ),
  permitted as materialized (
    select p.id, p.name from ${table('permissions')} p where p.id = any(array(select distinct permission_id from held_permissions)) and ${counted('p')}
  )
  select h.role_id as id, ${columns} from held_permissions h join permitted p on p.id = h.permission_id group by h.role_id`;

const contentsOf = (at: Place, roles: readonly string[]) =>
  held(at, roles, sql`array_agg(p.name order by p.name collate "C") as names`);

/** Hashes the names of each role's permissions in the database, so that they need not be read. */
const digestsOf = (at: Place, roles: readonly string[]) =>
  held(
    at,
    roles,
    sql`encode(sha256(convert_to(string_agg(p.name, E'\\n' order by p.name collate "C"), 'UTF8')), 'hex') as digest`,
  );
