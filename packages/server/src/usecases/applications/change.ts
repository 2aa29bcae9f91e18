import type { User } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import {
  deleteApplication,
  describeApplication,
  endOwner,
  insertApplication,
  insertOwner,
  type StoredApplication,
  updateApplication,
} from '../../store/applications/applications.ts';
import { listClients } from '../../store/applications/clients.ts';
import type { Change } from '../../store/kernel/change.ts';
import { noApplication } from '../authorise.ts';
import { requireMayActAsAll, requireMayGrant } from '../may-give.ts';
import {
  applicationRecord,
  applicationTarget,
  requireApplication,
  requireOwn,
  requireUser,
  requireVersion,
} from '../require.ts';
import { requireMayLetGo } from '../separations/require.ts';
import { changing } from '../use-case.ts';

/** The user who registers an application owns it. */
export const create = changing('applications.create', async ({ change, access, body }) => {
  const fields = { name: body.name, description: body.description ?? '' };
  const factId = await insertApplication(change, body.id, fields);
  if (access.userId) await insertOwner(change, factId, access.userId);
  change.record({
    action: 'application.created',
    application: body.id,
    target: applicationTarget(body),
    after: { id: body.id, ...applicationRecord(fields), owners: access.userId ? [change.actor.name] : [] },
  });
  return (await describeApplication(change, factId)) ?? noApplication(body.id);
});

export const update = changing('applications.update', async ({ change, params, body, ifMatch }) => {
  const before = await requireApplication(change, params.application);
  requireOwn(before);
  requireVersion(before, ifMatch);
  const fields = { name: body.name ?? before.name, description: body.description ?? before.description };
  await updateApplication(change, before, fields);
  change.record({
    action: 'application.changed',
    application: before.id,
    target: applicationTarget({ ...before, ...fields }),
    before: applicationRecord(before),
    after: applicationRecord(fields),
  });
  return (await describeApplication(change, before.factId)) ?? noApplication(before.id);
});

/**
 * Deletes an application with its content. Its programs are deleted too, with their access everywhere.
 * This requires the right to grant in the application. Otherwise a caller who may only register applications could
 * delete one, register its identifier again, and as the new owner grant access.
 */
export const remove = changing('applications.remove', async ({ change, access, params, ifMatch }) => {
  const application = await requireApplication(change, params.application);
  requireOwn(application);
  requireVersion(application, ifMatch);
  requireMayGrant(access, application.id);
  await requireMayActAsAll(change, access, await listClients(change, application.factId));
  await requireMayLetGo(change, access, { id: application.factId, name: application.name });
  const whole = await describeApplication(change, application.factId);
  await deleteApplication(change, application.factId);
  change.record({
    action: 'application.deleted',
    application: application.id,
    target: applicationTarget(application),
    before: {
      id: application.id,
      ...applicationRecord(application),
      owners: whole?.owners.map(({ name }) => name),
      permissions: whole?.permissions,
      roles: whole?.roles,
      grants: whole?.grants,
      clients: whole?.clients,
    },
  });
});

// An owner may grant, so adding an owner requires the right to grant.

export const addOwner = changing('applications.addOwner', async ({ change, access, params }) => {
  const application = await requireApplication(change, params.application);
  requireOwn(application);
  requireMayGrant(access, application.id);
  await makeOwner(change, application, await requireUser(change, params.user));
});

/** Adds an owner and records the event. */
export async function makeOwner(change: Change, application: Owned, user: Owner): Promise<void> {
  await insertOwner(change, application.factId, user.id);
  change.record({
    action: 'application.owner_added',
    application: application.id,
    target: applicationTarget(application),
    after: { owner: `${user.name} (${user.username})` },
  });
}

export const removeOwner = changing('applications.removeOwner', async ({ change, access, params }) => {
  const application = await requireApplication(change, params.application);
  requireMayGrant(access, application.id);
  await takeOwner(change, application, await requireUser(change, params.user));
});

/** Removes an owner and records the event. @throws Refusal `not_found` if the user is not an owner */
export async function takeOwner(change: Change, application: Owned, user: Owner): Promise<void> {
  if (!(await endOwner(change, application.factId, user.id)))
    refuse('not_found', 'user_not_owner', { user: user.name, application: application.name });
  change.record({
    action: 'application.owner_removed',
    application: application.id,
    target: applicationTarget(application),
    before: { owner: `${user.name} (${user.username})` },
  });
}

type Owned = Pick<StoredApplication, 'id' | 'name' | 'factId'>;
type Owner = Pick<User, 'id' | 'name' | 'username'>;
