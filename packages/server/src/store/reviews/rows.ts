import type { Review } from '@licet/contract';
import { identifier, literal, type Sql, sql } from '../kernel/sql.ts';

/** A review as stored, with the names of its subject, without what depends on the reader. */
export type StoredReview = Omit<Review, 'mine' | 'mayManage'>;

const named = (table: string, id: Sql, until = sql`true`): Sql =>
  sql`(select json_build_object('id', n.id, 'name', n.name) from ${identifier(table)} n where n.id = ${id} and ${until} order by n.no_to desc limit 1)`;
const scopeId = (key: string) => sql`(r.scope ->> ${literal(key)})::uuid`;

/** The columns of a review; alias `r`. Deleted things have their last name. */
export const reviewColumns: Sql = sql`
  r.id, r.name, r.undecided, r.every_months as "everyMonths", r.next_at as "nextAt", r.opened_at as "openedAt", r.opened_no as "openedNo",
  coalesce((select c.actor_name from change c where c.no = r.opened_no), '') as "openedBy",
  json_build_object('kind', r.scope ->> 'kind', 'q', r.scope ->> 'q',
    'application', (select json_build_object('id', a.key, 'name', a.name) from applications a where a.id = ${scopeId('app')} order by a.no_to desc limit 1),
    'role', ${named('roles', scopeId('role'))}, 'permission', ${named('permissions', scopeId('permission'))},
    'group', ${named('groups', scopeId('group'))},
    'principal', coalesce(${named('users', scopeId('principal'))}, ${named('groups', scopeId('principal'))}, ${named('clients', scopeId('principal'))})) as scope,
  json_build_object('kind', r.reviewer_kind, 'users', array(
    select ${named('users', sql`who.id`)} from unnest(r.reviewers) as who (id))) as reviewers,
  ${named('users', sql`r.fallback`)} as fallback, r.ends_at as "endsAt", case when r.closed_no is null then 'open' else 'closed' end as state,
  r.closed_no is null and r.closing_at is not null as closing, r.closed_at as "closedAt", r.closed_no as "closedNo",
  (select c.actor_name from change c where c.no = r.closed_no) as "closedBy", r.outcome, r.version, counted.counts`;

/** The joins that {@link reviewColumns} needs beside `reviews r`. */
export const reviewJoins: Sql = sql`
  cross join lateral (
    select json_build_object('lines', count(*), 'pending', count(*) filter (where n.state = 'pending'),
      'handedOn', count(*) filter (where n.state = 'handed on'), 'kept', count(*) filter (where n.state = 'kept'),
      'revoked', count(*) filter (where n.state = 'revoked'), 'shortened', count(*) filter (where n.state = 'shortened')) as counts
    from review_items n where n.review_id = r.id) counted`;

/** The user who decided a line; alias `i`. */
export const decidedBy: Sql = named('users', sql`i.decided_by`);

/** The columns of a line; alias `i`, of the review `r`. Names are those at the opening of the review. */
export const itemColumns: Sql = sql`
  i.line, i.kind, app.told as application, who.told as holder, i.people, what.told as gives,
  ${named('groups', sql`i.group_id`, sql`n.no_from <= r.opened_no`)} as "group",
  fact.starts, i.ends, coalesce(fact.since, r.opened_at) as since, coalesce(fact.by, '') as by, coalesce(fact.reason, '') as reason,
  i.last_at as "lastExercised", i.reported_since as "reportedSince", i.share, i.suggestion, i.state, i.shorten_to as "shortenTo",
  ${named('users', sql`i.handed_to`)} as "handedTo", coalesce(i.told ->> 'note', '') as note, ${decidedBy} as "decidedBy",
  i.decided_at as "decidedAt", i.together, i.outcome, i.version`;

const then = (alias: string) =>
  sql`${identifier(alias)}.no_from <= r.opened_no order by ${identifier(alias)}.no_to desc limit 1`;

/** The joins that {@link itemColumns} needs beside `review_items i` and `reviews r`. */
export const itemJoins: Sql = sql`
  left join lateral (
    select json_build_object('id', a.key, 'name', a.name) as told from applications a where a.id = i.app_id and ${then('a')}) app on true
  left join lateral (
    (select json_build_object('kind', 'user', 'id', u.id, 'name', u.name, 'detail', u.username) as told, lower(u.name) as sorted
     from users u where i.principal_kind = 'user' and u.id = i.principal_id and ${then('u')})
    union all
    (select json_build_object('kind', 'group', 'id', g.id, 'name', g.name), lower(g.name)
     from groups g where i.principal_kind = 'group' and g.id = i.principal_id and ${then('g')})
    union all
    (select json_build_object('kind', 'client', 'id', c.id, 'name', c.name), lower(c.name)
     from clients c where i.principal_kind = 'client' and c.id = i.principal_id order by c.no_to desc limit 1)
  ) who on true
  left join lateral (
    (select json_build_object('kind', 'role', 'id', o.id, 'name', o.name, 'title', o.title) as told, o.name
     from roles o where o.id = i.role_id and ${then('o')})
    union all
    (select json_build_object('kind', 'permission', 'id', p.id, 'name', p.name, 'title', p.title), p.name
     from permissions p where p.id = i.permission_id and ${then('p')})
  ) what on true
  left join lateral (
    (select x.starts, c.at as since, x.granted_by as by, x.reason from grants x left join change c on c.no = x.created_no
     where i.grant_id is not null and x.id = i.grant_id and x.no_from = i.fact_no)
    union all
    (select null, c.at, c.actor_name, '' from change c where i.group_id is not null and c.no = i.fact_no)
  ) fact on true`;
