import { limits } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import { endGrant, findGrant } from '../../store/grants/grants.ts';
import { insertFact } from '../../store/kernel/facts.ts';
import { requireVersion } from '../require.ts';
import { changing } from '../use-case.ts';
import { requireRequest, requireWritten } from './require.ts';
import { decisionRecord, requestTarget, shownRequest } from './shown.ts';
import { tellUndone } from './tell.ts';

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
