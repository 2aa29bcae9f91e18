import type { Gives, Grant, RequestOutcomes, RequestsPlan } from '@licet/contract';
import { Refusal } from '../../refusal.ts';
import { findGrant, insertGrant, requireWrittenGrant } from '../../store/grants/grants.ts';
import type { Change } from '../../store/kernel/change.ts';
import { draft } from '../../store/kernel/draft.ts';
import { later } from '../../store/kernel/instants.ts';
import { refusalIn } from '../../store/kernel/savepoints.ts';
import { insertVote } from '../../store/requests/deciders.ts';
import { closeRequest, insertComment } from '../../store/requests/requests.ts';
import { requireNoViolation } from '../../store/separations/violations.ts';
import { authorise, type CallerAccess } from '../authorise.ts';
import type { Caller } from '../context.ts';
import { requireShortEnough } from '../grants/allowed.ts';
import { CreatedIds } from '../plans/created-ids.ts';
import { effectsOfDraft } from '../plans/effects.ts';
import { alone } from '../plans/one-at-a-time.ts';
import { requireVersion } from '../require.ts';
import { answering, changing } from '../use-case.ts';
import { deny } from './close.ts';
import { decisionRecord, requestRecord, requestTarget, shownRequest } from './read.ts';
import { requireAble, requireDecider, requireRequest, requireWithin, requireWritten, type Seen } from './require.ts';
import { tellDecided, tellDeciders } from './tell.ts';

type Less = Parameters<typeof requireWithin>[2];

/** What an approval grants, and to whom. */
export interface Approval extends Seen {
  readonly what: Gives;
  readonly seconds: number;
  /** The number of approvals still needed, including this one. */
  readonly missing: number;
}

/**
 * Gives one of the needed approvals. The last one creates the grant, from now on, and closes the request in the same
 * change.
 */
export const approve = changing('requests.approve', async ({ change, access, params, body, ifMatch, caller }) => {
  const approval = await requireApprovable(change, caller, access, params.request, body);
  const { request, standing, missing } = approval;
  requireVersion(request, ifMatch);
  if (access.userId !== null && standing.votesFor !== null)
    await insertVote(change, {
      requestId: request.id,
      step: standing.nextStep,
      userId: standing.votesFor,
      castBy: access.userId,
      what: approval.what,
      seconds: approval.seconds,
    });
  const note = body.note ?? '';
  return missing > 1 ? approveStep(change, access, approval, note) : approveLast(change, access, approval, note);
});

async function approveStep(change: Change, access: CallerAccess, { request, standing }: Approval, note: string) {
  if (note !== '' && access.userId !== null) await insertComment(change, request.id, access.userId, note);
  const approved = await requireWritten(change, request.id);
  change.record({
    action: 'request.step_approved',
    application: request.application.id,
    target: requestTarget(approved),
    before: requestRecord(request),
    after: { ...decisionRecord(approved), step: standing.nextStep, note },
  });
  const shown = await shownRequest(change, approved, access);
  // If the step still waits, its approvers already know of the request. Only new approvers are notified; there are some if
  // none of the former ones is left.
  const done = shown.steps[standing.nextStep - 1]?.state === 'done';
  await tellDeciders(change, approved, done ? undefined : request);
  return shown;
}

async function approveLast(change: Change, access: CallerAccess, approval: Approval, note: string) {
  const { request, what, seconds } = approval;
  const grant = await give(change, approval);
  await closeRequest(change, request.id, {
    state: 'approved',
    by: access.userId,
    note,
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
  return shownRequest(change, approved, access);
}

/**
 * Checks that a caller may approve a request now, for this time.
 * @throws Refusal `not_found`, `own_request`, `may_not_grant`, `not_your_step`, `voted_already`, `wrong_state`,
 * `more_than_asked`, `longer_than_allowed`
 */
export async function requireApprovable(
  change: Change,
  caller: Caller,
  access: CallerAccess,
  id: string,
  less: Less,
): Promise<Approval> {
  const seen = await requireRequest(change, caller, access, id);
  requireDecider(seen);
  await requireAble(change, seen.request);
  const within = await requireWithin(change, seen.request, less);
  await requireShortEnough(change, within.what, within.seconds);
  const { steps } = seen.standing;
  const missing = steps.reduce((sum, { needed, given }) => sum + Math.max(0, needed - given), 0);
  // The operator's approval is enough.
  return { ...seen, ...within, missing: access.userId === null ? 1 : missing };
}

/** The start of the grant that an approval gives: now or, for a renewal, the end of the renewed grant. */
export async function startOf(change: Change, { request }: Approval): Promise<string> {
  const renewed = request.renews === null ? undefined : await findGrant(change, request.appId, request.renews);
  return renewed?.state === 'active' && renewed.ends !== null ? renewed.ends : change.at;
}

/** Makes the grant that answers a request. @throws Refusal `duplicate_grant` */
export async function give(change: Change, approval: Approval): Promise<Grant> {
  const { request, what, seconds } = approval;
  const follows = await startOf(change, approval);
  const id = await insertGrant(change, request.appId, {
    principal: { kind: 'user', id: request.user.id },
    gives: what,
    starts: follows,
    ends: later(follows, seconds),
    reason: request.reason,
    grantedBy: change.actor.name,
  });
  return requireWrittenGrant(change, request.appId, id);
}

/**
 * Returns what approving several requests would change together. All grants that are not refused are made on one draft.
 */
export const planAll = answering('requests.planAll', (asked) =>
  alone(asked, () =>
    draft(asked.database, asked.access.actor ?? nobody, async (handle) => {
      const access = await authorise(handle, asked.caller, 'requests.planAll', undefined);
      const steps: RequestsPlan['steps'] = [];
      for (const request of new Set(asked.body.requests)) {
        let stillNeeded = 0;
        const refused = await refusalIn(handle, async () => {
          const approval = await requireApprovable(handle, asked.caller, access, request, {});
          stillNeeded = approval.missing - 1;
          // A request that needs further approvals changes nothing yet.
          if (stillNeeded === 0) await give(handle, approval);
          await requireNoViolation(
            handle,
            (keys) => access.can('access.read') || keys.every((key) => access.owns.has(key)),
          );
        });
        steps.push({ request, refused: refused ?? null, stillNeeded });
      }
      const { effects } = await effectsOfDraft(
        handle,
        access,
        new CreatedIds(),
        undefined,
        undefined,
        asked.disconnected,
      );
      return { at: handle.at, steps, effects };
    }),
  ),
);

const nobody = { kind: 'system', id: null, name: 'nobody' } as const;

/** Decides several requests, each by its own call in a change of its own. A refused one does not stop the others. */
export const decideAll = answering('requests.decideAll', async (asked) => {
  const { decision, requests, reason = '' } = asked.body;
  const outcomes: RequestOutcomes['outcomes'] = [];
  for (const { id, version } of requests) {
    const given = { ...asked, params: { request: id }, ifMatch: version };
    try {
      const { state } = await (decision === 'approve'
        ? approve.perform({ ...given, body: { note: reason } })
        : deny.perform({ ...given, body: { reason } }));
      outcomes.push({ request: id, state, refused: null });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      outcomes.push({ request: id, state: null, refused: error.problem });
    }
  }
  return { outcomes };
});
