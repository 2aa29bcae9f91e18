import { limits } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import { later } from '../../store/kernel/instants.ts';
import { decidesIn, delegationsOf, replaceDelegation } from '../../store/requests/deciders.ts';
import { findUserByName } from '../../store/users/users.ts';
import { callerId } from '../context.ts';
import { requireInstant } from '../grants/change.ts';
import { requireUser, userTarget } from '../require.ts';
import { changing, reading } from '../use-case.ts';

export const delegations = reading('me.delegations', ({ snapshot, caller }) =>
  delegationsOf(snapshot, callerId(caller)),
);

/** Names the caller's deputy. Only callers who decide requests or reviews may do this, because it reveals which usernames exist. */
export const delegate = changing('me.delegate', async ({ change, access, body, caller }) => {
  const userId = callerId(caller);
  const decides = access.owns.size > 0 || access.can('grants.manage') || (await decidesIn(change, userId)).length > 0;
  if (!decides) refuse('may_not_grant', 'decides_nothing', {});
  const other = await findUserByName(change, body.to);
  if (other?.status !== 'active') return refuse('not_found', 'delegate_unknown', { name: body.to });
  if (other.id === userId) refuse('wrong_state', 'delegate_self', {});
  const starts = body.starts ? requireInstant(body.starts, '/starts') : change.at;
  const ends = requireInstant(body.ends, '/ends');
  if (ends <= starts) refuse('ends_before_start', 'delegation_ends_first', {});
  if (ends <= change.at) refuse('in_the_past', 'delegation_over', {});
  const longest = limits.delegationMax.value;
  if (ends > later(starts, longest)) refuse('wrong_state', 'delegation_too_long', { longest });
  const before = (await delegationsOf(change, userId)).own;
  await replaceDelegation(change, userId, { delegateId: other.id, starts, ends });
  change.record({
    action: 'user.delegated',
    target: userTarget(await requireUser(change, userId)),
    ...(before && { before: { delegate: before.to.name, starts: before.starts, ends: before.ends } }),
    after: { delegate: other.name, starts, ends },
  });
  return delegationsOf(change, userId);
});

/** Ends the delegation: the caller decides again. */
export const endDelegation = changing('me.endDelegation', async ({ change, caller }) => {
  const userId = callerId(caller);
  const before = (await delegationsOf(change, userId)).own;
  if (!before || !(await replaceDelegation(change, userId, null))) return refuse('wrong_state', 'delegation_none', {});
  change.record({
    action: 'user.delegation_ended',
    target: userTarget(await requireUser(change, userId)),
    before: { delegate: before.to.name, starts: before.starts, ends: before.ends },
  });
  return delegationsOf(change, userId);
});
