import { limits, type Ref } from '@licet/contract';
import { adminOfLicet } from '../administrators/administrators.ts';
import { present } from '../kernel/facts.ts';
import { later } from '../kernel/instants.ts';
import { inNameOrder } from '../kernel/lists.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { named, sql, Value } from '../kernel/sql.ts';
import { asRecorded, lasting, started, withWalks } from '../walk/walk.ts';
import { type StepRule, standsInFor } from './deciders.ts';
import type { StoredRequest } from './requests.ts';

/**
 * The active users who may approve under a rule in an application: the first by name, and their number. `among`
 * contains the users of interest (`about` in {@link poolsOf}) who are in the pool.
 */
export interface Pool {
  readonly first: readonly Ref[];
  readonly total: number;
  readonly among: ReadonlySet<string>;
}

/** The possible approvers for each question. A question is a pair of a rule and an application. */
export interface Pools {
  /** The pools, in the order of the questions. */
  readonly of: readonly Pool[];
  readonly administrators: Pool;
  /** The users whose deputy the caller is. */
  readonly delegators: readonly Ref[];
  /** The median time to a decision in an application, in seconds. */
  readonly usual: ReadonlyMap<string, number>;
}

export interface PoolAsked {
  readonly appId: string;
  readonly approvers: StepRule['approvers'];
}

/**
 * The default number of names per pool. A page shows five. The others are spare, because the requester and users who
 * have already voted are left out.
 */
const few = 30;
/** With fewer decisions than this, no usual time is predicted. */
const fewest = 5;
const quarter = 90 * 86_400;
const looked = 200;

/**
 * The possible approvers, in one statement for a whole page.
 * @param about users to look for in the pools, in addition to those whose deputy the caller is
 * @param caller the id of a user, null for none
 */
export async function poolsOf(
  { connection, at }: Snapshot,
  asked: readonly PoolAsked[],
  about: readonly string[],
  caller: string | null,
  most = few,
): Promise<Pools> {
  const walk = asRecorded(new Value(at));
  const of = (key: string) =>
    sql`jsonb_array_elements_text(case when jsonb_typeof(p.approvers) = 'object' then p.approvers -> ${key}::text else '[]' end) each(id)`;
  const head = sql`select head.id from (${adminOfLicet(walk)}) head where exists (
    select from pool p where p.approvers = '"owners"' and (
      (select count(*) from able a where a.place = p.place) < 2
      or not exists (select from able a where a.place = p.place and a.id <> all(${about}::uuid[]))))`;
  const { rows } = await connection.query<Row>(
    named(
      'request-pools',
      sql`${withWalks(
        sql`pool as materialized (
          select p.place::int, p.app_id, p.approvers from unnest(${asked.map(({ appId }) => appId)}::uuid[], ${asked.map(({ approvers }) => JSON.stringify(approvers))}::jsonb[])
            with ordinality p(app_id, approvers, place)
        )`,
        sql`h as materialized (${standsInFor(walk, caller)})`,
        walk.groupsBelow(
          'named_groups',
          sql`select distinct each.id::uuid, each.id::uuid from pool p cross join ${of('groups')}`,
          ['root'],
        ),
        sql`named_members(root, id) as materialized (${walk.membersOf('named_groups', ['root'])})`,
        sql`people as materialized (
          select p.place, each.id::uuid as id from pool p cross join ${of('users')}
          union select p.place, m.id from pool p cross join ${of('groups')} join named_members m on m.root = each.id::uuid
          union select p.place, o.user_id from pool p join owners o on o.app_id = p.app_id and ${present('o')} where p.approvers = '"owners"'
        )`,
        sql`able as materialized (select w.place, u.id, u.name from people w join users u on u.id = w.id and ${walk.active('u')})`,
        walk.holdersOf('administrators', head),
        sql`everybody as (
          select place, id, name from able union all
          select 0, u.id, u.name from users u where u.id = any(array(select id from administrators)) and ${walk.active('u')}
        )`,
        sql`ranked as (
          select place, id, name, row_number() over (partition by place order by ${inNameOrder(sql`name`)}, id) as rank from everybody
        )`,
      )}
      select 'pool' as kind, place, null::uuid as app, json_build_object(
          'first', json_agg(json_build_object('id', id, 'name', name) order by rank) filter (where rank <= ${most}::int),
          'total', count(*), 'among', array_agg(id) filter (where id = any(${about}::uuid[]) or id in (select user_id from h))) as value
      from ranked group by place
      union all
      select 'delegator', 0, null, json_build_object('id', u.id, 'name', u.name) from h join users u on u.id = h.user_id and ${present('u')}
      union all
      select 'usual', 0, a.app_id, to_json(lately.seconds) from (select distinct app_id from pool) a cross join lateral (
        select percentile_cont(0.5) within group (order by extract(epoch from l.decided_at - l.asked_at))::int as seconds, count(*) as decided from (
          select x.decided_at, x.asked_at from requests x
          where x.app_id = a.app_id and ${present('x')} and x.state in ('approved', 'denied') and x.asked_at > ${later(at, -quarter)}
          order by x.asked_at desc limit ${looked}::int
        ) l
      ) lately where lately.decided >= ${fewest}::int`,
    ),
  );
  const pools = new Map(rows.flatMap((row) => (row.kind === 'pool' ? [[row.place, poolOf(row.value)] as const] : [])));
  return {
    of: asked.map((_, index) => pools.get(index + 1) ?? nobody),
    administrators: pools.get(0) ?? nobody,
    delegators: rows.flatMap((row) => (row.kind === 'delegator' ? [row.value] : [])),
    usual: new Map(rows.flatMap((row) => (row.kind === 'usual' ? [[row.app, row.value] as const] : []))),
  };
}

