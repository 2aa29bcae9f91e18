import type { Change } from '../kernel/change.ts';
import { inForce } from '../kernel/snapshot.ts';
import { raw, type Sql, sql } from '../kernel/sql.ts';
import { Walk, withWalks } from '../walk/walk.ts';

/** What some people and programs gain and lose alike in an application, by name and sorted by code point. */
export interface Effect {
  /** The id of the application's facts. */
  readonly application: string;
  readonly gains: Names;
  readonly loses: Names;
  /** What a way that the draft takes away brought, and another one still brings. */
  readonly keeps: readonly string[];
  /** The ids of everybody whom it concerns, people and programs, sorted. */
  readonly holders: readonly string[];
}

/** The role `admin` stands for every permission: where it is gained or lost, permissions beside it are not told. */
export interface Names {
  readonly roles: readonly string[];
  readonly permissions: readonly string[];
}

/**
 * Who gains and loses what at an instant by what a draft wrote so far: effective access without it and with it, compared for those
 * alone whom its facts can reach. People who were granted the same, directly or by groups, are looked at together.
 * @param at an instant in ISO 8601, not before that of the draft
 */
export async function effectsOf({ connection, no }: Change, at: string): Promise<Effect[]> {
  const before = new Walk((alias) => inForce(alias, no - 1), at, withoutDraft);
  const after = new Walk((alias) => inForce(alias, no), at);
  const { rows: alike } = await connection.query<Alike>(grantedAlike(before, after));
  const things = [...new Set(alike.flatMap(({ had, has }) => [...had, ...has]))];
  if (things.length === 0) return [];
  const [brought, brings] = [
    await bringing(connection, before, no - 1, things),
    await bringing(connection, after, no, things),
  ];
  const effects = new Map<string, Effect & { holders: string[] }>();
  for (const { application, holders, ...granted } of alike) {
    const effect = difference(granted, brought, brings);
    if (isNothing(effect)) continue;
    const key = JSON.stringify([application, effect]);
    const known = effects.get(key);
    if (known) known.holders.push(...holders);
    else effects.set(key, { application, ...effect, holders: [...holders] });
  }
  for (const { holders } of effects.values()) holders.sort();
  return [...effects.values()].sort((a, b) => b.holders.length - a.holders.length);
}

/** The next instants after that of the draft at which one of its grants starts or ends, with it or without it. */
export async function turnsOf({ connection, at }: Change, most: number): Promise<string[]> {
  const { rows } = await connection.query<{ turn: string }>(sql`
    select distinct turn from (${drafted('starts as turn', 'grants')} union ${drafted('ends as turn', 'grants')}) t
    where turn > ${at} and turn < 'infinity' order by turn limit ${most}`);
  return rows.map(({ turn }) => turn);
}

/** The facts as they are, past the views of a draft. */
const withoutDraft = {
  users: raw('public.users'),
  clients: raw('public.clients'),
  memberships: raw('public.memberships'),
  inclusions: raw('public.inclusions'),
  role_permissions: raw('public.role_permissions'),
  grants: raw('public.grants'),
} as const;

/** Those who are granted the same roles and permissions in an application, without the draft and with it: ids. */
interface Alike {
  readonly application: string;
  readonly had: readonly string[];
  readonly has: readonly string[];
  /** What the grants gave that do not reach them any more. */
  readonly gone: readonly string[];
  readonly holders: readonly string[];
}

const drafted = (columns: string, table: string): Sql =>
  raw(`select ${columns} from pg_temp.ended_${table} union select ${columns} from pg_temp.opened_${table}`);

/** Whoever a fact of the draft can reach, and what they are granted on either side. Many more than are concerned, never fewer. */
function grantedAlike(before: Walk, after: Walk): Sql {
  const structure = sql`
    (${drafted('role_id', 'inclusions')}) union (${drafted('role_id', 'role_permissions')}) union (${drafted('id', 'roles')})
    union select rp.role_id from role_permissions rp where rp.permission_id in (${drafted('id', 'permissions')})`;
  const reached = (walk: Walk, name: string): Sql[] => [
    walk.rolesAbove(`${name}_roles`, sql`select id from touched_roles`),
    sql`${raw(`${name}_granted`)} as materialized (
      select x.principal_id as id from ${walk.relations.grants} x
      where (x.role_id = any(array(select id from ${raw(`${name}_roles`)})) or x.permission_id = any(array(select id from touched_permissions)))
        and ${walk.granted('x')}
    )`,
    walk.groupsBelow(
      `${name}_groups`,
      sql`select id from ${raw(`${name}_granted`)} union select id from touched_principals`,
    ),
    sql`${raw(name)}(id) as (
      select id from ${raw(`${name}_granted`)} union select id from touched_principals union ${walk.membersOf(`${name}_groups`)}
    )`,
  ];
  const side = (walk: Walk, name: string): Sql[] => [
    sql`${raw(`${name}_holders`)}(holder) as materialized (
      select u.id from ${walk.relations.users} u where u.id = any(array(select id from reached)) and ${walk.enabled('u')}
      union all
      select c.id from ${walk.relations.clients} c where c.id = any(array(select id from reached)) and ${walk.program('c')}
    )`,
    walk.groupsAbove(`${name}_above`, sql`select holder, holder from ${raw(`${name}_holders`)}`, ['holder']),
    sql`${raw(name)} as (
      select w.holder, x.app_id, array_agg(distinct coalesce(x.role_id, x.permission_id) order by coalesce(x.role_id, x.permission_id)) as things,
        array_agg(distinct x.id) as grants
      from ${raw(`${name}_above`)} w cross join lateral (
        select x.id, x.app_id, x.role_id, x.permission_id from ${walk.relations.grants} x where x.principal_id = w.id and ${walk.granted('x')} offset 0
      ) x group by w.holder, x.app_id
    )`,
  ];
  return sql`
    ${withWalks(
      sql`touched_roles(id) as materialized (${structure})`,
      sql`touched_permissions(id) as materialized (${drafted('id', 'permissions')})`,
      sql`touched_principals(id) as materialized (
        (${drafted('principal_id', 'grants')}) union (${drafted('member_id', 'memberships')}) union (${drafted('id', 'users')}) union (${drafted('id', 'clients')})
      )`,
      ...reached(before, 'reached_before'),
      ...reached(after, 'reached_after'),
      sql`reached(id) as materialized (select id from reached_before union select id from reached_after)`,
      sql`moved(id) as materialized (
        select id from reached_before_roles union select id from reached_after_roles union select id from touched_permissions
      )`,
      ...side(before, 'had'),
      ...side(after, 'has'),
    )}
    select application, had, has, gone, array_agg(holder) as holders from (
      select coalesce(h.app_id, n.app_id) as application, coalesce(h.holder, n.holder) as holder,
        coalesce(h.things, '{}') as had, coalesce(n.things, '{}') as has,
        case when h.grants is null or h.grants <@ n.grants then '{}' else array(
          select distinct coalesce(x.role_id, x.permission_id) from ${before.relations.grants} x
          where x.id = any(h.grants) and x.id <> all(coalesce(n.grants, '{}')) and ${before.counts('x')} order by 1
        ) end as gone
      from had h full join has n on n.holder = h.holder and n.app_id = h.app_id
      where h.grants is distinct from n.grants or h.things && array(select id from moved)
    ) each group by application, had, has, gone`;
}

