import { limits } from '@licet/contract';
import { present } from '../kernel/facts.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { sql } from '../kernel/sql.ts';
import { lasting, started } from '../walk/walk.ts';
import { leftOf, nobody, poolsOf, stillAble } from './pools.ts';
import type { StoredRequest } from './requests.ts';

/**
 * The ids of the users who may approve the current step of a waiting request, the first by name, and of their
 * deputies.
 * @param owners whether owners are included even if others are named
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
