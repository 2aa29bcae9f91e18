import type { Calls } from '@licet/contract';
import type { Change } from '../../store/kernel/change.ts';
import { closeRequest, type StoredRequest, type Verdict } from '../../store/requests/requests.ts';
import { changeAs } from '../authorise.ts';
import { callerId } from '../context.ts';
import type { Handler } from '../handler.ts';
import { requireVersion } from '../require.ts';
import { noRequest, requireDecider, requireRequest, requireWaiting, requireWritten } from './require.ts';
import { decisionTold, requestTarget, requestTold, shownRequest } from './shown.ts';

/** Refuses a request. The person reads the reason. */
export const deny: Handler<Calls['requests']['deny']> = (context, { params, body, ifMatch }) =>
  changeAs(context, 'requests.deny', params, async (change, held) => {
    const request = await requireRequest(change, context.caller, held, params.request);
    requireDecider(held, request);
    requireWaiting(request);
    requireVersion(request, ifMatch);
    return shownRequest(await close(change, request, { state: 'denied', by: held.userId, note: body.reason }), held);
  });

/** Takes back one's own request; somebody else's is not there. */
export const withdraw: Handler<Calls['requests']['withdraw']> = (context, { params }) =>
  changeAs(context, 'requests.withdraw', params, async (change, held) => {
    const userId = callerId(context);
    const request = await requireRequest(change, context.caller, held, params.request);
    if (request.user.id !== userId) noRequest(request.id);
    requireWaiting(request);
    return shownRequest(await close(change, request, { state: 'withdrawn', by: userId }), held);
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
    before: requestTold(request),
    after: decisionTold(closed),
  });
  return closed;
}
