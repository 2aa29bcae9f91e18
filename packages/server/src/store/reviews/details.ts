import { limits, type ReviewItem, type ReviewReason } from '@licet/contract';
import type { EvidenceRow } from '@licet/contract/audit-chain';
import { type Ask, cancelledBy } from '../kernel/cancel.ts';
import { clock, instantAsText } from '../kernel/clock.ts';
import { type Database, transaction } from '../kernel/database.ts';
import { poolOf } from '../kernel/pool.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { type Sql, sql } from '../kernel/sql.ts';
import { lastOfPairs, reportedSince } from '../usage/usage.ts';
import { asOf, type Walk, withWalks } from '../walk/walk.ts';
import { itemJoins } from './rows.ts';

/**
 * Computes what helps reviewers to judge each line, as of the change that opened the review:
 * - the number of users who hold the access through a group
 * - the last use
 * - how many members of a group of the holder hold the same access
 * Runs after the opening change, so that other changes do not wait for it. Repeating it gives the same result. With the
 * signal of a job, it stops when the signal aborts, and no statement takes more than a third of the job's time.
 */
export async function readDetails(database: Database, id: string, signal?: AbortSignal): Promise<void> {
  // Marks the attempt, so that the next run of the job begins with other reviews if this one fails.
  const { rows } = await poolOf(database).query<ReviewOfDetails>(
    sql`update reviews set details_tried_at = ${clock(database.clockOffset())} where id = ${id} and details_at is null
      returning id, opened_no as no, opened_at as at`,
  );
  const [review] = rows;
  if (!review) return;
  const within = <Result>(work: (ask: Ask) => Promise<Result>) =>
    transaction(database, 'begin isolation level read committed', async (connection) => {
      if (signal)
        await connection.query(`set local statement_timeout = ${Math.ceil((limits.jobLease.value * 1000) / 3)}`);
      return cancelledBy(database, connection, signal, work);
    });
  const details = await within((ask) => detailsOf(ask, review));
  await within(async (ask) => {
    // Another process may have written the details or closed the review since, and the evidence of a closed review must
    // not change. The lock is taken before the statement that writes, so that the time of the details is later than
    // that of every earlier decision.
    const held = await ask(sql`
      select from reviews where id = ${id} and details_at is null and closed_no is null for no key update`);
    if (held.rows.length > 0) await ask(writeDetails(id, details, clock(database.clockOffset())));
  });
}

interface ReviewOfDetails {
  readonly id: string;
  readonly no: number;
  readonly at: string;
}

interface Detail extends Omit<Judged, 'share'> {
  readonly line: number;
  readonly people: number | null;
}

// Reads without locks. Otherwise a change to the review would wait for these locks while it holds the writer lock.
async function detailsOf(ask: Ask, { id, no, at }: ReviewOfDetails) {
  const walk = asOf(no, at);
  const { rows: uses } = await ask<Detail>(useOf(walk, id));
  const { rows: shares } = await ask<{ line: number; share: Judged['share'] }>(sharesOf(walk, id));
  const shareOf = new Map(shares.map(({ line, share }) => [line, share]));
  return uses.map((use) => {
    const share = shareOf.get(use.line) ?? null;
    return { ...use, share, suggestion: suggestionOf({ ...use, share }, at) };
  });
}

/** Decided lines get their suggestion as well, because decisions can be taken back. */
const writeDetails = (id: string, details: Awaited<ReturnType<typeof detailsOf>>, now: Sql): Sql => sql`
  with written as (
    update review_items i set last_at = d.last_at, people = d.people, reported_since = d.since, share = d.share::jsonb,
      suggestion = d.suggestion::jsonb
    from unnest(${details.map(({ line }) => line)}::int[], ${details.map((it) => it.lastExercised)}::timestamptz[],
      ${details.map(({ people }) => people)}::int[], ${details.map((it) => it.reportedSince)}::timestamptz[],
      ${details.map(({ share }) => share && JSON.stringify(share))}::text[],
      ${details.map(({ suggestion }) => suggestion && JSON.stringify(suggestion))}::text[]) as d (line, last_at, people, since, share, suggestion)
    where i.review_id = ${id} and i.line = d.line)
  update reviews set details_at = ${now} where id = ${id}`;

/** The ids of open reviews whose details are missing. Those tried most recently come last. */
export async function withoutDetails(database: Database): Promise<string[]> {
  return transaction(database, 'begin', async (connection) => {
    const { rows } = await connection.query<{ id: string }>(
      'select id from reviews where details_at is null and closed_no is null order by details_tried_at nulls first, opened_no',
    );
    return rows.map(({ id }) => id);
  });
}

