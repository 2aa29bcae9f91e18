import { limits, type Review, type Reviewers, type ReviewStep } from '@licet/contract';
import type { Change } from '../kernel/change.ts';
import { instantAsText } from '../kernel/clock.ts';
import type { Connection } from '../kernel/database.ts';
import { present } from '../kernel/facts.ts';
import { later } from '../kernel/instants.ts';
import type { Queryable } from '../kernel/pool.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { type Sql, sql } from '../kernel/sql.ts';
import { lasting } from '../walk/walk.ts';
import { digestOfRows, type ReviewFields, type ScopeOfReview } from './lines.ts';

/** The data of a review that closing needs. */
export interface ClosingReview {
  readonly id: string;
  readonly name: string;
  readonly lines: number;
  readonly linesDigest: string;
  readonly undecided: Review['undecided'];
  readonly openedNo: number;
  /** The digest of the decisions; null until closing begins. */
  readonly decisionsDigest: string | null;
  readonly closed: boolean;
}

/** Locks a review against decisions and concurrent closing until the transaction ends. */
export async function holdReview(connection: Connection, id: string): Promise<ClosingReview | undefined> {
  const { rows } = await connection.query<ClosingReview>(sql`${review(id)} for update`);
  return rows[0];
}

/** Reads a review for closing, without a lock. */
export async function reviewToClose({ connection }: Snapshot, id: string): Promise<ClosingReview | undefined> {
  const { rows } = await connection.query<ClosingReview>(review(id));
  return rows[0];
}

const review = (id: string) => sql`
  select id, name, lines, lines_digest as "linesDigest", undecided, opened_no as "openedNo", decisions_digest as "decisionsDigest",
    closed_no is not null as closed from reviews where id = ${id}`;

/** The outcome of a line when its review is closed. */
export interface LineToClose {
  readonly line: number;
  readonly outcome: 'kept' | 'revoked' | 'shortened' | 'gone';
  /** Whether the line was undecided, so that the review's rule for such lines applied. */
  readonly undecided: boolean;
  readonly step: ReviewStep | null;
}

/** The effects of closing a review, and the digest of its decisions. */
export interface ToClose {
  /** The lines that have no outcome yet, in order. */
  readonly lines: readonly LineToClose[];
  /**
   * SHA-256, in hexadecimal, over each line's number, decision (with the end, if shortened), reviewer and time of
   * decision.
   */
  readonly digest: string;
}

/**
 * Returns the outcome of each line when the review is closed.
 * - A line is `gone` if its access has ended, or ends anyway by the instant to which it would be shortened.
 * - A line that would be shortened to a past instant is revoked.
 */
export async function linesToClose(snapshot: Snapshot, id: string): Promise<ToClose> {
  const rows = await linesWithIntention(
    snapshot,
    sql`
      select i.*, i.shorten_to as cut_to, i.state in ('pending', 'handed on') as by_rule,
        case i.state when 'kept' then 'keep' when 'revoked' then 'revoke'
          when 'shortened' then case when i.shorten_to <= ${snapshot.at}::timestamptz then 'revoke' else 'shorten' end else r.undecided end as intended
      from review_items i join reviews r on r.id = i.review_id where i.review_id = ${id}`,
  );
  const digest = digestOfRows(rows.map(({ line, state, by, at: when, ends }) => [line, state, by, when, ends]));
  const lines = rows.flatMap((row): LineToClose[] => {
    const { line, undecided, intended, ended, done } = row;
    if (done) return [];
    if (intended === 'keep') return [{ line, undecided, outcome: 'kept', step: null }];
    if (ended) return [{ line, undecided, outcome: 'gone', step: null }];
    return [{ line, undecided, outcome: intended === 'revoke' ? 'revoked' : 'shortened', step: stepOf(row) }];
  });
  return { lines, digest };
}

