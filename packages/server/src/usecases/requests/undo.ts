import { refuse } from '../../refusal.ts';
import { endGrant, findGrant } from '../../store/grants/grants.ts';
import { insertFact } from '../../store/kernel/facts.ts';
import { requireVersion } from '../require.ts';
import { changing } from '../use-case.ts';
import { requireRequest, requireWritten } from './require.ts';
import { decisionRecord, requestTarget, shownRequest } from './shown.ts';
import { tellUndone } from './tell.ts';

/** Takes back an approval while it is fresh: the grant ends, and the person is told. */
export const undo = changing('requests.undo', async ({ change, access, params, ifMatch, caller }) => {
  const { request, standing } = await requireRequest(change, caller, access, params.request);
  const { user, asks, application, decision } = request;
  if (user.id === access.userId)
    refuse('own_request', `The request for ${asks.name} is your own; somebody else takes back what was decided.`);
  if (!standing.decides)
    refuse('may_not_grant', `You do not decide on requests for ${asks.name} in ${application.name}.`);
  if (standing.undoUntil === null)
    refuse('wrong_state', 'Only an approval of the last minutes is taken back so. Later, end the grant.');
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
