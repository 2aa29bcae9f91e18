import { type Gives, type GivesRef, limits, type RolePolicyChange, type User } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import { type EffectiveAccess, effectiveAccess, tokenAccess } from '../../store/access/effective.ts';
import { roleByName } from '../../store/access/subjects.ts';
import type { StoredApplication } from '../../store/applications/applications.ts';
import { findGrant } from '../../store/grants/grants.ts';
import type { Change } from '../../store/kernel/change.ts';
import { later } from '../../store/kernel/instants.ts';
import type { Snapshot } from '../../store/kernel/snapshot.ts';
import { insertVote } from '../../store/requests/deciders.ts';
import { askedSince, countWaiting, insertRequest } from '../../store/requests/requests.ts';
import { findRolePolicy, usualRolePolicy } from '../../store/role-policies/role-policies.ts';
import { requireListed } from '../access/read.ts';
import { type CallerAccess, isOpen, noApplication, requireOwnApplication } from '../authorise.ts';
import { type Caller, callerId } from '../context.ts';
import { requireShortEnough } from '../grants/allowed.ts';
import { requireMayGrant } from '../may-give.ts';
import { requireApplication, requireUser } from '../require.ts';
import { changing } from '../use-case.ts';
import { decisionRightsOf } from './decision-rights.ts';
import { requestRecord, requestTarget, shownRequest } from './read.ts';
import { requireWritten } from './require.ts';
import { tellDeciders } from './tell.ts';

/**
 * Returns an application in which a user may request access:
 * - With a token for an application, only that application.
 * - With a token for Licet, every application that the user may see, or in which they have any access. Other
 * applications are reported as missing.
 * @throws Refusal `foreign_application`, `not_found`
 */
export async function requireAskable(
  snapshot: Snapshot,
  caller: Caller,
  access: CallerAccess,
  key: string,
): Promise<StoredApplication> {
  requireOwnApplication(caller, key);
  const application = await requireApplication(snapshot, key);
  return isOpen(caller, access, key) || (await hasAccess(snapshot, access, key)) ? application : noApplication(key);
}

async function hasAccess(snapshot: Snapshot, { userId }: CallerAccess, key: string): Promise<boolean> {
  const access = userId === null ? undefined : await tokenAccess(snapshot, userId, key);
  return access !== undefined && access.roles.length + access.permissions.length > 0;
}

/**
 * Requests a role or a permission for the caller or for another user. For another user, the caller must have the right
 * to grant it, and the request counts as the caller's approval. The request waits until it is decided or lapses.
 */
export const ask = changing('requests.ask', async ({ change, access, body, caller }) => {
  const ownId = callerId(caller);
  const userId = body.for?.toLowerCase() ?? ownId;
  const proposedBy = userId === ownId ? null : ownId;
  const application = await requireAskable(change, caller, access, body.application);
  const proposed = proposedBy === null ? undefined : await requireProposable(change, access, application, userId);
  const asks = await requireNamed(change, application, body);
  const policy = asks.kind === 'role' ? await findRolePolicy(change, asks.id) : usualRolePolicy;
  if (proposedBy === null && !policy.requestable)
    refuse('not_requestable', 'role_not_requestable', { role: asks.name, application: application.name });
  if (body.renews !== undefined) await requireRenewable(change, application, userId, asks, body.renews);
  else if (has(await effectiveAccess(change, userId, application.factId), asks)) {
    const held = { kind: asks.kind, name: asks.name, application: application.name };
    if (proposed) refuse('already_held', 'held_by_user', { ...held, user: proposed.name });
    refuse('already_held', 'held_by_you', held);
  }
  await requireShortEnough(change, asks, body.seconds);
  const most = limits.requestsOpenMax.value;
  if ((await countWaiting(change, userId)) >= most) {
    if (proposed) refuse('request_limit', 'user_requests_waiting', { user: proposed.name, most });
    refuse('request_limit', 'your_requests_waiting', { most });
  }
  await requireNotTooMany(change, ownId);
  const id = await insertRequest(change, {
    appId: application.factId,
    userId,
    asks,
    seconds: body.seconds,
    reason: body.reason,
    place: body.place ?? '',
    proposedBy,
    renews: body.renews ?? null,
  });
  if (proposedBy !== null) await approveByAsking(change, access, id, policy);
  const request = await requireWritten(change, id);
  change.record({
    action: 'request.asked',
    application: application.id,
    target: requestTarget(request),
    after: requestRecord(request),
  });
  await tellDeciders(change, request);
  return shownRequest(change, request, access);
});