/** Returns the steps that would revoke the access in some lines, or shorten it to an instant. */
export async function stepsOf(
  snapshot: Snapshot,
  id: string,
  lines: readonly number[],
  ends: string | undefined,
): Promise<ReviewStep[]> {
  const rows = await linesWithIntention(
    snapshot,
    sql`
      select i.*, ${ends ?? null}::timestamptz as cut_to, false as by_rule, ${ends === undefined ? 'revoke' : 'shorten'} as intended
      from review_items i where i.review_id = ${id} and i.line = any(${lines}::int[])`,
  );
  return rows.filter(({ ended }) => !ended).map(stepOf);
}

/** A line and its intended outcome. */
interface IntendedLine {
  readonly line: number;
  readonly intended: 'keep' | 'revoke' | 'shorten';
  readonly undecided: boolean;
  readonly ended: boolean;
  readonly done: boolean;
  readonly state: string;
  readonly by: string | null;
  readonly at: string | null;
  readonly ends: string | null;
  readonly shortenTo: string | null;
  readonly application: string | null;
  readonly grant: string | null;
  readonly group: string | null;
  readonly member: string;
}

/**
 * @param lines selects rows of `review_items` with three more columns: the `intended` outcome, the instant `cut_to`, and
 * whether the outcome is `by_rule`
 */
async function linesWithIntention({ connection, at }: Snapshot, lines: Sql): Promise<IntendedLine[]> {
  const { rows } = await connection.query<IntendedLine>(sql`
    with intended as (${lines})
    select i.line, i.intended, i.by_rule as undecided, i.outcome is not null as done, i.state, i.decided_by as by,
      ${instantAsText(sql`i.decided_at`)} as at, ${instantAsText(sql`i.shorten_to`)} as ends, i.cut_to as "shortenTo", a.key as application, i.grant_id as "grant",
      i.group_id as "group", i.principal_id as member,
      i.intended <> 'keep' and not case when i.kind = 'grant'
        then a.key is not null and x.id is not null and (i.intended = 'revoke' or x.ends > i.cut_to)
        else m.group_id is not null end as ended
    from intended i
    left join applications a on a.id = i.app_id and ${present('a')}
    left join grants x on x.id = i.grant_id and ${present('x')} and ${lasting('x', at)}
    left join memberships m on m.group_id = i.group_id and m.member_id = i.principal_id and ${present('m')}
    order by i.line`);
  return rows;
}

function stepOf(row: IntendedLine): ReviewStep {
  if (row.group !== null) return { call: 'groups.removeMember', params: { group: row.group, member: row.member } };
  const params = { application: row.application ?? '', grant: row.grant ?? '' };
  return row.intended === 'shorten'
    ? { call: 'grants.update', params, body: { ends: row.shortenTo ?? '' } }
    : { call: 'grants.revoke', params };
}

/** Stores that closing has begun. From then on no line can be decided. */
export async function beginClosing({ connection, clock }: Change, id: string, digest: string): Promise<void> {
  await connection.query(
    sql`update reviews set closing_at = coalesce(closing_at, ${clock}), decisions_digest = ${digest} where id = ${id}`,
  );
}

/** Stores the outcomes of lines. `no` is the change that revoked or shortened the access, if any. */
export async function noteOutcomes(
  connection: Connection,
  id: string,
  done: readonly { readonly line: number; readonly outcome: string; readonly no: number | null }[],
): Promise<void> {
  await connection.query(sql`
    update review_items i set outcome = d.outcome, applied_no = d.no
    from unnest(${done.map(({ line }) => line)}::int[], ${done.map(({ outcome }) => outcome)}::text[], ${done.map(({ no }) => no)}::int8[])
      as d (line, outcome, no)
    where i.review_id = ${id} and i.line = d.line`);
}

