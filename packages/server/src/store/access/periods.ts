import { type HeldPeriod, limits } from '@licet/contract';
import { later } from '../kernel/instants.ts';
import { numberAt, type Snapshot } from '../kernel/snapshot.ts';
import { identifier, prepared, type Sql, sql } from '../kernel/sql.ts';
import { enabled, lasting, started, Walk, withWalks } from '../walk/walk.ts';
import { Spans } from './spans.ts';

/** The periods up to the snapshot in which a user or a program held something. */
export interface Periods {
  /**
   * The start of the examined time: 12 months before the snapshot, or the creation of the principal or of the
   * application, whichever is latest.
   */
  readonly from: string;
  /** Ascending, with a gap between each two. */
  readonly periods: HeldPeriod[];
  /** The title of the permission; undefined if the catalogue has no permission of that name at the snapshot. */
  readonly title: string | undefined;
}

/**
 * Returns the periods of the last 12 months in which a user or a program held a permission of an application; without a
 * permission, any role or permission of it. Within a period, the decision at each instant permits; outside, it denies.
 * So a name means the permission that had this name at the instant.
 *
 * One statement reads each fact that could matter, and each instant at which one of them begins or ends. Access is
 * constant between these instants, so it is computed only at them, in one pass for all instants.
 */
export async function periodsHeld(
  { connection, no, at }: Snapshot,
  holderId: string,
  appId: string,
  permission: string | undefined,
): Promise<Periods> {
  const earliest = later(at, -limits.accessHistory.value);
  const { rows } = await connection.query<Row>(facts(no, at, earliest, holderId, appId, permission ?? null));
  const of = (kind: Row['kind']) => rows.filter((row) => row.kind === kind);
  const moments = of('moment');
  const instants = moments.map(({ starts }) => starts ?? '');
  const spans = new Spans(
    moments.map(({ noFrom }) => noFrom),
    instants,
  );
  for (const row of of('enabled')) spans.add(row.above, row);
  await spans.carry(
    [...of('group'), ...of('grant'), ...of('inclusion')].map((row) => ({ ...row, from: row.below, to: row.above })),
  );
  for (const row of of('goal')) spans.through(row.below, goal, row);

  const found: HeldPeriod[] = [];
  let since: string | null = null;
  for (const [place, instant] of instants.entries()) {
    if (spans.has(goal, place)) since ??= instant;
    else if (since !== null) {
      found.push({ starts: since, ends: instant });
      since = null;
    }
  }
  if (since !== null) found.push({ starts: since, ends: null });
  const created = of('created')[0]?.starts ?? earliest;
  const from = created > earliest ? created : earliest;
  const left = found.length - limits.accessPeriods.value;
  return {
    from: (left > 0 && found[left - 1]?.ends) || from,
    periods: found.slice(Math.max(left, 0)),
    title: of('goal').find((row) => row.title !== null && no < row.noTo)?.title ?? undefined,
  };
}

const goal = 'goal';

/** A fact of access: a link from `below`, which holds `above`, during these changes and instants. */
interface Row {
  /**
   * A row of kind `moment` is not a fact: it says that `noFrom` is the number of the last change at the instant
   * `starts`. A row of kind `created` is not a fact either: the principal and the application have both existed since
   * `starts`.
   */
  readonly kind: 'moment' | 'created' | 'enabled' | 'group' | 'grant' | 'inclusion' | 'goal';
  readonly below: string;
  readonly above: string;
  readonly noFrom: number;
  readonly noTo: number;
  readonly starts: string | null;
  readonly ends: string | null;
  readonly title: string | null;
}

const columns = (alias: string): Sql => sql`${identifier(alias)}.no_from, ${identifier(alias)}.no_to`;

const facts = prepared<
  [no: number, at: string, from: string, holderId: string, appId: string, permission: string | null]
>('periods-held', (no, at, from, holder, app, permission) => {
  const walk = new Walk(
    (alias) => sql`${identifier(alias)}.no_from <= ${no} and ${identifier(alias)}.no_to > (select first.no from first)`,
    at,
  );
  const anything = sql`${permission}::text is null`;
  const roles = sql`any(array(select id from below))`;
  return sql`
    ${withWalks(
      sql`first as materialized (select coalesce(${numberAt(from)}, 0) as no)`,
      walk.groupsAbove('holding', sql`select ${holder}::uuid`),
      sql`given as materialized (
        select x.principal_id, coalesce(x.role_id, x.permission_id) as granted_id, x.role_id, x.starts, x.ends, ${columns('x')}
        from grants x where x.principal_id = any(array(select id from holding)) and x.app_id = ${app}
          and ${walk.counts('x')} and ${started('x', at)} and ${lasting('x', from)}
      )`,
      walk.rolesBelow('below', sql`select role_id from given where role_id is not null`),
      sql`named as materialized (
        select n.id, n.title, ${columns('n')} from permissions n where n.app_id = ${app} and n.name = ${permission} and ${walk.counts('n')}
      )`,
      sql`fact as materialized (
        select 'enabled' as kind, null::uuid as below, u.id as above, ${columns('u')}, null::timestamptz as starts, null::timestamptz as ends, null as title
        from users u where u.id = ${holder} and ${walk.counts('u')} and ${enabled('u')}
        union all
        select 'enabled', null, c.id, ${columns('c')}, null, null, null from clients c where c.id = ${holder} and ${walk.program('c')}
        union all
        select 'group', m.member_id, m.group_id, ${columns('m')}, null, null, null
        from memberships m where m.member_id = any(array(select id from holding)) and ${walk.counts('m')}
        union all
        select 'grant', x.principal_id, x.granted_id, ${columns('x')}, x.starts, x.ends, null from given x
        union all
        select 'inclusion', i.role_id, i.included_id, ${columns('i')}, null, null, null
        from inclusions i where not ${anything} and i.role_id = ${roles} and ${walk.counts('i')}
        union all
        select 'inclusion', rp.role_id, rp.permission_id, ${columns('rp')}, null, null, null
        from role_permissions rp where rp.permission_id = any(array(select id from named)) and rp.role_id = ${roles} and ${walk.counts('rp')}
        union all
        select 'goal', n.id, null, ${columns('n')}, null, null, n.title from named n
        union all
        select 'goal', n.id, null, ${columns('n')}, null, null, null
        from roles n where not ${anything} and n.id = ${roles} and n.built_in and ${walk.counts('n')}
        union all
        select distinct 'goal', x.granted_id, null::uuid, 0::int8, ${no}::int8 + 1, null::timestamptz, null::timestamptz, null from given x where ${anything}
      )`,
      sql`moment as (
        select c.no, c.at from change c where c.no > (select first.no from first) and c.no <= ${no}
          and c.no = any(array(select no_from from fact union select no_to from fact))
        union
        select ${numberAt(sql`t.at`)}, t.at from (select starts as at from given union select ends from given) t
        where t.at > ${from} and t.at <= ${at}
        union
        select first.no, (${from})::timestamptz from first
      )`,
    )}
    select kind, below, above, no_from as "noFrom", no_to as "noTo", starts, ends, title from fact
    union all
    select 'created', null, null, 0, 0, max(c.at), null, null from change c where c.no in (
      select u.created_no from users u where u.id = ${holder}
      union all select c.created_no from clients c where c.id = ${holder}
      union all select a.created_no from applications a where a.id = ${app}
    )
    union all
    (select 'moment', null, null, coalesce(no, 0), 0, at, null, null from moment order by at)`;
});
