import { type AccessRequest, type Gives, type GivesRef, limits, type RequestComment } from '@licet/contract';
import type { Change } from '../kernel/change.ts';
import { instantAsText } from '../kernel/clock.ts';
import { insertEntity, insertFact, present } from '../kernel/facts.ts';
import { newId } from '../kernel/ids.ts';
import { later } from '../kernel/instants.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { identifier, named, sql } from '../kernel/sql.ts';
import { hasSay, ruleOf, type StepRule, type StoredVote } from './deciders.ts';

/** The parts of a request that depend on the reader or on other users. */
type Standing = 'mayDecide' | 'decidesFor' | 'undoUntil' | 'steps' | 'usualSeconds';

/** A request, without its approvers. */
export interface StoredRequest extends Omit<AccessRequest, Standing | 'votes'> {
  /** The id of the application's facts. */
  readonly appId: string;
  /** Whether the application still exists. Another application may have its identifier now. */
  readonly applicationExists: boolean;
  /** The steps of approval under the current policy of the role. */
  readonly rule: readonly StepRule[];
  /** The approvals that count under these steps, each with the most that can still be granted after it. */
  readonly votes: readonly StoredVote[];
}

/** The content of a request. */
export interface RequestFields {
  readonly appId: string;
  readonly userId: string;
  readonly asks: GivesRef;
  readonly seconds: number;
  readonly reason: string;
  readonly place: string;
  /** The user who made the request on behalf of another user. */
  readonly proposedBy?: string | null;
  /** The grant that the request renews. */
  readonly renews?: string | null;
}

/** The decision on a request. `by` is the id of the user who decided, or null for the operator. */
export interface Verdict {
  readonly state: 'approved' | 'denied' | 'withdrawn';
  readonly by: string | null;
  readonly note?: string;
  readonly given?: { readonly what: GivesRef; readonly seconds: number; readonly grant: string };
}

/** A row of {@link requestColumns}. */
export interface RequestRow extends Omit<StoredRequest, 'state' | 'decision'> {
  readonly undone: NonNullable<AccessRequest['decision']>['undone'];
  readonly state: Exclude<AccessRequest['state'], 'expired'>;
  readonly by: NonNullable<AccessRequest['decision']>['by'];
  readonly decidedAt: string | null;
  readonly gives: Gives | null;
  readonly givenSeconds: number | null;
  readonly note: string;
  readonly grant: string | null;
  readonly ends: string | null;
  /** The grant as it is now; null if it was revoked. */
  readonly held: { readonly ends: string | null } | null;
}

/** SQL for the last name of the user with an id. */
const nameOf = (id: string) =>
  sql`(select json_build_object('id', u.id, 'name', u.name) from users u where u.id = ${identifier(id)} order by u.no_to desc limit 1)`;

/**
 * The columns of a request (alias `x`). The query must include {@link requestJoins}. Deleted objects have their last
 * name.
 */
export const requestColumns = sql`
  x.id, x.app_id as "appId", app."applicationExists", json_build_object('id', app.key, 'name', app.name) as application,
  json_build_object('kind', 'user', 'id', x.user_id, 'name', who.name, 'detail', who.username) as "user",
  what.item as asks, x.seconds, x.reason, x.place, x.state, x.asked_at as "askedAt", x.lapses_at as "lapsesAt",
  (select json_build_object('id', u.id, 'name', u.name) from users u where u.id = x.decided_by order by u.no_to desc limit 1) as by,
  x.decided_at as "decidedAt", given.item as gives, x.given_seconds as "givenSeconds", x.note, x.grant_id as "grant",
  case when origin.renews is null then x.decided_at + x.given_seconds * interval '1 second'
    else (select g.ends from grants g where g.id = x.grant_id order by g.no_to limit 1) end as ends,
  (select json_build_object('ends', ${instantAsText(sql`g.ends`)}) from grants g where g.id = x.grant_id and ${present('g')}) as held,
  ruled.steps as rule, coalesce(voted.votes, '[]') as votes, ${nameOf('origin.proposed_by')} as "proposedBy", origin.renews,
  undone.item as undone, (select count(*)::int from request_comments c where c.request_id = x.id) as comments,
  greatest(x.no_from, voted.no_from, undone.no_from) as version,
  case when x.state = 'pending' and x.no_from > x.created_no then (
    select json_build_object('because', case when c.action in ('user.suspended', 'user.deleted', 'user.erased', 'licet.imported') then 'left' else 'deleted' end,
      'by', c.actor_name, 'at', ${instantAsText(sql`c.at`)}) from change c where c.no = x.no_from) end as ended`;

