import { untilFurtherNotice } from '../kernel/facts.ts';
import { numberAt, type Snapshot } from '../kernel/snapshot.ts';
import { type Sql, sql } from '../kernel/sql.ts';
import { Spans } from './spans.ts';

/** A role or a permission of an application, by internal ids; anything in it if neither is given. */
export interface Held {
  readonly application: string;
  readonly role?: string | undefined;
  readonly permission?: string | undefined;
}

/**
 * Returns the number of users who held something at each of the ascending instants. Past instants use the facts
 * recorded then, future ones the facts recorded now. Suspended users hold nothing.
 *
 * Reads each fact once, with the set of instants at which it is in force. Propagates these sets along inclusions and
 * memberships, instead of walking the graph for each instant.
 */
export async function peopleOverTime(snapshot: Snapshot, held: Held, instants: readonly string[]): Promise<number[]> {
  const { connection } = snapshot;
  const { rows: links } = await connection.query<Link>(linksOf(held, instants));
  const of = (kind: Link['kind']) => links.filter((link) => link.kind === kind);
  const numbers = of('moment').map(({ noFrom }) => noFrom);
  const first = Math.min(...numbers);
  const spans = new Spans(
    numbers.toSorted((one, other) => one - other),
    instants,
  );

  if (held.role !== undefined) spans.always(held.role);
  for (const link of of('holds')) spans.add(link.above, link);
  spans.carry(of('inclusion').map((link) => ({ ...link, from: link.below ?? '', to: link.above })));

  const people = new Set<string>();
  for (const link of of('grant')) {
    if (link.below === null || !spans.any(link.above)) continue;
    spans.through(link.above, link.below, link);
    if (link.person) people.add(link.below);
  }
  spans.carry(of('group').map((link) => ({ ...link, from: link.above, to: link.below ?? '' })));

  const groups = [...new Set(links.flatMap(({ kind, above, below }) => (kind === 'group' ? [above, below] : [])))];
  const granted = of('grant').flatMap(({ person, below }) => (person || below === null ? [] : [below]));
  const reached = [...new Set([...groups, ...granted])].filter((id): id is string => id !== null && spans.any(id));
  const { rows: members } = await connection.query<Omit<Link, 'kind' | 'person' | 'starts' | 'ends'>>(sql`
    select m.group_id as above, m.member_id as below, m.no_from as "noFrom", m.no_to as "noTo" from memberships m
    where m.group_id = any(${reached}::uuid[]) and m.member_kind = 'user' and m.no_to > ${first}`);
  for (const { above, below, ...span } of members) {
    if (below === null) continue;
    spans.through(above, below, span);
    people.add(below);
  }
  for (const { above, ...span } of of('suspended')) spans.remove(above, span);
  return spans.count(people);
}

/** A fact of access: a link from `above` to `below`, during these changes and instants. */
interface Link {
  /** A `moment` is not a fact: its `noFrom` is the number of the last change at or before one of the instants. */
  readonly kind: 'moment' | 'holds' | 'inclusion' | 'grant' | 'group' | 'suspended';
  readonly above: string;
  readonly below: string | null;
  /** Whether the principal of a grant is a user. */
  readonly person: boolean;
  readonly noFrom: number;
  readonly noTo: number;
  readonly starts: string | null;
  readonly ends: string | null;
}

function linksOf({ application, role, permission }: Held, instants: readonly string[]): Sql {
  const roles = sql`(select distinct r.id from roles r where r.app_id = ${application})`;
  const anything = role === undefined && permission === undefined;
  const first = sql`(select min(no) from moments)`;
  return sql`
    with moments as materialized (
      select coalesce(${numberAt(sql`i.at`)}, 0) as no from unnest(${instants}::timestamptz[]) as i(at)
    )
    select 'moment' as kind, null::uuid as above, null::uuid as below, false as person, no as "noFrom", no as "noTo",
      null::timestamptz as starts, null::timestamptz as ends from moments
    union all
    select 'inclusion', i.role_id, i.included_id, false, i.no_from, i.no_to, null, null
    from inclusions i where not ${anything} and i.no_to > ${first} and i.role_id in ${roles}
    union all
    select 'holds', p.role_id, null, false, p.no_from, p.no_to, null, null
    from role_permissions p where p.permission_id = ${permission ?? null} and p.no_to > ${first}
    union all
    select 'holds', r.id, null, false, r.no_from, r.no_to, null, null
    from roles r where ${permission !== undefined} and r.app_id = ${application} and r.built_in and r.no_to > ${first}
    union all
    select distinct 'holds', coalesce(g.permission_id, g.role_id), null::uuid, false, 0::int8, ${untilFurtherNotice}::int8, null::timestamptz, null::timestamptz
    from grants g where g.app_id = ${application} and g.no_to > ${first} and (${anything} or g.permission_id = ${permission ?? null})
    union all
    select 'grant', coalesce(g.role_id, g.permission_id), g.principal_id, g.principal_kind = 'user', g.no_from, g.no_to, g.starts, g.ends
    from grants g where g.app_id = ${application} and g.principal_kind <> 'client' and g.no_to > ${first}
    union all
    select 'group', m.group_id, m.member_id, false, m.no_from, m.no_to, null, null
    from memberships m where m.member_kind = 'group' and m.no_to > ${first}
    union all
    select 'suspended', u.id, null, false, u.no_from, u.no_to, null, null
    from users u where u.status = 'suspended' and u.no_to > ${first}`;
}