/**
 * Checks that the proposer may give the access, and that the user could use it.
 * @throws Refusal `foreign_application`, `may_not_grant`, `not_found`, `wrong_state`
 */
async function requireProposable(
  change: Change,
  access: CallerAccess,
  application: StoredApplication,
  userId: string,
): Promise<User> {
  requireMayGrant(access, application.id);
  const user = await requireUser(change, userId);
  if (user.status === 'suspended') refuse('wrong_state', 'proposed_user_suspended', { user: user.name });
  return user;
}

/**
 * Checks a renewal. It must request the same as a grant of the user that is in force and has an end.
 * @throws Refusal `not_found`, `wrong_state`
 */
async function requireRenewable(
  change: Change,
  { factId, name }: StoredApplication,
  userId: string,
  asks: Pick<Gives, 'id' | 'name'>,
  grantId: string,
): Promise<void> {
  const grant = await findGrant(change, factId, grantId);
  if (!grant || grant.principal.id !== userId || grant.gives.id !== asks.id)
    return refuse('not_found', 'renewable_grant_unknown', { application: name, name: asks.name, id: grantId });
  if (grant.ends === null) refuse('wrong_state', 'renewal_endless', { name: asks.name });
  if (grant.state !== 'active') refuse('wrong_state', 'renewal_not_in_force', { name: asks.name });
}

/** @throws Refusal `request_limit` with when to ask again */
async function requireNotTooMany(change: Change, userId: string): Promise<void> {
  const hour = 3600;
  const { asked, first } = await askedSince(change, userId, later(change.at, -hour));
  const most = limits.requestsHourly.value;
  if (asked < most || first === null) return;
  const retryAfter = Math.max(1, Math.ceil((Date.parse(first) - Date.parse(change.at)) / 1000 + hour));
  refuse('request_limit', 'requests_hourly', { most }, { retryAfter });
}

/**
 * Records the proposer's approval in the first step that they may approve. If the request needs only one approval in
 * all, any proposer may give it.
 */
async function approveByAsking(
  change: Change,
  access: CallerAccess,
  id: string,
  { approval: { steps } }: Pick<RolePolicyChange, 'approval'>,
): Promise<void> {
  const request = await requireWritten(change, id);
  const standing = (await decisionRightsOf(change, [request], access)).get(id);
  const alone = steps.length === 1 && steps[0]?.needed === 1;
  const step = standing?.ownSteps[0] ?? (alone ? 1 : undefined);
  if (step === undefined || access.userId === null) return;
  const vote = { requestId: id, step, userId: access.userId, castBy: access.userId };
  await insertVote(change, { ...vote, what: request.asks, seconds: request.seconds });
}

async function requireNamed(
  snapshot: Snapshot,
  { factId, id, name }: StoredApplication,
  asked: { readonly permission?: string | undefined; readonly role?: string | undefined },
): Promise<Pick<Gives, 'kind' | 'id' | 'name'>> {
  if (asked.permission !== undefined) {
    const found = await requireListed(snapshot, { id: factId, key: id, name }, asked.permission);
    return { kind: 'permission', id: found.id, name: found.name };
  }
  const role = await roleByName(snapshot, factId, asked.role ?? '');
  return role
    ? { kind: 'role', id: role.id, name: role.name }
    : refuse('not_found', 'role_unknown', { application: name, role: asked.role ?? '' });
}

/** Whether the access includes a role or a permission; the role admin includes everything. */
function has({ admin, roles, permissions }: EffectiveAccess, { kind, id }: GivesRef): boolean {
  return admin || (kind === 'role' ? roles : permissions).some((item) => item.id === id);
}
