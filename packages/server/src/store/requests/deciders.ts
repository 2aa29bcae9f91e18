import { type Delegations, type Gives, type GivesRef, limits, type Ref } from '@licet/contract';
import { adminOfLicet } from '../administrators/administrators.ts';
import type { Change } from '../kernel/change.ts';
import { endFacts, insertEntity, insertFact, present } from '../kernel/facts.ts';
import { inNameOrder } from '../kernel/lists.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { fragment, identifier, named, prepared, type Sql, sql, Value } from '../kernel/sql.ts';
import { policyNames } from '../role-policies/role-policies.ts';
import { asOf, asRecorded, lasting, started, type Walk, withWalks } from '../walk/walk.ts';

/** A step of a role's policy: the approvers, and how many of them must approve. */
export interface StepRule {
  readonly approvers: 'owners' | { readonly users: readonly string[]; readonly groups: readonly string[] };
  readonly needed: number;
}

/** The default: an owner decides. */
const usual = `'[{"approvers": "owners", "needed": 1}]'::jsonb`;

/**
 * SQL that selects the approval `steps` that a request (a table alias) needs now, and their `digest`. A single step
 * with one approval needs two if the role requires a second approver, or if the request was made on behalf of another
 * user.
 */
export const ruleOf = (request: string): Sql => sql`
  select s.steps, md5(s.steps::text) as digest from (
    select case when jsonb_array_length(p.steps) = 1 and (p.steps -> 0 ->> 'needed')::int = 1
        and (p.second or exists (select from request_origins o where o.request_id = ${identifier(request)}.id and ${present('o')} and o.proposed_by is not null))
      then jsonb_set(p.steps, '{0,needed}', '2') else p.steps end as steps
    from (
      select coalesce(min(rp.policy -> 'approval' ->> 'steps')::jsonb, ${fragment(usual)}) as steps,
        coalesce(bool_or((rp.policy ->> 'secondApprover')::boolean), false) as second
      from role_policies rp where rp.role_id = ${identifier(request)}.role_id and ${present('rp')}
    ) p
  ) s`;

/**
 * SQL that is true if an approval (a table alias) still counts. It does not if its user, or the user whose deputy
 * approved, was suspended or deleted.
 */
export const hasSay = (vote: string): Sql => sql`
  not exists (select from unnest(array[${identifier(vote)}.user_id, ${identifier(vote)}.cast_by]) whose(id)
    where not exists (select from users u where u.id = whose.id and ${present('u')} and u.status = 'active'))`;

/**
 * SQL that selects the current step of a request (a table alias): its number, its approvers, and how many approvals are
 * `missing`. Selects no row if none is missing.
 */
export const turnOf = (request: string): Sql => sql`
  select s.step, s.approvers, s.needed - s.votes as missing, s.digest from (
    select e.step, e.rule -> 'approvers' as approvers, (e.rule ->> 'needed')::int as needed, ruled.digest,
      (select count(*)::int from request_votes v
       where v.request_id = ${identifier(request)}.id and ${present('v')} and v.rule = ruled.digest and v.step = e.step and ${hasSay('v')}) as votes
    from (${ruleOf(request)}) ruled cross join lateral jsonb_array_elements(ruled.steps) with ordinality e(rule, step)
  ) s where s.votes < s.needed order by s.step limit 1`;

/** The approvers: the first by name, and their number. */
export interface Deciders {
  readonly deciders: Ref[];
  readonly deciderCount: number;
}

/**
 * The approvers of a user's request in an application. These are its owners, or Licet's administrators if the user is
 * the only owner or the application is Licet itself. Approvers are active users, and never the requester.
 */
export async function decidersFor({ connection, no, at }: Snapshot, appId: string, userId: string): Promise<Deciders> {
  const { rows } = await connection.query<Ref & { total: number }>(deciders(no, at, appId, userId, shown));
  return { deciders: rows.map(({ id, name }) => ({ id, name })), deciderCount: rows[0]?.total ?? 0 };
}

/** The ids of the approvers who are notified by mail. */
export async function decidersTold({ connection, no, at }: Snapshot, appId: string, userId: string): Promise<string[]> {
  const { rows } = await connection.query<Ref>(deciders(no, at, appId, userId, limits.decidersTold.value));
  return rows.map(({ id }) => id);
}

const shown = 5;

const deciders = prepared<[no: number, at: string, appId: string, userId: string, most: number]>(
  'deciders',
  (no, at, appId, userId, most) => {
    const walk = asOf(no, at);
    const able = (ids: Sql) =>
      sql`select u.id, u.name from users u where u.id = any(array(${ids})) and ${walk.active('u')} and u.id <> ${userId}`;
    const owners = sql`select o.user_id from owners o where o.app_id = ${appId} and ${walk.counts('o')}`;
    const head = sql`select head.id from (${adminOfLicet(walk)}) head where not exists (select from owning)`;
    return sql`
      ${withWalks(sql`owning as materialized (${able(owners)})`, walk.holdersOf('administrators', head))},
      able as (
        select id, name from owning
        union all
        ${able(sql`select id from administrators`)}
      )
      select id, name, (count(*) over ())::int as total from able order by ${inNameOrder(sql`name`)}, id limit ${most}`;
  },
);