const itemOf = (role: string, permission: string) => sql`
  (select json_build_object('kind', 'role', 'id', r.id, 'name', r.name, 'title', r.title) as item
   from roles r where r.id = ${identifier(role)} order by r.no_to desc limit 1)
  union all
  (select json_build_object('kind', 'permission', 'id', p.id, 'name', p.name, 'title', p.title)
   from permissions p where p.id = ${identifier(permission)} order by p.no_to desc limit 1)`;

/** The joins that {@link requestColumns} needs in addition to `requests x`. */
export const requestJoins = sql`
  cross join lateral (
    select a.key, a.name, ${present('a')} as "applicationExists" from applications a where a.id = x.app_id order by a.no_to desc limit 1
  ) app
  cross join lateral (select u.name, u.username from users u where u.id = x.user_id order by u.no_to desc limit 1) who
  cross join lateral (${itemOf('x.role_id', 'x.permission_id')}) what
  left join lateral (${itemOf('x.given_role_id', 'x.given_permission_id')}) given on true
  left join request_origins origin on origin.request_id = x.id and ${present('origin')}
  cross join lateral (${ruleOf('x')}) ruled
  left join lateral (
    select json_agg(json_build_object('step', v.step, 'by', ${nameOf('v.cast_by')}, 'userId', v.user_id, 'at', ${instantAsText(sql`v.cast_at`)},
        'for', case when v.user_id <> v.cast_by then ${nameOf('v.user_id')} end, 'seconds', v.seconds, 'what', what.item) order by v.no_from) as votes,
      max(v.no_from) as no_from
    from request_votes v cross join lateral (${itemOf('v.given_role_id', 'v.given_permission_id')}) what
    where v.request_id = x.id and ${present('v')} and (x.state <> 'pending' or (v.rule = ruled.digest and ${hasSay('v')}))
  ) voted on true
  left join lateral (
    select json_build_object('by', ${nameOf('n.undone_by')}, 'at', ${instantAsText(sql`n.undone_at`)}) as item, n.no_from
    from request_undos n where n.request_id = x.id and ${present('n')}
  ) undone on true`;

/** Converts a row to a request, with its state at an instant. */
export function requestOf(row: RequestRow, at: string): StoredRequest {
  const { by, decidedAt, gives, givenSeconds, note, grant, ends, held, undone, state, ...request } = row;
  // Compares instants as text, because all are ISO 8601 in UTC with microseconds.
  const hasEnded = grant !== null && (held === null || (held.ends !== null && held.ends <= at));
  const decision =
    decidedAt === null
      ? null
      : { by, at: decidedAt, gives, seconds: givenSeconds, note, grant, ends, undone, over: hasEnded };
  return { ...request, state: state === 'pending' && request.lapsesAt <= at ? 'expired' : state, decision };
}

/** A request in any state. */
export async function findRequest({ connection, at }: Snapshot, id: string): Promise<StoredRequest | undefined> {
  const { rows } = await connection.query<RequestRow>(
    named(
      'find-request',
      sql`select ${requestColumns} from requests x ${requestJoins} where x.id = ${id} and ${present('x')}`,
    ),
  );
  return rows[0] && requestOf(rows[0], at);
}

/** The number of a user's waiting requests. */
export async function countWaiting({ connection, at }: Snapshot, userId: string): Promise<number> {
  const { rows } = await connection.query<{ waiting: number }>(
    sql`select count(*)::int as waiting from requests x
     where x.user_id = ${userId} and ${present('x')} and x.state = 'pending' and x.lapses_at > ${at}`,
  );
  return rows[0]?.waiting ?? 0;
}

/**
 * The number of requests that a user made since an instant, for themselves or for others, and the time of the first. Withdrawn requests
 * count twice.
 */