/** The number of lines by outcome, once all lines have one. */
export async function outcomeOf(
  { connection }: Pick<Snapshot, 'connection'>,
  id: string,
): Promise<NonNullable<Review['outcome']>> {
  const { rows } = await connection.query<NonNullable<Review['outcome']>>(sql`
    select (count(*) filter (where outcome = 'revoked'))::int as revoked, (count(*) filter (where outcome = 'shortened'))::int as shortened,
      (count(*) filter (where outcome = 'gone'))::int as gone, (count(*) filter (where state in ('pending', 'handed on')))::int as undecided
    from review_items where review_id = ${id}`);
  return rows[0] ?? { revoked: 0, shortened: 0, gone: 0, undecided: 0 };
}

/** Stores that this change closed the review. */
export async function markClosed(
  { connection, no, at }: Change,
  id: string,
  outcome: NonNullable<Review['outcome']>,
): Promise<void> {
  await connection.query(
    sql`update reviews set closed_no = ${no}, closed_at = ${at}, outcome = ${JSON.stringify(outcome)}::jsonb, version = ${no} where id = ${id}`,
  );
}

/** The ids of the reviews whose next review is due. */
export async function dueReviews(database: Queryable, clock: string): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>(
    sql`select id from reviews r where r.next_at <= ${clock} order by r.next_at, r.id`,
  );
  return rows.map(({ id }) => id);
}

/**
 * Claims the next due review of a series, so that no other process opens it. The next review lasts as long as the
 * previous one. Returns undefined if none is due, and `gone` if the subject was deleted, which ends the series.
 */
export async function takeNext({ connection, clock }: Change, id: string): Promise<ReviewFields | 'gone' | undefined> {
  const { rows } = await connection.query<{
    name: string;
    scope: ScopeOfReview;
    kind: Reviewers['kind'];
    users: string[];
    fallback: string | null;
    undecided: ReviewFields['undecided'];
    everyMonths: number;
    openedBy: string | null;
    seconds: number;
    there: boolean;
  }>(sql`
    update reviews r set next_at = null where r.id = ${id} and r.next_at <= ${clock}
    returning r.name, r.scope, r.reviewer_kind as kind, r.reviewers as users, r.fallback, r.undecided, r.every_months as "everyMonths",
      r.opened_by as "openedBy", extract(epoch from r.ends_at - r.opened_at)::float8 as seconds,
      (r.scope ->> 'app' is null or exists (select from applications a where a.id = (r.scope ->> 'app')::uuid and ${present('a')}))
      and (r.scope ->> 'role' is null or exists (select from roles o where o.id = (r.scope ->> 'role')::uuid and ${present('o')}))
      and (r.scope ->> 'group' is null or exists (select from groups g where g.id = (r.scope ->> 'group')::uuid and ${present('g')})) as there`);
  const [row] = rows;
  if (!row) return undefined;
  if (!row.there) return 'gone';
  const { name, scope, kind, users, fallback, undecided, everyMonths, openedBy, seconds } = row;
  return {
    name,
    scope,
    reviewers: kind === 'owners' ? { kind } : { kind, users },
    fallback,
    undecided,
    everyMonths,
    openedBy,
    endsAt: later(clock, seconds),
  };
}

/** A series whose next review could not be opened. */
export interface PostponedReview {
  readonly name: string;
  /** The id of the user who opened the series. */
  readonly openedBy: string | null;
  /** Whether it was not postponed before. */
  readonly first: boolean;
}

/** Postpones the next review of a series. Returns undefined if another process has opened or postponed it. */
export async function postponeNext({ connection, clock }: Snapshot, id: string): Promise<PostponedReview | undefined> {
  const { rows } = await connection.query<PostponedReview>(sql`
    update reviews r set next_at = ${later(clock, limits.reviewRetry.value)}
    from (select next_at from reviews where id = ${id} and next_at <= ${clock} for update) due
    where r.id = ${id}
    returning r.name, r.opened_by as "openedBy", due.next_at <= r.opened_at + r.every_months * interval '1 month' as first`);
  return rows[0];
}
