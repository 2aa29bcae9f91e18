import { limits, type Ref } from '@licet/contract';
import { instantAsText } from '../kernel/clock.ts';
import { present } from '../kernel/facts.ts';
import { inNameOrder } from '../kernel/lists.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { type Sql, sql } from '../kernel/sql.ts';
import { open } from '../requests/waiting.ts';
import { policyNames } from '../role-policies/role-policies.ts';
import { asRecorded, lasting } from '../walk/walk.ts';

/** An application that a user owns. */
export interface OwnedApplication {
  readonly application: Ref;
  readonly otherOwners: number;
}

/** A role whose policy names a user. */
export interface RoleOfDuty {
  readonly application: Ref;
  readonly role: Ref;
  readonly as: ('approver' | 'break_glass')[];
}

/** A review that names a user. */
export interface ReviewOfDuty {
  readonly review: Ref;
  readonly as: ('reviewer' | 'fallback' | 'lines')[];
  readonly lines: number;
  readonly open: boolean;
}

/** Everything that a user owns, decides or reviews and that can be handed over. */
export interface Duties {
  readonly applications: readonly OwnedApplication[];
  readonly roles: readonly RoleOfDuty[];
  readonly reviews: readonly ReviewOfDuty[];
}

/** The duties of users, by their ids, in one statement. Users without duties are left out. */
export async function dutiesOf(
  { connection, at }: Snapshot,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, Duties>> {
  const walk = asRecorded(at);
  const { rows } = await connection.query<Duties & { id: string }>(sql`
    with whose(id) as materialized (select unnest(${userIds}::uuid[])),
    owned as (
      select o.user_id as id, json_agg(json_build_object('application', json_build_object('id', a.key, 'name', a.name), 'otherOwners', (
          select count(*)::int from owners x join users u on u.id = x.user_id and ${walk.active('u')}
          where x.app_id = a.id and ${present('x')} and x.user_id <> o.user_id)) order by ${inNameOrder(sql`a.name`)}, a.key) as items
      from owners o join applications a on a.id = o.app_id and ${present('a')}
      where o.user_id in (select id from whose) and ${present('o')} group by o.user_id
    ),
    mentions as materialized (
      select p.role_id, p.app_id, (e.id #>> '{}')::uuid as id, bool_or(not e.takes) as approves, bool_or(e.takes) as takes
      from (select x.* from role_policies x where ${present('x')} and ${policyNames('x', sql`select id from whose`)} offset 0) p cross join lateral (
        select jsonb_path_query(p.policy, '$.approval.steps[*].approvers.users[*]') as id, false as takes
        union all select jsonb_path_query(p.policy, '$.breakGlass.users[*]'), true) e
      group by 1, 2, 3
    ),
    named as (
      select n.id, json_agg(json_build_object('application', json_build_object('id', a.key, 'name', a.name),
          'role', json_build_object('id', r.id, 'name', r.name), 'as', array_remove(array[
            case when n.approves then 'approver' end, case when n.takes then 'break_glass' end], null)
        ) order by ${inNameOrder(sql`a.name`)}, a.key, r.name) as items
      from mentions n join roles r on r.id = n.role_id and ${present('r')} join applications a on a.id = n.app_id and ${present('a')}
      where n.id in (select id from whose) group by n.id
    ),
    handed as materialized (
      select i.review_id, i.handed_to as id, count(*)::int as lines from review_items i join reviews v on v.id = i.review_id and v.closed_no is null
      where i.state in ('pending', 'handed on') and i.handed_to in (select id from whose) group by 1, 2
    ),
    reviewing as (
      select w.id, json_agg(json_build_object('review', json_build_object('id', v.id, 'name', v.name), 'as', array_remove(array[
            case when w.id = any(v.reviewers) then 'reviewer' end, case when w.id = v.fallback then 'fallback' end,
            case when h.lines > 0 then 'lines' end], null), 'lines', coalesce(h.lines, 0), 'open', v.closed_no is null
        ) order by ${inNameOrder(sql`v.name`)}, v.id) as items
      from whose w join reviews v on v.closed_no is null or v.next_at is not null left join handed h on h.review_id = v.id and h.id = w.id
      where w.id = any(v.reviewers) or w.id = v.fallback or h.lines > 0
      group by w.id
    )
    select w.id, coalesce(owned.items, '[]') as applications, coalesce(named.items, '[]') as roles, coalesce(reviewing.items, '[]') as reviews
    from whose w left join owned on owned.id = w.id left join named on named.id = w.id left join reviewing on reviewing.id = w.id
    where num_nonnulls(owned.items, named.items, reviewing.items) > 0`);
  return new Map(rows.map(({ id, ...duties }) => [id, duties]));
}

/** The first few by name, and the total number. */
interface Some<Item> {
  readonly count: number;
  readonly items: Item[];
}

/**
 * What else depends on a user: open requests, delegations in both directions, programs that the user created or made
 * keys for, and the sets of files that the user applied.
 */
export interface Dependents {
  readonly requests: Some<{ readonly id: string; readonly application: Ref; readonly asks: Ref }>;
  readonly deputy: { readonly to: Ref; readonly starts: string; readonly ends: string } | null;
  readonly deputyFor: Some<{ readonly user: Ref; readonly ends: string }>;
  readonly programs: Some<{ readonly application: Ref; readonly program: Ref }>;
  readonly sets: Some<string>;
}

/** Reads what else depends on one user, in one statement. */
export async function dependentsOf({ connection, at }: Snapshot, userId: string): Promise<Dependents> {
  const some = (item: Sql, order: Sql, from: Sql) => sql`(
    select json_build_object('count', coalesce(max(f.total), 0), 'items', coalesce(json_agg(f.item order by f.place), '[]')) from (
      select ${item} as item, (count(*) over ())::int as total, row_number() over (order by ${order}) as place ${from}
      order by place limit ${limits.dutiesShown.value}) f)`;
  const user = (id: Sql) =>
    sql`json_build_object('id', ${id}, 'name', (select u.name from users u where u.id = ${id} order by u.no_to desc limit 1))`;
  const asked = sql`json_build_object('id', coalesce(x.role_id, x.permission_id), 'name', coalesce(
    (select n.name from roles n where n.id = x.role_id order by n.no_to desc limit 1),
    (select n.name from permissions n where n.id = x.permission_id order by n.no_to desc limit 1)))`;
  const app = sql`json_build_object('id', a.key, 'name', a.name)`;
  const { rows } = await connection.query<Dependents>(sql`select
    ${some(
      sql`json_build_object('id', x.id, 'application', ${app}, 'asks', ${asked})`,
      sql`x.asked_at, x.id`,
      sql`from requests x join applications a on a.id = x.app_id and ${present('a')}
        where x.user_id = ${userId} and ${present('x')} and ${open(at)}`,
    )} as requests,
    (select json_build_object('to', ${user(sql`d.delegate_id`)}, 'starts', ${instantAsText(sql`d.starts`)}, 'ends', ${instantAsText(sql`d.ends`)})
      from delegations d where d.user_id = ${userId} and ${present('d')} and ${lasting('d', asRecorded(at).at)}) as deputy,
    ${some(
      sql`json_build_object('user', ${user(sql`d.user_id`)}, 'ends', ${instantAsText(sql`d.ends`)})`,
      sql`d.ends, d.id`,
      sql`from delegations d where d.delegate_id = ${userId} and ${present('d')} and ${lasting('d', asRecorded(at).at)}`,
    )} as "deputyFor",
    ${some(
      sql`json_build_object('application', ${app}, 'program', json_build_object('id', p.id, 'name', p.name))`,
      sql`${inNameOrder(sql`a.name`)}, ${inNameOrder(sql`p.name`)}, p.id`,
      sql`from clients p join applications a on a.id = p.app_id and ${present('a')} where ${present('p')} and p.id in (
        select c.target_id::uuid from change c
        where c.actor_id = ${userId} and c.action in ('client.created', 'client.secret_made', 'client.key_made'))`,
    )} as programs,
    ${some(
      sql`to_json(s.name)`,
      sql`s.name`,
      sql`from (select distinct c.after ->> 'set' as name from change c
        where c.actor_id = ${userId} and c.action = 'plan.applied' and c.after ->> 'set' is not null) s`,
    )} as sets`);
  const [found] = rows;
  const none = { count: 0, items: [] };
  return found ?? { requests: none, deputy: null, deputyFor: none, programs: none, sets: none };
}
