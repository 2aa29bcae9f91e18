import type { Gives, GivesRef } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import type { Snapshot } from '../../store/kernel/snapshot.ts';
import { findRequest, type StoredRequest } from '../../store/requests/requests.ts';
import { partOf } from '../../store/roles/parts.ts';
import { type CallerAccess, onlyApplication, requireOwnApplication } from '../authorise.ts';
import type { Caller } from '../context.ts';
import { requireUser } from '../require.ts';
import { type DecisionRights, decisionRightsOf } from './decision-rights.ts';

/**
 * A request that a caller may see: their own, one that they decide, or any with `audit.read`.
 * @throws Refusal `not_found`, `foreign_application` if it is their own but the token is for another application
 */
export async function requireRequest(
  snapshot: Snapshot,
  caller: Caller,
  access: CallerAccess,
  id: string,
): Promise<Seen> {
  const request = await findRequest(snapshot, id);
  if (!request) return noRequest(id);
  const standing = (await decisionRightsOf(snapshot, [request], access)).get(id) ?? noRequest(id);
  if (request.user.id === access.userId) {
    requireOwnApplication(caller, request.application.id);
    return { request, standing };
  }
  const may = access.can('audit.read') || standing.concerned || request.proposedBy?.id === access.userId;
  return may && onlyApplication(caller) === undefined ? { request, standing } : noRequest(id);
}

/** A request, and its state for the viewer. */
export interface Seen {
  readonly request: StoredRequest;
  readonly standing: DecisionRights;
}

/** The same answer for a missing request and for one that the caller may not see. */
export function noRequest(id: string): never {
  return refuse('not_found', 'request_unknown', { id });
}

/** @throws Refusal `own_request`, `may_not_grant`, `not_your_step`, `voted_already`, `wrong_state` unless the caller decides on it now */
export function requireDecider({ request, standing }: Seen): void {
  const { asks, user, application } = request;
  const { mayDecide } = standing;
  if (mayDecide === 'own_request') refuse(mayDecide, 'request_own', { asks: asks.name });
  if (mayDecide === 'not_a_decider')
    refuse('may_not_grant', 'not_approver', { asks: asks.name, application: application.name });
  if (mayDecide === 'voted_already') refuse(mayDecide, 'approved_already', { user: user.name });
  if (mayDecide === 'not_your_step') refuseStep(standing, asks.name);
  requireWaiting(request);
}

/** Names the approvers of the waiting step, and the number of further approvers. */
function refuseStep({ steps }: DecisionRights, asks: string): never {
  const { deciders = [], deciderCount = 0 } = steps.find(({ state }) => state === 'now') ?? {};
  const approvers = deciders.map(({ name }) => name);
  const more = deciderCount - approvers.length;
  if (approvers.length === 0) refuse('not_your_step', 'step_without_approver', { asks });
  if (more > 0) refuse('not_your_step', 'step_of_many', { asks, approvers, more });
  refuse('not_your_step', 'step_of', { asks, approvers });
}

/** @throws Refusal `wrong_state` unless it waits for a decision */
export function requireWaiting({ state, asks, user, ended }: StoredRequest): void {
  if (state === 'pending') return;
  const whose = { user: user.name, asks: asks.name };
  if (ended?.because === 'left') refuse('wrong_state', 'requester_left', whose);
  if (ended?.because === 'deleted') refuse('wrong_state', 'requested_deleted', whose);
  refuse('wrong_state', 'request_closed', { ...whose, state });
}

/** @throws Refusal `wrong_state` if the requester is suspended and could not use the grant */
export async function requireAble(snapshot: Snapshot, request: StoredRequest): Promise<void> {
  const user = await requireUser(snapshot, request.user.id);
  if (user.status === 'suspended') refuse('wrong_state', 'requester_suspended', { user: user.name });
}

/**
 * The grant to give: at most what was requested, and at most what earlier approvers allowed.
 * @throws Refusal `more_than_asked`
 */
export async function requireWithin(
  snapshot: Snapshot,
  request: StoredRequest,
  less: { readonly gives?: GivesRef | undefined; readonly seconds?: number | undefined },
): Promise<{ readonly what: Gives; readonly seconds: number }> {
  const last = request.votes.at(-1);
  const asks = last?.what ?? request.asks;
  const most = last?.seconds ?? request.seconds;
  const seconds = less.seconds ?? most;
  if (seconds > most) refuse('more_than_asked', last ? 'longer_than_approved' : 'longer_than_asked', { most, seconds });
  if (!less.gives || (less.gives.kind === asks.kind && less.gives.id === asks.id)) return { what: asks, seconds };
  const part = asks.kind === 'role' ? await partOf(snapshot, request.appId, asks.id, less.gives) : undefined;
  return part
    ? { what: part, seconds }
    : refuse('more_than_asked', 'not_part_of_asked', { given: less.gives.kind, kind: asks.kind, asks: asks.name });
}

/** A request that was just written. */
export async function requireWritten(snapshot: Snapshot, id: string): Promise<StoredRequest> {
  const written = await findRequest(snapshot, id);
  if (!written) throw new Error(`The request ${id} was not written.`);
  return written;
}
