import type { AskableRole, Page } from '@licet/contract';
import { present } from '../kernel/facts.ts';
import { byId, byName, type ListQuery, rankedOrder } from '../kernel/lists.ts';
import { searchFor } from '../kernel/matching.ts';
import { orderOf, page } from '../kernel/paging.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { named, sql, Value } from '../kernel/sql.ts';
import { asRecorded, started, withWalks } from '../walk/walk.ts';
import type { StepRule } from './deciders.ts';

/** The user's current access, by id: roles, applications with any access, and applications in which they are admin. */
export interface Held {
  readonly roles: readonly string[];
  readonly applications: readonly string[];
  readonly admin: readonly string[];
}

/** The access of a user in all applications. */
export async function heldBy({ connection, at }: Snapshot, userId: string): Promise<Held> {
  const walk = asRecorded(new Value(at));
  const { rows } = await connection.query<Held>(
    named(
      'held-everywhere',
      sql`${withWalks(walk.holdings(walk.holder(userId)))}
        select coalesce((select array_agg(distinct id) from r), '{}') as roles,
          coalesce((select array_agg(distinct app_id) from gr where ${started('gr', walk.at)}), '{}') as applications,
          coalesce((select array_agg(distinct f.app_id) from roles f where f.id in (select id from r) and f.built_in and ${present('f')}), '{}') as admin`,
    ),
  );
  return rows[0] ?? { roles: [], applications: [], admin: [] };
}

/** A role that can be requested, without its approvers. */
export interface StoredAskable extends Omit<AskableRole, 'deciders' | 'deciderCount' | 'usualSeconds'> {
  readonly appId: string;
  readonly approvers: StepRule['approvers'];
  /** The number of approvals in the first step. */
  readonly needed: number;
}

export interface CatalogueQuery extends ListQuery {
  readonly userId: string;
  readonly held: Held;
  /** The applications that the user sees in addition to those in which they have access: all, or some by identifier. */
  readonly sees: 'all' | readonly string[];
  /** The identifier of one application; all by default. */
  readonly application?: string | undefined;
}

/**
 * A page of the roles that a user can request.
 * @throws Refusal `invalid_cursor`
 */
export function listAskable(snapshot: Snapshot, query: CatalogueQuery): Promise<Page<StoredAskable>> {
  const { userId, held, sees, application } = query;
  const where = [
    present('r'),
    sql`not r.built_in and r.id <> all(${held.roles}::uuid[]) and r.app_id <> all(${held.admin}::uuid[])`,
    sql`coalesce((policy.policy ->> 'requestable')::boolean, true)`,
    sql`not exists (select from requests w where w.user_id = ${userId} and ${present('w')} and w.role_id = r.id and w.state = 'pending' and w.lapses_at > ${snapshot.at})`,
  ];
  if (sees !== 'all') where.push(sql`(r.app_id = any(${held.applications}::uuid[]) or app.key = any(${sees}::text[]))`);
  if (application !== undefined) where.push(sql`app.key = ${application.replaceAll('\0', ' ')}`);
  const search = searchFor(query.q);
  const text = sql`r.sought`;
  if (search) where.push(sql`(${search.matches(text)} or ${search.matches(sql`app.sought`)})`);
  const order = orderOf({ name: [byName('r.name'), byId('r.id')] }, query.sort);
  return page<StoredAskable>(
    snapshot,
    {
      name: `askable ${application ?? ''}`,
      select: sql`
        json_build_object('id', r.key, 'name', r.app_name) as application, r.app_id as "appId",
        json_build_object('id', r.id, 'name', r.name, 'title', r.title) as role,
        (r.policy ->> 'longestSeconds')::int as "longestSeconds", jsonb_array_length(r.steps) as steps,
        greatest((select sum((e ->> 'needed')::int) from jsonb_array_elements(r.steps) e),
          case when (r.policy ->> 'secondApprover')::boolean then 2 else 1 end)::int as approvals,
        r.steps -> 0 -> 'approvers' as approvers,
        case when jsonb_array_length(r.steps) = 1 and (r.policy ->> 'secondApprover')::boolean
          then greatest(2, (r.steps -> 0 ->> 'needed')::int) else (r.steps -> 0 ->> 'needed')::int end as needed`,
      alias: 'r',
      also: sql`app.key, app.name as app_name, policy.policy,
        coalesce(policy.policy -> 'approval' -> 'steps', '[{"approvers": "owners", "needed": 1}]') as steps`,
      from: sql`roles r join applications app on app.id = r.app_id and ${present('app')}
        left join role_policies policy on policy.role_id = r.id and ${present('policy')}`,
      where,
      order: rankedOrder(search, text, query.sort, order),
    },
    query,
  );
}
