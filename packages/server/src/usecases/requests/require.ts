import type { Gives, GivesRef } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import type { Snapshot } from '../../store/kernel/snapshot.ts';
import { partOf } from '../../store/requests/choices.ts';
import { findRequest, type StoredRequest } from '../../store/requests/requests.ts';
import { type CallerAccess, requireOwnApplication } from '../authorise.ts';
import type { Caller } from '../context.ts';
import { requireMayGrant } from '../may-give.ts';
import { requireUser } from '../require.ts';
import { decidesOn } from './shown.ts';

/**
 * A request that a caller may see: his own, one that he decides, or any with `audit.read`.
 * @throws Refusal `not_found`, `foreign_application` when it is his own and the token another application’s
 */
export async function requireRequest(
  snapshot: Snapshot,
  caller: Caller,
  access: CallerAccess,
  id: string,
): Promise<StoredRequest> {
  const request = await findRequest(snapshot, id);
  if (!request) return noRequest(id);
  if (request.user.id === access.userId) {
    requireOwnApplication(caller, request.application.id);
    return request;
  }
  return access.can('audit.read') || decidesOn(access, request) ? request : noRequest(id);
}

/** The same answer for a request that is not there and for one that may not be seen. */
export function noRequest(id: string): never {
  return refuse('not_found', `There is no request with the id ${id}, or you may not see it.`);
}

/** @throws Refusal `own_request`, `may_not_grant` unless the caller decides on requests like it */
export function requireDecider(access: CallerAccess, request: StoredRequest): void {
  if (request.user.id === access.userId)
    refuse('own_request', `The request for ${request.asks.name} is your own; somebody else decides on it.`);
  if (request.applicationExists) requireMayGrant(access, request.application.id);
}

/** @throws Refusal `wrong_state` unless it waits for a decision */
export function requireWaiting({ state, asks, user }: StoredRequest): void {
  if (state === 'pending') return;
  refuse('wrong_state', `The request of ${user.name} for ${asks.name} ${closedWords[state]}.`);
}

/** @throws Refusal `wrong_state` when whoever asked is suspended: they could not use what they are given */
export async function requireAble(snapshot: Snapshot, request: StoredRequest): Promise<void> {
  const user = await requireUser(snapshot, request.user.id);
  if (user.status === 'suspended')
    refuse('wrong_state', `${user.name} is suspended. Let them in again first, or refuse the request.`);
}

/** What is to be given in place of what was asked for, or just that. @throws Refusal `more_than_asked` */
export async function requireWithin(
  snapshot: Snapshot,
  request: StoredRequest,
  less: { readonly gives?: GivesRef | undefined; readonly seconds?: number | undefined },
): Promise<{ readonly what: Gives; readonly seconds: number }> {
  const { asks } = request;
  const seconds = less.seconds ?? request.seconds;
  if (seconds > request.seconds)
    refuse('more_than_asked', `It was asked for ${request.seconds} seconds, not for ${seconds}.`);
  if (!less.gives || (less.gives.kind === asks.kind && less.gives.id === asks.id)) return { what: asks, seconds };
  const part = asks.kind === 'role' ? await partOf(snapshot, request.appId, asks.id, less.gives) : undefined;
  return part
    ? { what: part, seconds }
    : refuse('more_than_asked', `That ${less.gives.kind} is no part of the ${asks.kind} ${asks.name}.`);
}

/** A request that was just written. */
export async function requireWritten(snapshot: Snapshot, id: string): Promise<StoredRequest> {
  return (await findRequest(snapshot, id)) ?? refuse('internal', 'The request was not written.');
}

const closedWords = {
  approved: 'was approved',
  denied: 'was refused',
  withdrawn: 'was withdrawn',
  expired: 'has lapsed',
} as const;