/** What a role, or a permission by itself, brings: names. */
interface Brought {
  readonly roles: readonly string[];
  readonly permissions: readonly string[];
  readonly admin: boolean;
}

/** What each of the things brings whom it is granted; nothing, if it has no name in force. */
async function bringing(
  connection: Change['connection'],
  walk: Walk,
  no: number,
  things: readonly string[],
): Promise<ReadonlyMap<string, Brought>> {
  const draftless = walk.relations.grants === withoutDraft.grants;
  const table = (name: string) => raw(draftless ? `public.${name}` : name);
  const named = (alias: string) => inForce(alias, no);
  const { rows } = await connection.query<Brought & { thing: string }>(sql`
    ${withWalks(
      walk.rolesBelow(
        'w',
        sql`select r.id, r.id from ${table('roles')} r where r.id = any(${things}::uuid[]) and ${named('r')}`,
        ['thing'],
      ),
    )},
    names as materialized (
      select w.thing, w.id, r.name, r.built_in from w join ${table('roles')} r on r.id = w.id and ${named('r')}
    )
    select thing, array_agg(distinct name order by name) as roles, bool_or(built_in) as admin,
      array(
        select distinct p.name from names n
        join ${table('role_permissions')} rp on rp.role_id = n.id and ${walk.counts('rp')}
        join ${table('permissions')} p on p.id = rp.permission_id and ${named('p')}
        where n.thing = names.thing
      ) as permissions
    from names group by thing
    union all
    select p.id, '{}', false, array[p.name] from ${table('permissions')} p where p.id = any(${things}::uuid[]) and ${named('p')}`);
  return new Map(rows.map((row) => [row.thing, row]));
}

interface Side {
  readonly roles: ReadonlySet<string>;
  readonly permissions: ReadonlySet<string>;
  readonly admin: boolean;
}

function sideOf(things: readonly string[], brings: ReadonlyMap<string, Brought>): Side {
  const all = things.flatMap((thing) => brings.get(thing) ?? []);
  return {
    roles: new Set(all.flatMap(({ roles }) => roles)),
    permissions: new Set(all.flatMap(({ permissions }) => permissions)),
    admin: all.some(({ admin }) => admin),
  };
}

function difference(
  { had, has, gone }: Omit<Alike, 'application' | 'holders'>,
  brought: ReadonlyMap<string, Brought>,
  brings: ReadonlyMap<string, Brought>,
): Pick<Effect, 'gains' | 'loses' | 'keeps'> {
  const [before, after] = [sideOf(had, brought), sideOf(has, brings)];
  // Whoever is admin on one side holds every permission there, listed or not.
  const permissions = (from: Side, to: Side) =>
    to.admin || from.admin ? [] : without(from.permissions, to.permissions);
  const taken = had.flatMap((thing) => {
    const still = gone.includes(thing) || !has.includes(thing) ? [] : (brings.get(thing)?.permissions ?? []);
    return without(new Set(brought.get(thing)?.permissions), new Set(still));
  });
  return {
    gains: { roles: without(after.roles, before.roles), permissions: permissions(after, before) },
    loses: { roles: without(before.roles, after.roles), permissions: permissions(before, after) },
    keeps: sorted(new Set(taken.filter((name) => after.admin || after.permissions.has(name)))),
  };
}

const without = (names: ReadonlySet<string>, others: ReadonlySet<string>) => sorted(names.difference(others));
/** By code point, as PostgreSQL sorts names in UTF-8. */
const sorted = (names: Iterable<string>) => [...names].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));

const isNothing = ({ gains, loses, keeps }: Pick<Effect, 'gains' | 'loses' | 'keeps'>) =>
  [gains.roles, gains.permissions, loses.roles, loses.permissions, keeps].every(({ length }) => length === 0);
