import type { ReviewCounts, ReviewDecided, ReviewDecision, ReviewItem } from '@licet/contract';
import { fault, refuse } from '../../refusal.ts';
import { copyingNames } from '../erasure/referring.ts';
import type { Connection, Database } from '../kernel/database.ts';
import { newest, type Snapshot } from '../kernel/snapshot.ts';
import { sql } from '../kernel/sql.ts';
import { whoDecides } from './deciding.ts';
import { itemsOf } from './list.ts';

type Refused = ReviewDecided['refused'][number];

/** Why a decision on a line is refused: `why` is for programs, `reason` is the key of a sentence. */
interface Why {
  readonly why: Refused['why'];
  readonly reason:
    | 'review_line_unknown'
    | 'review_line_own'
    | 'review_line_not_yours'
    | 'review_line_changed'
    | 'review_line_decided_so'
    | 'review_line_undecided'
    | 'review_line_reviewer_unable'
    | 'review_line_endless'
    | 'review_line_end_past'
    | 'review_line_end_later';
}

/** The next state of a line, to write only if the line still has this version. */
interface Next {
  readonly line: number;
  readonly version: number;
  readonly state: ReviewItem['state'];
  readonly ends: string | null;
  readonly to: string | null;
  readonly note: string;
  /**
   * Set if the user repeats their own decision. Only the note then changes. The time and the number of lines decided
   * together stay unchanged.
   */
  readonly again?: boolean;
}

interface Line {
  readonly line: number;
  readonly version: number;
  readonly state: ReviewItem['state'];
  readonly kind: ReviewItem['kind'];
  readonly ends: string | null;
  readonly starts: string | null;
  readonly own: boolean;
  readonly mine: boolean;
  /** Whether the caller handed the line on to another user, and so may take it back. */
  readonly handed: boolean;
  /** Whether the user to whom the line was handed on exists and is not the line's holder. */
  readonly able: boolean;
  readonly decidedBy: string | null;
  readonly shortenTo: string | null;
  readonly handedTo: string | null;
}

/**
 * Stores a reviewer's decisions, each line separately. Decisions are not facts, so no writer lock is needed. Instead,
 * the review is locked in its open state, and a line is written only if it still has the version that the reviewer saw.
 * @param decisions their instants are in UTC with microseconds
 * @throws Refusal `wrong_state` if the review is closed or closing
 */
export function decideLines(
  database: Database,
  review: string,
  userId: string,
  decisions: readonly ReviewDecision[],
): Promise<ReviewDecided> {
  return writeLines(database, review, userId, decisions, (line, asked, at) => {
    const refused = refusalOf(line, asked, at);
    if (refused) return refused;
    const { version, decision, note = '' } = asked;
    const [ends, to] = [decision === 'shorten' ? asked.ends : null, decision === 'hand on' ? asked.to : null];
    const state = states[decision];
    const again = line.state === state && line.shortenTo === ends && line.handedTo === to;
    return again && line.decidedBy !== userId ? theirs : { line: asked.line, version, state, ends, to, note, again };
  });
}

// The evidence names the reviewer of each line. So repeating another user's decision, or adding a note to it, must not
// replace that reviewer.
const theirs = { why: 'not_yours', reason: 'review_line_decided_so' } as const;

const states = { keep: 'kept', revoke: 'revoked', shorten: 'shortened', 'hand on': 'handed on' } as const;

/**
 * Takes decisions back.
 * @throws Refusal `wrong_state`, like {@link decideLines}
 */
export function undoLines(
  database: Database,
  review: string,
  userId: string,
  asked: readonly { readonly line: number; readonly version: number }[],
): Promise<ReviewDecided> {
  const taken = (line: Line, { version }: Asked) =>
    line.state === 'pending'
      ? ({ why: 'not_decided', reason: 'review_line_undecided' } as const)
      : ({ line: line.line, version, state: 'pending', ends: null, to: null, note: '' } as const);
  return writeLines(database, review, userId, asked, taken, true);
}

type Asked = { readonly line: number; readonly version: number } & Partial<{ readonly to: string }>;

function writeLines<One extends Asked>(
  database: Database,
  review: string,
  userId: string,
  asked: readonly One[],
  next: (line: Line, asked: One, at: string) => Next | Why,
  mayTakeBack = false,
): Promise<ReviewDecided> {
  return copyingNames(database, async (connection) => {
    const { rows } = await connection.query<{ name: string; closed: boolean; closing: boolean }>(sql`
      select name, closed_no is not null as closed, closing_at is not null as closing
      from reviews where id = ${review} for share`);
    const held = rows[0] ?? refuse('not_found', 'review_unknown', { id: review });
    if (held.closed) refuse('wrong_state', 'review_closed', { review: held.name });
    if (held.closing) refuse('wrong_state', 'review_closing', { review: held.name });
    const snapshot = await newest(database, connection);
    const known = await linesToDecide(snapshot, review, userId, asked);
    const refused: Refused[] = [];
    const chosen = new Map<number, Next>();
    for (const one of asked) {
      const { line } = one;
      const made = whyNot(known.get(line), one, mayTakeBack) ?? next(known.get(line) as Line, one, snapshot.at);
      if ('why' in made) refused.push(refusedLine(line, made));
      else chosen.set(line, made);
    }
    const written = new Set(await write(connection, review, userId, snapshot.clock, [...chosen.values()]));
    for (const line of chosen.keys()) if (!written.has(line)) refused.push(refusedLine(line, changed));
    const lines = [...new Set(asked.map(({ line }) => line))].filter(
      (line) => known.get(line)?.mine || written.has(line),
    );
    return { items: await itemsOf(snapshot, review, lines, userId), refused, counts: await countsOf(snapshot, review) };
  });
}

