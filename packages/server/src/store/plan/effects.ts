import type { Change } from '../kernel/change.ts';
import { inForce, type Snapshot } from '../kernel/snapshot.ts';
import { named, raw, type Sql, sql } from '../kernel/sql.ts';
import { Walk, withWalks } from '../walk/walk.ts';
import { besideMoved, byChanges, byDraft, movedBetween, type Touched, touchedPrincipals } from './touched.ts';

/** What some people and programs gain and lose alike in an application, by name and sorted by code point. */
export interface Effect {
  /** The id of the application's facts. */
  readonly application: string;
  readonly gains: Names;
  readonly loses: Names;
  /** What a way that the draft takes away brought, and another one still brings. */
  readonly keeps: readonly string[];
  /** The other ways: roles that are granted and bring some of it, and those of it that are granted by themselves. */
  readonly keptBy: Names;
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
export function effectsOf({ connection, no }: Change, at: string): Promise<Effect[]> {
  const before = new Walk((alias) => inForce(alias, no - 1), at, withoutDraft);
  const after = new Walk((alias) => inForce(alias, no), at);
  return between(connection, { no: no - 1, walk: before }, { no, walk: after }, byDraft);
}

/** The same of changes that were made: who gained and lost what by those from one number up to another, as of an instant. */
export function effectsOfChanges({ connection }: Snapshot, first: number, last: number, at: string): Promise<Effect[]> {
  const side = (no: number) => ({ no, walk: new Walk((alias) => inForce(alias, no), at, withoutDraft) });
  return between(connection, side(first - 1), side(last), byChanges(first, last));
}

/** The facts at a number. */
interface Side {
  readonly no: number;
  readonly walk: Walk;
}

async function between(
  connection: Snapshot['connection'],
  { no: noBefore, walk: before }: Side,
  { no, walk: after }: Side,
  touched: Touched,
): Promise<Effect[]> {
  const { rows: touches } = await connection.query<{ principals: boolean; contents: boolean }>(
    named(
      `${touched.name}-touches`,
      sql`select exists (${touched.principals}) as principals, exists (${touched.contents}) as contents`,
    ),
  );
  const alike: Alike[] = [];
  if (touches[0]?.principals)
    alike.push(
      ...(await connection.query<Alike>(named(`${touched.name}-touched`, touchedThemselves(before, after, touched))))
        .rows,
    );
  if (touches[0]?.contents)
    alike.push(
      ...(await connection.query<Alike>(named(`${touched.name}-granted`, grantedWhatIsTouched(before, after, touched))))
        .rows,
    );
  const things = [...new Set(alike.flatMap(({ had, has }) => [...had, ...has]))];
  if (things.length === 0) return [];
  const brought = await bringing(connection, before, noBefore, things);
  const brings = new Map(brought);
  if (touches[0]?.contents) {
    // Most things bring what they brought: those alone are read once more that the draft moves.
    const { rows } = await connection.query<{ ids: string[] }>(
      named(
        `${touched.name}-moved`,
        sql`${withWalks(...movedBetween(before, after, touched))} select array(select id from moved) as ids`,
      ),
    );
    const moved = new Set(rows[0]?.ids).intersection(new Set(things));
    for (const id of moved) brings.delete(id);
    for (const [id, it] of await bringing(connection, after, no, [...moved])) brings.set(id, it);
  }
  const comparison = new Comparison(brought, brings);
  const effects = new Map<string, Effect & { holders: string[] }>();
  for (const { application, holders, ...granted } of alike) {
    const effect = comparison.difference(granted);
    if (isNothing(effect)) continue;
    const key = JSON.stringify([application, effect]);
    const known = effects.get(key);
    if (known) known.holders.push(...holders);
    else effects.set(key, { application, ...effect, holders: [...holders] });
  }
  for (const { holders } of effects.values()) holders.sort();
  return [...effects]
    .sort(([a, { holders: some }], [b, { holders: others }]) => others.length - some.length || (a < b ? -1 : 1))
    .map(([, effect]) => effect);
}

/** The next instants after that of the draft at which one of its grants starts or ends, with it or without it. */
export async function turnsOf({ connection, at }: Change, most: number): Promise<string[]> {
  const { rows } = await connection.query<{ turn: string }>(sql`
    select distinct turn from (${byDraft.of('starts as turn', 'grants')} union ${byDraft.of('ends as turn', 'grants')}) t
    where turn > ${at} and turn < 'infinity' order by turn limit ${most}`);
  return rows.map(({ turn }) => turn);
}

/** The facts as they are, past the views of a draft. */
export const withoutDraft = {
  users: raw('public.users'),
  clients: raw('public.clients'),
  memberships: raw('public.memberships'),
  inclusions: raw('public.inclusions'),
  role_permissions: raw('public.role_permissions'),
  grants: raw('public.grants'),
} as const;

/** Those who are granted the same roles and permissions in an application, without the draft and with it: ids. */
export interface Alike {
  readonly application: string;
  readonly had: readonly string[];
  readonly has: readonly string[];
  /** What the grants gave that do not reach them any more. */
  readonly gone: readonly string[];
  readonly holders: readonly string[];
}

/** Principals that `seed` selects, and everybody below those that are groups, as `name`. */
export const everybodyOf = (walk: Walk, name: string, seed: Sql): Sql[] => [
  walk.groupsBelow(`${name}_groups`, seed),
  sql`${raw(name)}(id) as materialized (${seed} union ${walk.membersOf(`${name}_groups`)})`,
];

/** What each of those that `who` selects is granted in an application: ids of grants, and of what they give, sorted. */
export const grantedTo = (walk: Walk, name: string, who: Sql, where = sql`true`): Sql[] => [
  sql`${raw(`${name}_holders`)}(holder) as materialized (
    select u.id from ${walk.relations.users} u where u.id = any(array(${who})) and ${walk.enabled('u')}
    union all
    select c.id from ${walk.relations.clients} c where c.id = any(array(${who})) and ${walk.program('c')}
  )`,
  walk.groupsAbove(`${name}_above`, sql`select holder, holder from ${raw(`${name}_holders`)}`, ['holder']),
  // The grants of a group are read once, however many are in it.
  sql`${raw(`${name}_given`)} as materialized (
    select w.id as principal_id, x.id, x.app_id, x.thing from (select distinct id from ${raw(`${name}_above`)}) w cross join lateral (
      select x.id, x.app_id, coalesce(x.role_id, x.permission_id) as thing from ${walk.relations.grants} x
      where x.principal_id = w.id and ${where} and ${walk.granted('x')} offset 0
    ) x
  )`,
  sql`${raw(name)} as materialized (
    select w.holder, x.app_id, array_agg(distinct x.thing order by x.thing) as things, array_agg(distinct x.id) as grants
    from ${raw(`${name}_above`)} w join ${raw(`${name}_given`)} x on x.principal_id = w.id group by w.holder, x.app_id
  )`,
];

/** Those whose own grants, groups or status the draft touches: what reaches them may differ in any way, in every application. */
function touchedThemselves(before: Walk, after: Walk, by: Touched): Sql {
  const touched = sql`select id from touched_principals`;
  const all = sql`select id from touched_before union select id from touched_after`;
  return sql`
    ${withWalks(
      touchedPrincipals(by),
      ...everybodyOf(before, 'touched_before', touched),
      ...everybodyOf(after, 'touched_after', touched),
      ...grantedTo(before, 'had', all),
      ...grantedTo(after, 'has', all),
    )}
    select application, had, has, gone, array_agg(holder) as holders from (
      select coalesce(h.app_id, n.app_id) as application, coalesce(h.holder, n.holder) as holder,
        coalesce(h.things, '{}') as had, coalesce(n.things, '{}') as has,
        case when h.grants is null or h.grants <@ n.grants then '{}' else array(
          select distinct coalesce(x.role_id, x.permission_id) from ${before.relations.grants} x
          where x.id = any(h.grants) and x.id <> all(coalesce(n.grants, '{}')) and ${before.counts('x')} order by 1
        ) end as gone
      from had h full join has n on n.holder = h.holder and n.app_id = h.app_id
    ) each group by application, had, has, gone`;
}

/**
 * All others who are granted a role that brings something else by the draft, or a permission that is named otherwise: they are granted the same
 * before and after, and the tables alone are asked who they are.
 */
function grantedWhatIsTouched(before: Walk, after: Walk, by: Touched): Sql {
  const touched = sql`select id from touched_principals`;
  return sql`
    ${withWalks(
      ...movedBetween(before, after, by),
      ...besideMoved(before, after, by),
      sql`bringing as materialized (
        select x.principal_id, x.principal_kind, x.app_id from ${before.relations.grants} x
        where (x.role_id = any(array(select id from moved)) or x.permission_id = any(array(select id from moved))) and ${before.granted('x')}
      )`,
      touchedPrincipals(by),
      ...everybodyOf(before, 'touched_before', touched),
      ...everybodyOf(after, 'touched_after', touched),
      before.groupsBelow('reached_groups', sql`select principal_id from bringing where principal_kind = 'group'`),
      sql`reached(id) as materialized (select principal_id from bringing union ${before.membersOf('reached_groups')})`,
      ...grantedTo(
        before,
        'had',
        sql`select id from reached except (select id from touched_before union select id from touched_after)`,
        sql`x.app_id = any(array(select distinct app_id from bringing))
          and (x.role_id = any(array(select id from beside)) or x.permission_id = any(array(select id from beside)) or (select so from everything))`,
      ),
    )}
    select app_id as application, things as had, things as has, '{}'::uuid[] as gone, array_agg(holder) as holders
    from had where things && array(select id from moved) group by app_id, things`;
}

/** What a role, or a permission by itself, brings: names. */
interface Brought {
  /** What it is called itself. */
  readonly name: string;
  readonly roles: ReadonlySet<string>;
  readonly permissions: ReadonlySet<string>;
  readonly admin: boolean;
}

/** What each of the things brings whom it is granted; nothing, if it has no name in force. */
export async function bringing(
  connection: Snapshot['connection'],
  walk: Walk,
  no: number,
  things: readonly string[],
): Promise<ReadonlyMap<string, Brought>> {
  const draftless = walk.relations.grants === withoutDraft.grants;
  const table = (name: string) => raw(draftless ? `public.${name}` : name);
  const counted = (alias: string) => inForce(alias, no);
  // Each table is asked for ids that are known: a view over a draft is not joined by index.
  const { rows } = await connection.query<{
    thing: string;
    name: string;
    roles: string[];
    permissions: string[];
    admin: boolean;
  }>(
    named(
      `plan-bringing${draftless ? '-before' : ''}`,
      sql`
    ${withWalks(
      walk.rolesBelow(
        'w',
        sql`select r.id, r.id from ${table('roles')} r where r.id = any(${things}::uuid[]) and ${counted('r')}`,
        ['thing'],
      ),
    )},
    names as materialized (
      select r.id, r.name, r.built_in from ${table('roles')} r where r.id = any(array(select distinct id from w)) and ${counted('r')}
    ),
    holds as materialized (
      select rp.role_id, rp.permission_id from ${table('role_permissions')} rp
      where rp.role_id = any(array(select id from names)) and ${walk.counts('rp')}
    ),
    permitted as materialized (
      select p.id, p.name from ${table('permissions')} p
      where p.id = any(array(select distinct permission_id from holds union select unnest(${things}::uuid[]))) and ${counted('p')}
    ),
    held as materialized (
      select w.thing, array_agg(distinct p.name) as names from w
      join holds h on h.role_id = w.id join permitted p on p.id = h.permission_id group by w.thing
    )
    select w.thing, max(n.name) filter (where n.id = w.thing) as name, array_agg(distinct n.name) as roles, bool_or(n.built_in) as admin,
      coalesce((select held.names from held where held.thing = w.thing), '{}') as permissions
    from w join names n on n.id = w.id group by w.thing
    union all
    select p.id, p.name, '{}', false, array[p.name] from permitted p where p.id = any(${things}::uuid[])`,
    ),
  );
  return new Map(
    rows.map(({ thing, name, roles, permissions, admin }) => [
      thing,
      { name, roles: new Set(roles), permissions: new Set(permissions), admin },
    ]),
  );
}

/** What things bring, without the draft and with it. Most things bring the same, and most people are concerned by one of theirs. */
export class Comparison {
  readonly #brought: ReadonlyMap<string, Brought>;
  readonly #brings: ReadonlyMap<string, Brought>;
  readonly #taken = new Map<string, Brought>();
  readonly #added = new Map<string, Brought>();