const linesOf = (id: string): Sql =>
  sql`review_lines as materialized (select i.* from review_items i where i.review_id = ${id})`;

/**
 * The common table expression `role_permissions_of(role_id, permission_id)`: the permissions that each role of the lines contains.
 * The role admin contains all.
 */
const permissionsOfRoles = (walk: Walk): readonly Sql[] => [
  walk.rolesBelow(
    'below',
    sql`select distinct role_id as top, role_id as id from review_lines where role_id is not null`,
    ['top'],
  ),
  sql`role_permissions_of as materialized (
    select b.top as role_id, rp.permission_id from below b join role_permissions rp on rp.role_id = b.id and ${walk.counts('rp')}
    union
    select b.top, p.id from below b join roles r on r.id = b.id and r.built_in and ${walk.counts('r')}
      join permissions p on p.app_id = r.app_id and ${walk.counts('p')})`,
];

function useOf(walk: Walk, id: string): Sql {
  const given = sql`select m.line, m.principal_id, m.principal_kind, b.permission_id from review_lines m join role_permissions_of b on b.role_id = m.role_id
    union all select m.line, m.principal_id, m.principal_kind, m.permission_id from review_lines m where m.permission_id is not null`;
  return sql`
    ${withWalks(
      linesOf(id),
      ...permissionsOfRoles(walk),
      walk.groupsBelow(
        'inside',
        sql`select distinct principal_id as top, principal_id as id from review_lines where principal_kind = 'group'`,
        ['top'],
      ),
      sql`members(top, user_id) as materialized (select distinct * from (${walk.membersOf('inside', ['top'])}) m)`,
      sql`given as (${given})`,
      sql`used as materialized (${lastOfPairs(
        'line',
        sql`select g.line, g.permission_id, g.principal_id as user_id from given g where g.principal_kind = 'user'
          union all select g.line, g.permission_id, m.user_id from given g join members m on m.top = g.principal_id where g.principal_kind = 'group'`,
      )})`,
      sql`sizes as materialized (select top, count(*)::int as people from members group by 1)`,
      sql`reports as materialized (
        select a.app_id, ${reportedSince(sql`a.app_id`)} as since from (select distinct app_id from review_lines where app_id is not null) a)`,
    )}
    select m.line, u.last_at as "lastExercised", case when m.principal_kind = 'group' then coalesce(z.people, 0) end as people,
      p.since as "reportedSince",
      exists (select from users x where x.id = m.principal_id and ${walk.counts('x')} and x.status = 'suspended') as suspended
    from review_lines m left join used u on u.key = m.line left join sizes z on z.top = m.principal_id left join reports p on p.app_id = m.app_id
    order by m.line`;
}

/**
 * For each line, selects one of the user's direct groups: that in which the smallest share of members holds the same
 * access. A low share tells the reviewer most, because the user is an outlier there.
 */
function sharesOf(walk: Walk, id: string): Sql {
  const what = sql`coalesce(m.role_id, m.permission_id)`;
  return sql`
    ${withWalks(
      linesOf(id),
      walk.rolesAbove(
        'giving_roles',
        sql`select distinct role_id as target, role_id as id from review_lines where role_id is not null
          union select m.permission_id, rp.role_id from review_lines m join role_permissions rp on rp.permission_id = m.permission_id and ${walk.counts('rp')}`,
        ['target'],
      ),
      sql`grantees as materialized (
        select b.target, x.principal_id, x.principal_kind from giving_roles b join grants x on x.role_id = b.id and ${walk.granted('x')}
        union
        select m.permission_id, x.principal_id, x.principal_kind from review_lines m join grants x on x.permission_id = m.permission_id and ${walk.granted('x')})`,
      walk.groupsBelow('reached', sql`select target, principal_id as id from grantees where principal_kind = 'group'`, [
        'target',
      ]),
      sql`has(target, user_id) as materialized (
        select target, principal_id from grantees where principal_kind = 'user' union ${walk.membersOf('reached', ['target'])})`,
      sql`peers as materialized (
        select distinct m.line, ${what} as target, s.group_id from review_lines m
        join memberships s on s.member_id = m.principal_id and s.member_kind = 'user' and ${walk.counts('s')}
        where m.kind = 'grant' and m.principal_kind = 'user')`,
      sql`sizes as materialized (
        select g.group_id, count(*)::int as total from (select distinct group_id from peers) g
        join memberships s on s.group_id = g.group_id and s.member_kind = 'user' and ${walk.counts('s')} group by 1)`,
      sql`counted as materialized (
        select p.group_id, p.target, z.total, count(h.user_id)::int as holders
        from (select distinct group_id, target from peers) p join sizes z on z.group_id = p.group_id
        join memberships s on s.group_id = p.group_id and s.member_kind = 'user' and ${walk.counts('s')}
        left join has h on h.target = p.target and h.user_id = s.member_id
        where z.total between ${limits.reviewPeersMin.value} and ${limits.reviewPeersMax.value} group by 1, 2, 3)`,
    )}
    select distinct on (p.line) p.line, json_build_object('group', g.name, 'holders', c.holders, 'total', c.total) as share
    from peers p join counted c on c.group_id = p.group_id and c.target = p.target
    join groups g on g.id = p.group_id and ${walk.counts('g')}
    order by p.line, c.holders::float8 / c.total, c.total desc, g.id`;
}