export async function askedSince(
  { connection }: Snapshot,
  userId: string,
  since: string,
): Promise<{ readonly asked: number; readonly first: string | null }> {
  const { rows } = await connection.query<{ asked: number; first: string | null }>(
    sql`select (count(*) + count(*) filter (where x.state = 'withdrawn'))::int as asked, min(x.asked_at) as first from (
       select x.* from requests x where x.user_id = ${userId} and ${present('x')} and x.asked_at > ${since}
         and not exists (select from request_origins o where o.request_id = x.id and o.proposed_by is not null and ${present('o')})
       union all
       select x.* from request_origins o join requests x on x.id = o.request_id and ${present('x')}
       where o.proposed_by = ${userId} and ${present('o')} and x.asked_at > ${since}
     ) x`,
  );
  return rows[0] ?? { asked: 0, first: null };
}

/** Returns the id of the request. @throws Refusal `request_pending` */
export async function insertRequest(change: Change, fields: RequestFields): Promise<string> {
  const { appId, userId, asks, seconds, reason, place, proposedBy = null, renews = null } = fields;
  const id = await insertEntity(change, 'requests', {
    app_id: appId,
    user_id: userId,
    role_id: asks.kind === 'role' ? asks.id : null,
    permission_id: asks.kind === 'permission' ? asks.id : null,
    seconds,
    reason,
    place,
    asked_at: change.at,
    lapses_at: later(change.at, limits.requestLapse.value),
  });
  if (proposedBy !== null || renews !== null)
    await insertFact(change, 'request_origins', { request_id: id, proposed_by: proposedBy, renews });
  return id;
}

/** Replaces the current row of a waiting request with one that has its outcome. */
export async function closeRequest({ connection, no, at }: Change, id: string, verdict: Verdict): Promise<void> {
  const { state, by, note, given } = verdict;
  await connection.query(
    sql`with ended as (update requests x set no_to = ${no} where x.id = ${id} and ${present('x')} returning x.*)
     insert into requests (${keptColumns}, lapses_at, state, decided_at, decided_by, given_role_id, given_permission_id, given_seconds, note, grant_id, no_from)
     select ${keptColumns}, lapses_at, ${state}, ${at}, ${by}, ${given?.what.kind === 'role' ? given.what.id : null}, ${given?.what.kind === 'permission' ? given.what.id : null}, ${given?.seconds ?? null}, ${note ?? ''}, ${given?.grant ?? null}, ${no} from ended`,
  );
}

/** Ends the waiting requests about a deleted object, or of a deleted or suspended user. */
export async function lapseRequests(
  { connection, no, at }: Change,
  about: 'app_id' | 'user_id' | 'role_id' | 'permission_id',
  ids: readonly string[],
): Promise<void> {
  await connection.query(
    sql`with ended as (
       update requests x set no_to = ${no}
       where ${present('x')} and x.state = 'pending' and x.lapses_at > ${at} and ${identifier(`x.${about}`)} = any(${ids}::uuid[]) returning x.*
     )
     insert into requests (${keptColumns}, lapses_at, no_from) select ${keptColumns}, ${at}, ${no} from ended`,
  );
}

// The columns that a decision leaves unchanged.
const keptColumns = sql`id, app_id, user_id, role_id, permission_id, seconds, reason, place, asked_at, created_no`;

/** Stores a comment on a request and returns its id. A comment is not a fact; the change that records it contains its text. */
export async function insertComment(change: Change, requestId: string, userId: string, text: string): Promise<string> {
  const id = newId();
  await change.sideEffects(() =>
    change.connection.query(sql`
      insert into request_comments (id, request_id, user_id, at, text) values (${id}, ${requestId}, ${userId}, ${change.at}, ${text})`),
  );
  return id;
}

/** The comments on a request, oldest first. */
export async function commentsOf({ connection }: Snapshot, requestId: string): Promise<RequestComment[]> {
  const { rows } = await connection.query<RequestComment>(
    named(
      'request-comments',
      sql`select c.id, json_build_object('id', c.user_id, 'name', (select u.name from users u where u.id = c.user_id order by u.no_to desc limit 1)) as by,
            c.at, c.text
          from request_comments c where c.request_id = ${requestId} order by c.at, c.id`,
    ),
  );
  return rows;
}

/** A user's comments on requests, oldest first. */
export async function commentsBy({ connection }: Snapshot, userId: string): Promise<OwnComment[]> {
  const { rows } = await connection.query<OwnComment>(
    sql`select c.request_id as request, c.at, c.text from request_comments c where c.user_id = ${userId} order by c.at, c.id`,
  );
  return rows;
}

/** A comment of the caller. */
interface OwnComment {
  readonly request: string;
  readonly at: string;
  readonly text: string;
}
