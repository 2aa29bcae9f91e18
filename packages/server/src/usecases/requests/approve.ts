import type { Gives, Grant } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import { findGrant, insertGrant } from '../../store/grants/grants.ts';
import type { Change } from '../../store/kernel/change.ts';
import { later } from '../../store/kernel/instants.ts';
import { closeRequest, type StoredRequest } from '../../store/requests/requests.ts';
import type { CallerAccess } from '../authorise.ts';
import type { Caller } from '../context.ts';
import { requireShortEnough } from '../grants/allowed.ts';
import { requireVersion } from '../require.ts';
import { changing } from '../use-case.ts';
import {
  requireAble,
  requireDecider,
  requireRequest,
  requireWaiting,
  requireWithin,
  requireWritten,
} from './require.ts';
import { decisionRecord, requestRecord, requestTarget, shownRequest } from './shown.ts';
import { tellDecided } from './tell.ts';

type Less = Parameters<typeof requireWithin>[2];

/** What an approval gives, and to whom. */
export interface Approval {
  readonly request: StoredRequest;
  readonly what: Gives;
  readonly seconds: number;
}

/** Approves: makes the grant, from now on, and closes the request, in one change. */
export const approve = changing('requests.approve', async ({ change, access, params, body, ifMatch, caller }) => {
  const approval = await requireApprovable(change, caller, access, params.request, body);
  const { request, what, seconds } = approval;
  requireVersion(request, ifMatch);
  const grant = await give(change, approval);
  await closeRequest(change, request.id, {
    state: 'approved',
    by: access.userId,
    note: body.note ?? '',
    given: { what, seconds, grant: grant.id },
  });
  const approved = await requireWritten(change, request.id);
  change.record({
    action: 'request.approved',
    application: request.application.id,
    target: requestTarget(approved),
    before: requestRecord(request),
    after: decisionRecord(approved, grant),
  });
  await tellDecided(change, approved);
  return shownRequest(approved, access);
});

/**
 * Whether a caller may approve a request now, for so much.
 * @throws Refusal `not_found`, `own_request`, `may_not_grant`, `wrong_state`, `more_than_asked`, `longer_than_allowed`
 */
export async function requireApprovable(
  change: Change,
  caller: Caller,
  access: CallerAccess,
  id: string,
  less: Less,
): Promise<Approval> {
  const request = await requireRequest(change, caller, access, id);
  requireDecider(access, request);
  requireWaiting(request);
  await requireAble(change, request);
  const within = await requireWithin(change, request, less);
  await requireShortEnough(change, within.what, within.seconds);
  return { request, ...within };
}

/** Makes the grant that answers a request, from now on. @throws Refusal `duplicate_grant` */
export async function give(change: Change, { request, what, seconds }: Approval): Promise<Grant> {
  const id = await insertGrant(change, request.appId, {
    principal: { kind: 'user', id: request.user.id },
    gives: what,
    starts: change.at,
    ends: later(change.at, seconds),
    reason: request.reason,
    grantedBy: change.actor.name,
  });
  return (await findGrant(change, request.appId, id)) ?? refuse('internal', 'The grant was not written.');
}