/**
 * The lines of a review with the columns of the evidence; null becomes an empty text. A line that was decided before
 * the details were computed has no suggestion, because the reviewer did not see it.
 */
export async function evidenceRows({ connection }: Snapshot, review: string): Promise<EvidenceRow[]> {
  const { rows } = await connection.query<Record<string, unknown>>(sql`
    select i.line, i.kind, (select a.key from applications a where a.id = i.app_id order by a.no_to desc limit 1) as application,
      i.grant_id as "grant", i.group_id as "group", i.fact_no as no, i.principal_kind as "holder kind", i.principal_id as holder, i.role_id as role,
      i.permission_id as permission, ${instantAsText(sql`i.ends`)} as ends, i.state, i.decided_by as "decided by",
      ${instantAsText(sql`i.decided_at`)} as "decided at", ${instantAsText(sql`i.shorten_to`)} as "shorten to", i.outcome, i.applied_no as change,
      who.item ->> 'name' as name, who.item ->> 'detail' as username,
      coalesce(what.item ->> 'name', 'member of ' || (select g.name from groups g where g.id = i.group_id order by g.no_to desc limit 1)) as access,
      ${instantAsText(sql`fact.since`)} as since, fact.by as "given by", fact.reason, i.people, ${instantAsText(sql`i.last_at`)} as "last exercised",
      ${instantAsText(sql`i.reported_since`)} as "reported since",
      case when i.state in ('pending', 'handed on') or i.decided_at >= r.details_at then i.suggestion ->> 'decision' end as suggested, (select u.name from users u where u.id = i.decided_by order by u.no_to desc limit 1) as "decided by name",
      case when i.decided_at is not null then i.together end as "decided with others", i.told ->> 'note' as note
    from review_items i join reviews r on r.id = i.review_id ${itemJoins}
    where i.review_id = ${review} order by i.line`);
  return rows.map(
    (row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value ?? '')])) as EvidenceRow,
  );
}

/** The data from which a suggestion is derived. Instants are ISO 8601. */
export interface Judged extends Pick<ReviewItem, 'lastExercised' | 'reportedSince' | 'share'> {
  readonly suspended: boolean;
}

/**
 * Returns the suggestion for a line at an instant, with its reason; null if the data contradict each other. If reports
 * began less than `limits.reviewUnused` ago, nothing counts as unused.
 */
export function suggestionOf(judged: Judged, at: string): ReviewItem['suggestion'] {
  const { lastExercised, reportedSince, share, suspended } = judged;
  const days = (instant: string) => Math.floor((Date.parse(at) - Date.parse(instant)) / 86_400_000);
  const unused = limits.reviewUnused.value;
  const against: ReviewReason[] = [];
  const inFavour: ReviewReason[] = [];
  if (suspended) against.push({ kind: 'suspended' });
  if (lastExercised !== null && days(lastExercised) < unused)
    inFavour.push({ kind: 'used', days: Math.max(0, days(lastExercised)) });
  else if (reportedSince !== null && days(reportedSince) >= unused)
    against.push({ kind: 'unused', days: days(lastExercised ?? reportedSince) });
  if (share) {
    const { group, holders, total } = share;
    if (holders * rare <= total) against.push({ kind: 'rare', group, holders, total });
    else if (holders * usual >= total) inFavour.push({ kind: 'usual', group, holders, total });
  }
  if (suspended || (against.length > 0 && !inFavour.some(({ kind }) => kind === 'used')))
    return { decision: 'revoke', why: against };
  return inFavour.length > 0 && against.length === 0 ? { decision: 'keep', why: inFavour } : null;
}

/** Access is rare if at most one in this many members holds it. */
const rare = 10;
/** Access is usual if at least one in this many members holds it. */
const usual = 2;
