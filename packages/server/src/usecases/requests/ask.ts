import { type Gives, type GivesRef, limits } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import { type EffectiveAccess, effectiveAccess } from '../../store/access/effective.ts';
import { roleByName } from '../../store/access/subjects.ts';
import type { StoredApplication } from '../../store/applications/applications.ts';
import type { Snapshot } from '../../store/kernel/snapshot.ts';
import { countWaiting, insertRequest } from '../../store/requests/requests.ts';
import { requireListed } from '../access/subjects.ts';
import { callerId } from '../context.ts';
import { requireShortEnough } from '../grants/allowed.ts';
import { changing } from '../use-case.ts';
import { requireAskable } from './askable.ts';
import { requireWritten } from './require.ts';
import { requestRecord, requestTarget, shownRequest } from './shown.ts';
import { tellDeciders } from './tell.ts';

/** Asks for a role or a permission for oneself. It waits until somebody decides it, or it lapses. */
export const ask = changing('requests.ask', async ({ change, access, body, caller }) => {
  const userId = callerId(caller);
  const application = await requireAskable(change, caller, access, body.application);
  const asks = await requireNamed(change, application, body);
  if (has(await effectiveAccess(change, userId, application.factId), asks))
    refuse('already_held', `You hold the ${asks.kind} ${asks.name} of ${application.name}.`);
  await requireShortEnough(change, asks, body.seconds);
  const most = limits.requestsOpenMax.value;
  if ((await countWaiting(change, userId)) >= most)
    refuse('request_limit', `${most} of your requests wait for a decision.`);
  const id = await insertRequest(change, {
    appId: application.factId,
    userId,
    asks,
    seconds: body.seconds,
    reason: body.reason,
    place: body.place ?? '',
  });
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
    : refuse('not_found', `${name} has no role “${asked.role}”.`);
}

/** The role admin brings everything. */
function has({ admin, roles, permissions }: EffectiveAccess, { kind, id }: GivesRef): boolean {
  return admin || (kind === 'role' ? roles : permissions).some((item) => item.id === id);
}