/**
 * The identifiers of the applications in which a user or a group decides on access without owning them. One of these is
 * true:
 * - A role policy there names the principal, a group above it, or a user whose deputy the principal is, now or later.
 * - The principal is deputy, now or later, for an owner of the application.
 */
export const decidesIn = (snapshot: Snapshot, principalId: string): Promise<string[]> =>
  anyDecidesIn(snapshot, [principalId]);

/** The identifiers of the applications in which any of several principals decides, as {@link decidesIn}. */
export async function anyDecidesIn({ connection, at }: Snapshot, principals: readonly string[]): Promise<string[]> {
  const walk = asRecorded(new Value(at));
  const { rows } = await connection.query<{ key: string }>(
    named(
      'decides-in',
      sql`${withWalks(
        sql`voices(id) as materialized (
          select unnest(${principals}::uuid[]) union select d.user_id from delegations d where d.delegate_id = any(${principals}::uuid[]) and ${present('d')} and ${lasting('d', walk.at)}
        )`,
        walk.groupsAbove('all_of_them', sql`select id from voices`),
      )}
      select a.key from applications a where ${present('a')} and a.id in (
        select p.app_id from role_policies p where ${present('p')} and ${policyNames('p', sql`select id from all_of_them`)}
        union
        select o.app_id from owners o where o.user_id in (select id from voices where id <> all(${principals}::uuid[])) and ${present('o')}
      ) order by a.key`,
    ),
  );
  return rows.map(({ key }) => key);
}

/** An approval of a step of a request. */
export interface StoredVote {
  readonly step: number;
  readonly by: Ref;
  readonly for: Ref | null;
  readonly at: string;
  /** The user whose approval it is. */
  readonly userId: string;
  /** The most that can still be granted after this approval. */
  readonly what: Gives;
  readonly seconds: number;
}

/** An approval that is given now. */
export interface Vote {
  readonly requestId: string;
  readonly step: number;
  readonly userId: string;
  readonly castBy: string;
  readonly what: GivesRef;
  readonly seconds: number;
}

/**
 * Stores an approval of a step under the current policy. Approvals that no longer count are ended, so their users can approve again after
 * they are reactivated.
 */
export async function insertVote(change: Change, vote: Vote): Promise<void> {
  await change.connection.query(sql`
    update request_votes v set no_to = ${change.no} where v.request_id = ${vote.requestId} and ${present('v')} and not ${hasSay('v')}`);
  const { rows } = await change.connection.query<{ digest: string }>(
    sql`select ruled.digest from requests x cross join lateral (${ruleOf('x')}) ruled where x.id = ${vote.requestId} and x.no_to = 9223372036854775807`,
  );
  await insertFact(change, 'request_votes', {
    request_id: vote.requestId,
    step: vote.step,
    rule: rows[0]?.digest ?? '',
    user_id: vote.userId,
    cast_by: vote.castBy,
    cast_at: change.at,
    given_role_id: vote.what.kind === 'role' ? vote.what.id : null,
    given_permission_id: vote.what.kind === 'permission' ? vote.what.id : null,
    seconds: vote.seconds,
  });
}

/** SQL that selects the users for whom a user is deputy at an instant: the active users who appointed this user. */
export const standsInFor = (walk: Walk, userId: unknown): Sql => sql`
  select d.user_id from delegations d join users u on u.id = d.user_id and ${walk.active('u')}
  where d.delegate_id = ${userId} and ${present('d')} and ${started('d', walk.at)} and ${lasting('d', walk.at)}`;

/** The deputy of a user, and the users for whom this user is deputy, now or later. */
export async function delegationsOf({ connection, at }: Snapshot, userId: string): Promise<Delegations> {
  const name = (id: string) =>
    sql`json_build_object('id', ${identifier(id)}, 'name', (select u.name from users u where u.id = ${identifier(id)} order by u.no_to desc limit 1))`;
  const { rows } = await connection.query<{ own: boolean; to: Ref; from: Ref; starts: string; ends: string }>(
    named(
      'delegations-of',
      sql`select d.user_id = ${userId} as own, ${name('d.delegate_id')} as to, ${name('d.user_id')} as from, d.starts, d.ends
          from delegations d where (d.user_id = ${userId} or d.delegate_id = ${userId}) and ${present('d')} and ${lasting('d', at)}
          order by d.starts, d.id`,
    ),
  );
  const own = rows.find((row) => row.own);
  return {
    own: own ? { to: own.to, starts: own.starts, ends: own.ends } : null,
    others: rows.filter((row) => !row.own).map(({ from, starts, ends }) => ({ from, starts, ends })),
  };
}

/** Replaces the deputy of a user; null removes the deputy. Returns whether there was one. */
export async function replaceDelegation(
  change: Change,
  userId: string,
  to: { readonly delegateId: string; readonly starts: string; readonly ends: string } | null,
): Promise<boolean> {
  const ended = await endFacts(change, 'delegations', { user_id: [userId] });
  if (to) {
    const { delegateId, starts, ends } = to;
    await insertEntity(change, 'delegations', { user_id: userId, delegate_id: delegateId, starts, ends });
  }
  return ended > 0;
}
