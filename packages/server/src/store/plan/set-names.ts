import { foldIdentity, limits, type MadeBySet, type NameInFiles } from '@licet/contract';
import type { Change } from '../kernel/change.ts';
import { present, untilFurtherNotice } from '../kernel/facts.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { fragment, identifier, sql } from '../kernel/sql.ts';

/** A set of files, and the actor who applies it. */
export interface SetOfFiles {
  /** Empty if the files do not belong to a named set. */
  readonly name: string;
  readonly actor: string;
}

/** A user, role or other entity that has or had a name. */
export interface Bearer {
  readonly id: string;
  /** The number of the change that first gave the entity this name. */
  readonly from: number;
  /** The number of the change that last took this name from the entity; 0 if none did. */
  readonly until: number;
  readonly present: boolean;
  /** The current name of the entity; null if it was deleted. */
  readonly now: string | null;
}

/** What is known about a name. */
export interface NameRecord {
  /** All current and former bearers of the name, in the order in which they got it. */
  readonly bearers: readonly Bearer[];
  /** The entity to which the name last referred in this set of files. */
  readonly lastUse: Pick<Bearer, 'id' | 'now'> | null;
}

/**
 * Returns the record of each name, in the order of `names`.
 * @param hashErased hashes usernames, to find those of erased users; omitted if no one was erased
 */
export async function recordsOf(
  snapshot: Snapshot,
  names: readonly NameInFiles[],
  set: SetOfFiles,
  hashErased?: (key: string) => Buffer,
): Promise<NameRecord[]> {
  const records: NameRecord[] = [];
  for (let from = 0; from < names.length; from += atOnce)
    records.push(...(await recordsOfSome(snapshot, names.slice(from, from + atOnce), set, hashErased)));
  return records;
}

/** The number of names per query. A query compares each name with all others. */
const atOnce = 500;

async function recordsOfSome(
  { connection }: Snapshot,
  names: readonly NameInFiles[],
  set: SetOfFiles,
  hashErased?: (key: string) => Buffer,
): Promise<NameRecord[]> {
  const hashes = names.map((name) => (name.kind === 'user' && hashErased ? hashErased(keyOf(name)) : null));
  const inApplication = (table: 'roles' | 'permissions' | 'clients', kind: NameInFiles['kind']) => sql`
    select a.place, x.id, x.no_from, x.no_to from asked a
    join applications p on a.kind = ${kind} and p.key = a.application join ${identifier(table)} x on x.app_id = p.id and x.name = a.name`;
  const { rows } = await connection.query<NameRecord & { place: number }>(sql`
    with asked as materialized (
      select * from unnest(${names.map((_, place) => place)}::int[], ${names.map(({ kind }) => kind)}::text[],
        ${names.map(({ application = '' }) => application)}::text[], ${names.map(keyOf)}::text[], ${hashes}::bytea[]) a(place, kind, application, name, erased)
    ), bore as (
      select a.place, x.id, x.no_from, x.no_to from asked a join users x on a.kind = 'user' and x.username_key = a.name
      union all
      select a.place, x.person_id, x.had_from, x.had_until from asked a join erased_names x on x.name_hash = a.erased
      union all
      select a.place, x.id, x.no_from, x.no_to from asked a join groups x on a.kind = 'group' and x.name_key = a.name
      union all
      select a.place, x.id, x.no_from, x.no_to from asked a join applications x on a.kind = 'application' and x.key = a.name
      union all ${inApplication('roles', 'role')}
      union all ${inApplication('permissions', 'permission')}
      union all ${inApplication('clients', 'client')}
    ), bearers as (
      select place, id, min(no_from) as since, coalesce(max(no_to) filter (where no_to < ${fragment(untilFurtherNotice)}), 0) as until,
             bool_or(no_to = ${fragment(untilFurtherNotice)}) as present
      from bore group by place, id
    ), last_use as (
      select distinct on (a.place) a.place, s.thing_id as id from asked a
      join set_names s on s.set_name = ${set.name} and s.kind = a.kind and s.application = a.application and s.name = a.name
      where s.actor = ${set.actor} or s.for_everyone
      order by a.place, s.kept_no desc
    ), called(id, name) as (
      select x.id, x.username from users x where x.id in (select id from bearers union select id from last_use) and ${present('x')}
      union all
      select x.id, x.name from groups x where x.id in (select id from bearers union select id from last_use) and ${present('x')}
      union all
      select x.id, x.key from applications x where x.id in (select id from bearers union select id from last_use) and ${present('x')}
      union all
      select x.id, x.name from roles x where x.id in (select id from bearers union select id from last_use) and ${present('x')}
      union all
      select x.id, x.name from permissions x where x.id in (select id from bearers union select id from last_use) and ${present('x')}
      union all
      select x.id, x.name from clients x where x.id in (select id from bearers union select id from last_use) and ${present('x')}
    )
    select a.place,
      coalesce((
        select json_agg(json_build_object('id', b.id, 'from', b.since, 'until', b.until, 'present', b.present, 'now', c.name) order by b.since, b.id)
        from bearers b left join called c on c.id = b.id where b.place = a.place), '[]') as bearers,
      (select json_build_object('id', k.id, 'now', c.name) from last_use k left join called c on c.id = k.id where k.place = a.place) as "lastUse"
    from asked a order by a.place`);
  return rows;
}