  constructor(brought: ReadonlyMap<string, Brought>, brings: ReadonlyMap<string, Brought>) {
    this.#brought = brought;
    this.#brings = brings;
    for (const thing of new Set([...brought.keys(), ...brings.keys()])) {
      const [was, is] = [brought.get(thing) ?? nothing, brings.get(thing) ?? nothing];
      if (was === is) continue; // it brings what it brought
      this.#taken.set(thing, less(was, is));
      this.#added.set(thing, less(is, was));
    }
  }

  difference({ had, has, gone }: Omit<Alike, 'application' | 'holders'>): Omit<Effect, 'application' | 'holders'> {
    const lost = had.map((it) => (has.includes(it) && !gone.includes(it) ? this.#taken : this.#brought).get(it));
    const got = has.map((it) => (had.includes(it) ? this.#added : this.#brings).get(it));
    const [before, after] = [sideOf(had, this.#brought), sideOf(has, this.#brings)];
    // Whoever is admin on one side holds every permission there, listed or not.
    const admin = before.some((it) => it.admin) || after.some((it) => it.admin);
    const held = (side: readonly Brought[], of: 'roles' | 'permissions', name: string) =>
      side.some((it) => it[of].has(name));
    const names = (from: readonly (Brought | undefined)[], of: 'roles' | 'permissions', not: readonly Brought[]) =>
      sorted(namesOf(from, of).filter((name) => !held(not, of, name)));
    const isAdmin = after.some((it) => it.admin);
    // Whoever is admin no more had every permission by it: what they still hold comes by another way.
    const toKeep = lost.some((it) => it?.admin) && !isAdmin ? after : lost;
    const keeps = sorted(namesOf(toKeep, 'permissions').filter((name) => isAdmin || held(after, 'permissions', name)));
    return {
      gains: { roles: names(got, 'roles', before), permissions: admin ? [] : names(got, 'permissions', before) },
      loses: { roles: names(lost, 'roles', after), permissions: admin ? [] : names(lost, 'permissions', after) },
      keeps,
      keptBy: waysTo(keeps, after),
    };
  }
}

/** Of things that are granted those that bring some of the permissions. */
function waysTo(permissions: readonly string[], granted: readonly Brought[]): Names {
  const ways = granted.filter((it) => permissions.some((name) => it.admin || it.permissions.has(name)));
  const called = (role: boolean) => sorted(ways.filter((it) => it.roles.size > 0 === role).map(({ name }) => name));
  return { roles: called(true), permissions: called(false) };
}

const nothing: Brought = { name: '', roles: new Set(), permissions: new Set(), admin: false };

const less = (one: Brought, other: Brought): Brought => ({
  name: one.name,
  roles: one.roles.difference(other.roles),
  permissions: one.permissions.difference(other.permissions),
  admin: one.admin && !other.admin,
});

const sideOf = (things: readonly string[], brings: ReadonlyMap<string, Brought>) =>
  things.flatMap((thing) => brings.get(thing) ?? []);

const namesOf = (from: readonly (Brought | undefined)[], of: 'roles' | 'permissions') => [
  ...new Set(from.flatMap((it) => (it ? [...it[of]] : []))),
];

/** By code point, as PostgreSQL sorts names in UTF-8. */
const sorted = (names: Iterable<string>) => [...names].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));

export const isNothing = ({ gains, loses, keeps }: Pick<Effect, 'gains' | 'loses' | 'keeps'>) =>
  [gains.roles, gains.permissions, loses.roles, loses.permissions, keeps].every(({ length }) => length === 0);
