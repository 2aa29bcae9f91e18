import { instantAsText } from '../kernel/clock.ts';
import { fragment, identifier, type Sql, sql } from '../kernel/sql.ts';
import { type Walk, withWalks } from '../walk/walk.ts';
import { alteredBetween, relatedToAltered, type Touched, touchedPrincipals } from './touched.ts';

/** Principals with the same grants in an application, without the draft and with it. */
export interface Alike {
  readonly application: string;
  /** The present and future grants of these principals, in the text form that {@link wayOf} parses. */
  readonly ways: readonly string[];
  readonly holders: readonly string[];
}

/**
 * A grant of a role or permission (`grantedId`) to a principal, with its periods without the draft and with it. A period is
 * null if the grant does not reach the principal.
 */
export interface Way {
  readonly grantedId: string;
  readonly before: Period | null;
  readonly after: Period | null;
}

/** A period. `starts` is null if it has begun already, `ends` if it has no end. */
export interface Period {
  readonly starts: string | null;
  readonly ends: string | null;
}

export function wayOf(text: string): Way {
  const [grantedId = '', before = '', after = ''] = text.split(' ');
  const periodIn = (range: string): Period | null => {
    const [starts = '', ends = ''] = range.split('/');
    return range === '' ? null : { starts: starts || null, ends: ends || null };
  };
  return { grantedId, before: periodIn(before), after: periodIn(after) };
}

const wayText = (grantedId: string, before: string, after: string) =>
  sql`concat(${fragment(grantedId)}, ' ', ${fragment(before)}, ' ', ${fragment(after)})`;

/** SQL for the period of a grant as the text `starts/ends`. A past start and an infinite end are left empty. */
const periodOf = (walk: Walk, grant: string): Sql => {
  const [starts, ends] = [identifier(`${grant}.starts`), identifier(`${grant}.ends`)];
  return sql`concat(case when ${starts} > ${walk.at} then ${instantAsText(starts)} end, '/', case when ${ends} < 'infinity' then ${instantAsText(ends)} end)`;
};

/** The common table expression `name`: the principals that `seed` selects, and all users in the groups among them. */
export const everybodyOf = (walk: Walk, name: string, seed: Sql): Sql[] => [
  walk.groupsBelow(`${name}_groups`, seed),
  sql`${identifier(name)}(id) as materialized (${seed} union ${walk.membersOf(`${name}_groups`)})`,
];

/**
 * The common table expression `name(holder, app_id, id, granted_id, period)`: the present and future grants of each user and
 * program that `who` selects.
 */
export const grantedTo = (walk: Walk, name: string, who: Sql, where = sql`true`): Sql[] => [
  sql`${identifier(`${name}_holders`)}(holder) as materialized (
    select u.id from ${walk.relations.users} u where u.id = any(array(${who})) and ${walk.enabled('u')}
    union all
    select c.id from ${walk.relations.clients} c where c.id = any(array(${who})) and ${walk.program('c')}
  )`,
  walk.groupsAbove(`${name}_above`, sql`select holder, holder from ${identifier(`${name}_holders`)}`, ['holder']),
  // Reads the grants of a group once, whatever its number of members.
  sql`${identifier(`${name}_given`)} as materialized (
    select w.id as principal_id, x.id, x.app_id, x.granted_id, x.period from (select distinct id from ${identifier(`${name}_above`)}) w cross join lateral (
      select x.id, x.app_id, coalesce(x.role_id, x.permission_id) as granted_id, ${periodOf(walk, 'x')} as period from ${walk.relations.grants} x
      where x.principal_id = w.id and ${where} and ${walk.grantedOrLater('x')} offset 0
    ) x
  )`,
  sql`${identifier(name)} as materialized (
    select distinct w.holder, x.app_id, x.id, x.granted_id, x.period
    from ${identifier(`${name}_above`)} w join ${identifier(`${name}_given`)} x on x.principal_id = w.id
  )`,
];

/**
 * The grants of the principals that `who` selects, in the affected applications. Starts from the grants of the roles
 * and permissions in `related` or, if `everything` is true, from all grants in `apps`. Reads these grants and the users
 * in their groups once.
 */
