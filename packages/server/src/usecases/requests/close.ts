import { limits } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import { endGrant, findGrant } from '../../store/grants/grants.ts';
import type { Change } from '../../store/kernel/change.ts';
import { insertFact } from '../../store/kernel/facts.ts';
import { closeRequest, type StoredRequest, type Verdict } from '../../store/requests/requests.ts';
import { callerId } from '../context.ts';
import { requireVersion } from '../require.ts';
import { changing } from '../use-case.ts';
import { decisionRecord, requestRecord, requestTarget, shownRequest } from './read.ts';
import { noRequest, requireDecider, requireRequest, requireWaiting, requireWritten } from './require.ts';
import { tellDecided, tellUndone } from './tell.ts';

/** Refuses a request. The requester sees the reason. */
export const deny = changing('requests.deny', async ({ change, access, params, body, ifMatch, caller }) => {
  const seen = await requireRequest(change, caller, access, params.request);
  requireDecider(seen);
  requireVersion(seen.request, ifMatch);
  const verdict = { state: 'denied', by: access.userId, note: body.reason } as const;
  return shownRequest(change, await close(change, seen.request, verdict), access);
});

/** Withdraws the caller's own request, or one that they made for another user. Answers `not_found` for all others. */
export const withdraw = changing('requests.withdraw', async ({ change, access, params, caller }) => {
  const userId = callerId(caller);
  const { request } = await requireRequest(change, caller, access, params.request);
  if (request.user.id !== userId && request.proposedBy?.id !== userId) noRequest(request.id);
  requireWaiting(request);
  return shownRequest(change, await close(change, request, { state: 'withdrawn', by: userId }), access);
});

async function close(
  change: Change,
  request: StoredRequest,
  verdict: Verdict & { readonly state: 'denied' | 'withdrawn' },
): Promise<StoredRequest> {
  await closeRequest(change, request.id, verdict);
  const closed = await requireWritten(change, request.id);
  change.record({
    action: `request.${verdict.state}`,
    application: request.application.id,
    target: requestTarget(closed),
    before: requestRecord(request),
    after: decisionRecord(closed),
  });
  if (verdict.state === 'denied') await tellDecided(change, closed);
  return closed;
}

/** Takes back a recent approval: the grant ends, and the user is notified. */
export const undo = changing('requests.undo', async ({ change, access, params, ifMatch, caller }) => {
  const { request, standing } = await requireRequest(change, caller, access, params.request);
  const { user, asks, application, decision } = request;
  if (user.id === access.userId) refuse('own_request', 'approval_own', { asks: asks.name });
  if (!standing.decides) refuse('may_not_grant', 'not_approver', { asks: asks.name, application: application.name });
  if (standing.undoUntil === null) refuse('wrong_state', 'approval_not_recent', { within: limits.requestUndo.value });
  requireVersion(request, ifMatch);
  const grant = decision?.grant ? await findGrant(change, request.appId, decision.grant) : undefined;
  if (grant?.state === 'active' || grant?.state === 'scheduled') await endGrant(change, grant.id);
  await insertFact(change, 'request_undos', {
    request_id: request.id,
    undone_by: access.userId,
    undone_at: change.at,
  });
  const undone = await requireWritten(change, request.id);
  change.record({
    action: 'request.undone',
    application: application.id,
    target: requestTarget(undone),
    before: decisionRecord(request, grant),
    after: decisionRecord(undone),
  });
  await tellUndone(change, undone);
  return shownRequest(change, undone, access);
});