type Row =
  | { readonly kind: 'pool'; readonly place: number; readonly value: PoolRow }
  | { readonly kind: 'delegator'; readonly value: Ref }
  | { readonly kind: 'usual'; readonly app: string; readonly value: number };
interface PoolRow {
  readonly first: Ref[] | null;
  readonly total: number;
  readonly among: string[] | null;
}

const poolOf = ({ first, total, among }: PoolRow): Pool => ({ first: first ?? [], total, among: new Set(among) });
export const nobody: Pool = { first: [], total: 0, among: new Set() };

/** A pool without the given users. */
export function leftOf({ first, total, among }: Pool, without: ReadonlySet<string>): Left {
  return { first: first.filter(({ id }) => !without.has(id)), total: total - among.intersection(without).size };
}

/** The remaining approvers of a pool. */
export type Left = Pick<Pool, 'first' | 'total'>;

/** The users who may still approve a step: the named users, and also the owners if too few named users are left. */
export function stillAble(
  step: { readonly approvers: StepRule['approvers']; readonly missing: number },
  named: Pool,
  owners: Pool,
  out: ReadonlySet<string>,
): { readonly able: Left; readonly owners: boolean } {
  const able = leftOf(named, out);
  if (step.approvers === 'owners' || able.total >= step.missing) return { able, owners: step.approvers === 'owners' };
  const others = leftOf(owners, out);
  const more = others.first.filter(({ id }) => !able.first.some((it) => it.id === id));
  const twice = others.first.length - more.length;
  return { able: { first: [...able.first, ...more], total: able.total + others.total - twice }, owners: true };
}

/**
 * The ids of the users who may approve the current step of a waiting request, the first by name, and of their deputies.
 * @param owners whether owners are included even if other users are named
 */
export async function decidersOfTurn(snapshot: Snapshot, request: StoredRequest, owners = false): Promise<string[]> {
  const { appId, rule, votes, user } = request;
  const out = new Set([user.id, ...votes.flatMap((vote) => [vote.userId, vote.by.id])]);
  const given = (index: number) => votes.filter(({ step }) => step === index + 1).length;
  const turn = rule.findIndex(({ needed }, index) => given(index) < needed);
  const step = rule[turn];
  if (!step) return [];
  const { approvers } = step;
  const most = limits.decidersTold.value + out.size;
  const pools = await poolsOf(
    snapshot,
    [
      { appId, approvers: 'owners' },
      { appId, approvers },
    ],
    [...out],
    null,
    most,
  );
  const [owning = nobody, named = nobody] = pools.of;
  const looking = leftOf(owning, out).total > 0 ? owning : pools.administrators;
  const missing = step.needed - given(turn);
  const { able } = stillAble({ approvers, missing }, approvers === 'owners' ? looking : named, looking, out);
  const ids = [...able.first, ...(owners ? leftOf(looking, out).first : [])].map(({ id }) => id);
  return withThoseWhoStandIn(snapshot, [...new Set(ids)].slice(0, limits.decidersTold.value), out);
}

async function withThoseWhoStandIn({ connection, at }: Snapshot, ids: readonly string[], out: ReadonlySet<string>) {
  const { rows } = await connection.query<{ id: string }>(sql`
    select distinct d.delegate_id as id from delegations d
    where d.user_id = any(${ids}::uuid[]) and ${present('d')} and ${started('d', at)} and ${lasting('d', at)}`);
  return [...new Set([...ids, ...rows.map(({ id }) => id).filter((id) => !out.has(id))])];
}