export const grantedFromAbove = (walk: Walk, name: string, who: Sql): Sql[] => {
  const { grants, users, clients } = walk.relations;
  const given = (grantedId: string, which: Sql) => sql`
    select x.principal_id, x.principal_kind, x.app_id, ${fragment(grantedId)} as granted_id, ${periodOf(walk, 'x')} as period
    from ${grants} x where ${which} and ${walk.grantedOrLater('x')}`;
  const givenRelated = (column: string) =>
    given(column, sql`not (select so from everything) and ${identifier(column)} = any(array(select id from related))`);
  return [
    sql`${identifier(`${name}_grants`)} as materialized (
      ${givenRelated('x.role_id')} union all ${givenRelated('x.permission_id')} union all
      ${given('coalesce(x.role_id, x.permission_id)', sql`(select so from everything) and x.app_id = any(array(select id from apps))`)}
    )`,
    walk.groupsBelow(
      `${name}_groups`,
      sql`select principal_id, principal_id from ${identifier(`${name}_grants`)} where principal_kind = 'group'`,
      ['top'],
    ),
    sql`${identifier(`${name}_members`)}(top, id) as (${walk.membersOf(`${name}_groups`, ['top'])})`,
    sql`${identifier(`${name}_given`)} as materialized (
      select principal_id as holder, app_id, granted_id, period from ${identifier(`${name}_grants`)} where principal_kind <> 'group'
      union all
      select m.id, x.app_id, x.granted_id, x.period from ${identifier(`${name}_grants`)} x join ${identifier(`${name}_members`)} m on m.top = x.principal_id
      where x.principal_kind = 'group'
    )`,
    sql`${identifier(`${name}_holders`)}(holder) as (
      select u.id from ${users} u where ${walk.enabled('u')} union all select c.id from ${clients} c where ${walk.program('c')}
    )`,
    sql`${identifier(name)} as (
      select x.holder, x.app_id, x.granted_id, x.period from ${identifier(`${name}_given`)} x
      where x.holder in (select holder from ${identifier(`${name}_holders`)}) and x.holder in (${who})
    )`,
  ];
};

/**
 * Selects, as {@link Alike}, the principals whose own grants, groups or status the draft touches. Any of their grants
 * may differ, in every application.
 */
export function touchedThemselves(before: Walk, after: Walk, by: Touched): Sql {
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
    ${hadAndHas}`;
}

/** Selects the principals with these ids as {@link Alike}, whether or not the draft touches them. */
export function alikeAmong(before: Walk, after: Walk, ids: readonly string[]): Sql {
  const those = sql`select unnest(${ids}::uuid[])`;
  return sql`${withWalks(...grantedTo(before, 'had', those), ...grantedTo(after, 'has', those))} ${hadAndHas}`;
}

const hadAndHas = sql`
    select application, ways, array_agg(holder) as holders from (
      select application, holder, array_agg(way order by way) as ways from (
        select distinct coalesce(h.app_id, n.app_id) as application, coalesce(h.holder, n.holder) as holder,
          ${wayText('coalesce(h.granted_id, n.granted_id)', 'h.period', 'n.period')} as way
        from had h full join has n on n.holder = h.holder and n.id = h.id and n.granted_id = h.granted_id
      ) each group by application, holder
    ) them group by application, ways`;

/**
 * Selects the other principals that hold an altered role or a renamed permission. Their grants are the same before and
 * after, so they are read from the tables: one principal at a time if there are at most `few`, otherwise starting from
 * the altered roles and permissions.
 */
export function grantedWhatIsTouched(before: Walk, after: Walk, by: Touched, few: number): Sql {
  const touched = sql`select id from touched_principals`;
  const others = (ids: Sql) => sql`${ids} except (select id from touched_before union select id from touched_after)`;
  return sql`
    ${withWalks(
      ...alteredBetween(before, after, by),
      ...relatedToAltered(before, after, by),
      sql`granting as materialized (
        select x.principal_id, x.principal_kind, x.app_id from ${before.relations.grants} x
        where (x.role_id = any(array(select id from altered)) or x.permission_id = any(array(select id from altered))) and ${before.grantedOrLater('x')}
      )`,
      touchedPrincipals(by),
      ...everybodyOf(before, 'touched_before', touched),
      ...everybodyOf(after, 'touched_after', touched),
      before.groupsBelow('reached_groups', sql`select principal_id from granting where principal_kind = 'group'`),
      sql`reached(id) as (select principal_id from granting union all ${before.membersOf('reached_groups')})`,
      sql`many as materialized (select count(*) > ${few} as so from (select from reached limit ${few}::int + 1) counted)`,
      sql`apps(id) as materialized (select distinct app_id from granting)`,
      ...grantedTo(
        before,
        'had_of_few',
        others(sql`select id from reached`),
        sql`x.app_id = any(array(select id from apps))
          and (x.role_id = any(array(select id from related)) or x.permission_id = any(array(select id from related)) or (select so from everything))`,
      ),
      ...grantedFromAbove(before, 'had_of_many', others(sql`select holder from had_of_many_given`)),
    )}
    select app_id as application, ways, array_agg(holder) as holders from (
      select app_id, holder, array_agg(way order by way) as ways from (
        select distinct app_id, holder, granted_id, ${wayText('granted_id', 'period', 'period')} as way from (
          select holder, app_id, granted_id, period from had_of_few where not (select so from many)
          union all
          select holder, app_id, granted_id, period from had_of_many where (select so from many)
        ) had
      ) each group by app_id, holder having bool_or(granted_id = any(array(select id from altered)))
    ) them group by app_id, ways`;
}