/** Stores the ID of the entity to which each name refers. */
export async function keepNames(
  { connection, no }: Change,
  names: readonly (NameInFiles & { readonly id: string })[],
  set: SetOfFiles,
  forEveryone: boolean,
): Promise<void> {
  await connection.query(sql`
    insert into set_names (set_name, actor, for_everyone, kind, application, name, thing_id, kept_no)
    select ${set.name}, ${set.actor}, ${forEveryone}, n.kind, n.application, n.name, n.id, ${no}
    from unnest(${names.map(({ kind }) => kind)}::text[], ${names.map(({ application = '' }) => application)}::text[],
      ${names.map(keyOf)}::text[], ${names.map(({ id }) => id)}::uuid[]) n(kind, application, name, id)
    on conflict (set_name, kind, application, name, actor)
    do update set thing_id = excluded.thing_id, kept_no = excluded.kept_no, for_everyone = excluded.for_everyone`);
}

/** Deletes an actor's oldest stored names beyond the limit. Returns their number. */
export async function forgetOldest({ connection }: Change, { actor }: SetOfFiles): Promise<number> {
  const { rowCount } = await connection.query(sql`
    delete from set_names where ctid = any(array(
      select s.ctid from set_names s where s.actor = ${actor} order by s.kept_no desc offset ${limits.setNamesKept.value}))`);
  return rowCount ?? 0;
}

/** The compared form of a name: folded for users and groups, unchanged for others. */
export const keyOf = ({ kind, name }: Pick<NameInFiles, 'kind' | 'name'>): string =>
  kind === 'user' || kind === 'group' ? foldIdentity(name) : name;

/**
 * Everything that the plans of a set of files created and that still exists, except users and applications. The facts
 * are found by change number: each fact has its change, and each applied plan its range of changes. Leaves out an owner
 * that was created with an application, because no file mentions owners.
 */
export async function madeBySet({ connection }: Snapshot, set: string): Promise<MadeBySet[]> {
  const { rows } = await connection.query<MadeBySet>(sql`
    with runs as materialized (
      select (c.after->>'first')::bigint as first, c.no as last from change c where c.action = 'plan.applied' and c.after->>'set' = ${set}
    ), created as (
      select 'permission' as kind, p.id, p.name, p.app_id, null::uuid as group_id, p.created_no from permissions p where ${present('p')}
      union all
      select 'role', r.id, r.name, r.app_id, null, r.created_no from roles r where not r.built_in and ${present('r')}
      union all
      select 'client', x.id, x.name, x.app_id, null, x.created_no from clients x where not x.built_in and ${present('x')}
      union all
      select 'grant', g.id, '', g.app_id, null, g.created_no from grants g where ${present('g')}
      union all
      select 'owner', o.user_id, '', o.app_id, null, o.no_from from owners o join applications a on a.id = o.app_id and ${present('a')}
      where ${present('o')} and o.no_from <> a.created_no
      union all
      select 'group', g.id, g.name, null, null, g.created_no from groups g where ${present('g')}
      union all
      select 'separation', s.id, s.name, null, null, s.created_no from separations s where ${present('s')}
      union all
      select 'member', m.member_id, '', null, m.group_id, m.no_from from memberships m where ${present('m')}
    )
    select t.kind, t.id, t.name, a.key as application,
           case when n.id is not null then json_build_object('id', n.id, 'name', n.name) end as group
    from created t join runs r on t.created_no between r.first and r.last
    left join applications a on a.id = t.app_id and ${present('a')}
    left join groups n on n.id = t.group_id and ${present('n')}
    order by t.created_no, t.id`);
  return rows;
}