const refusedLine = (line: number, { why, reason }: Why): Refused => ({ ...fault({}, reason, {}), line, why });

const changed = { why: 'changed', reason: 'review_line_changed' } as const;

function whyNot(line: Line | undefined, { version }: Asked, mayTakeBack: boolean): Why | undefined {
  if (!line) return { why: 'no_line', reason: 'review_line_unknown' };
  if (line.own) return { why: 'own_line', reason: 'review_line_own' };
  if (!line.mine && !(mayTakeBack && line.handed)) return { why: 'not_yours', reason: 'review_line_not_yours' };
  return line.version === version ? undefined : changed;
}

function refusalOf(line: Line, decision: ReviewDecision, at: string): Why | undefined {
  if (decision.decision === 'hand on' && !line.able)
    return { why: 'may_not_review', reason: 'review_line_reviewer_unable' };
  if (decision.decision !== 'shorten') return undefined;
  if (line.kind === 'membership') return { why: 'wrong_end', reason: 'review_line_endless' };
  const { ends } = decision;
  // Compares instants as text, because all are ISO 8601 in UTC with microseconds.
  if (ends <= at || ends <= (line.starts ?? '')) return { why: 'wrong_end', reason: 'review_line_end_past' };
  if (line.ends !== null && ends >= line.ends) return { why: 'wrong_end', reason: 'review_line_end_later' };
  return undefined;
}

async function linesToDecide(
  snapshot: Snapshot,
  review: string,
  userId: string,
  asked: readonly Asked[],
): Promise<ReadonlyMap<number, Line>> {
  const lines = asked.map(({ line }) => line);
  const others = asked.map(({ to }) => to ?? null);
  const { rows } = await snapshot.connection.query<Line>(sql`
    ${whoDecides(snapshot, sql`select ${review}::uuid`, sql`i.line = any(${lines}::int[])`, [
      userId,
      ...new Set(others.filter((to) => to !== null)),
    ])}
    select i.line, i.version, i.state, i.kind, i.ends, x.starts,
      exists (select from within w where w.member = ${userId} and w.id = i.principal_id) as own,
      exists (select from deciding d where d.line = i.line and d.user_id = ${userId}) as mine,
      i.state = 'handed on' and i.decided_by = ${userId} as handed,
      i.decided_by as "decidedBy", i.shorten_to as "shortenTo", i.handed_to as "handedTo",
      exists (select from users u where u.id = t.other and u.no_to = 9223372036854775807 and u.status = 'active') and not exists (
        select from within w where w.member = t.other and w.id = i.principal_id) as able
    from unnest(${lines}::int[], ${others}::uuid[]) as t (line, other)
    join review_items i on i.review_id = ${review} and i.line = t.line
    left join grants x on x.id = i.grant_id and x.no_from = i.fact_no`);
  return new Map(rows.map((row) => [row.line, row]));
}

/** Returns the lines that were written. Lines that another user decided concurrently are left out. */
async function write(connection: Connection, review: string, userId: string, clock: string, next: readonly Next[]) {
  if (next.length === 0) return [];
  const anew = next.filter(({ again }) => !again).length;
  const column = <Key extends keyof Next>(key: Key) => next.map((one) => one[key]);
  const { rows } = await connection.query<{ line: number }>(sql`
    update review_items i set state = n.state, shorten_to = n.ends, handed_to = n.other,
      told = case when n.note = '' then '{}'::jsonb else jsonb_build_object('note', n.note) end,
      decided_by = case when n.state = 'pending' then null else ${userId}::uuid end,
      decided_at = case when n.state = 'pending' then null when n.again then i.decided_at else ${clock}::timestamptz end,
      together = case when n.again then i.together else ${anew - 1} end, version = i.version + 1
    from unnest(${column('line')}::int[], ${column('version')}::int[], ${column('state')}::text[], ${column('ends')}::timestamptz[],
      ${column('to')}::uuid[], ${column('note')}::text[], ${next.map(({ again = false }) => again)}::boolean[])
      as n (line, version, state, ends, other, note, again)
    where i.review_id = ${review} and i.line = n.line and i.version = n.version returning i.line`);
  return rows.map(({ line }) => line);
}

async function countsOf({ connection }: Snapshot, review: string): Promise<ReviewCounts> {
  const { rows } = await connection.query<ReviewCounts>(sql`
    select count(*)::int as lines, (count(*) filter (where state = 'pending'))::int as pending,
      (count(*) filter (where state = 'handed on'))::int as "handedOn", (count(*) filter (where state = 'kept'))::int as kept,
      (count(*) filter (where state = 'revoked'))::int as revoked, (count(*) filter (where state = 'shortened'))::int as shortened
    from review_items where review_id = ${review}`);
  return rows[0] ?? { lines: 0, pending: 0, handedOn: 0, kept: 0, revoked: 0, shortened: 0 };
}
