import type { Page } from '@licet/contract';
import { present } from '../kernel/facts.ts';
import { byId, type ListQuery } from '../kernel/lists.ts';
import { searchFor } from '../kernel/matching.ts';
import { mapPage, orderOf, page } from '../kernel/paging.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { identifier, join, named, namedByText, type Sql, sql, Value } from '../kernel/sql.ts';
import { type RequestRow, requestColumns, requestJoins, requestOf, type StoredRequest } from './requests.ts';
import { decidedBy, open, type Sight, waitingFor } from './waiting.ts';

/** A filter of requests: the caller's own, those that wait for the caller's decision, or closed ones that the caller may see. */
export interface RequestQuery extends ListQuery {
  readonly view: 'mine' | 'waiting' | 'decided';
  readonly sight: Sight;
  /** The identifier of an application. */
  readonly application?: string | undefined;
}

/**
 * A page of requests, newest first by default.
 * @throws Refusal `invalid_cursor`
 */
export async function listRequests(snapshot: Snapshot, query: RequestQuery): Promise<Page<StoredRequest>> {
  const at = new Value(snapshot.at);
  const where = [present('x'), ...inView(query, at)];
  if (query.application !== undefined) {
    const key = query.application.replaceAll('\0', ' ');
    where.push(sql`x.app_id = any(array(select a.id from applications a where a.key = ${key}))`);
  }
  const found = await findNames(snapshot, query.q);
  if (found) where.push(among(found));
  const order = { asked: [{ sql: sql`x.asked_at`, type: 'timestamptz' as const }, byId('x.id')] };
  const requests = await page<RequestRow>(
    snapshot,
    {
      name: `requests ${query.view}`,
      select: requestColumns,
      alias: 'x',
      ...(query.view === 'waiting'
        ? {
            from: sql`waiting_for x`,
            shared: [sql`waiting_for as materialized (select x.* from ${waitingFor(query.sight, snapshot.at)})`],
          }
        : { from: sql`requests x` }),
      joins: requestJoins,
      where,
      order: orderOf(order, query.sort ?? '-asked'),
    },
    query,
  );
  return mapPage(requests, (row) => requestOf(row, snapshot.at));
}

/**
 * A user's request in an application for a permission, or for a role that contains it. Prefers a waiting request;
 * otherwise returns the last one that was closed after `since`.
 */
export async function latestRequest(
  { connection, at }: Snapshot,
  asked: { userId: string; appId: string; permissionId: string; roleIds: readonly string[] },
  since: string,
): Promise<StoredRequest | undefined> {
  const { rows } = await connection.query<RequestRow>(
    named(
      'latest-request',
      sql`select ${requestColumns} from (
             select x.* from requests x
             where x.user_id = ${asked.userId} and ${present('x')} and x.app_id = ${asked.appId} and (x.permission_id = ${asked.permissionId} or x.role_id = any(${asked.roleIds}::uuid[]))
               and coalesce(x.decided_at, x.lapses_at) > ${since}
             order by (${open(at)}) desc, coalesce(x.decided_at, x.lapses_at) desc, x.id limit 1
           ) x ${requestJoins}`,
    ),
  );
  return rows[0] && requestOf(rows[0], at);
}

/** A user's requests that wait or were closed after an instant, newest first. */
export async function recentRequests(
  { connection, at }: Snapshot,
  userId: string,
  since: string,
  limit: number,
): Promise<StoredRequest[]> {
  const { rows } = await connection.query<RequestRow>(
    sql`select ${requestColumns} from (
       select x.* from requests x where x.user_id = ${userId} and ${present('x')} and coalesce(x.decided_at, x.lapses_at) > ${since}
       order by x.asked_at desc, x.id desc limit ${limit}
     ) x ${requestJoins} order by x.asked_at desc, x.id desc`,
  );
  return rows.map((row) => requestOf(row, at));
}

const closed = (at: unknown) => sql`(x.state <> 'pending' or x.lapses_at <= ${at})`;

function inView({ view, sight }: RequestQuery, at: unknown): Sql[] {
  const own = sight.userId === null ? sql`false` : sql`x.user_id = ${sight.userId}`;
  if (view === 'mine') return [own];
  if (view === 'waiting') return [];
  const voted = sql`x.id in (select v.request_id from request_votes v where v.cast_by = ${sight.userId} and ${present('v')})`;
  return [closed(at), sight.audits ? sql`true` : sql`(${own} or ${decidedBy(sight.decides)} or ${voted})`];
}

/** The ids of the things whose names match a search. */
interface Named {
  readonly applications: string[];
  readonly users: string[];
  readonly roles: string[];
  readonly permissions: string[];
}

/** Names are searched first, and the requests about them are then found by index. */
async function findNames({ connection }: Snapshot, q: string | undefined): Promise<Named | undefined> {
  const search = searchFor(q);
  if (!search) return undefined;
  const ids = (table: string) =>
    sql`array(select f.id from ${identifier(table)} f where ${present('f')} and ${search.matches(sql`f.sought`)})`;
  const { rows } = await connection.query<Named>(
    namedByText(sql`
    select ${ids('applications')} as applications, ${ids('users')} as users, ${ids('roles')} as roles, ${ids('permissions')} as permissions`),
  );
  return rows[0];
}

function among({ applications, users, roles, permissions }: Named): Sql {
  const by = { app_id: applications, user_id: users, role_id: roles, permission_id: permissions };
  const any = Object.entries(by).flatMap(([column, ids]) =>
    ids.length > 0 ? [sql`${identifier(`x.${column}`)} = any(${ids}::uuid[])`] : [],
  );
  return any.length > 0 ? sql`(${join(any, ' or ')})` : sql`false`;
}
