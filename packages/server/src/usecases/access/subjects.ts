import { channelOf } from '../../channel.ts';
import { refuse } from '../../refusal.ts';
import type { AskedAbout, Missing } from '../../store/access/basis.ts';
import { nearestPermissions } from '../../store/access/nearest.ts';
import {
  applicationByKey,
  type CataloguePermission,
  permissionByName,
  type Subject,
} from '../../store/access/subjects.ts';
import type { Snapshot } from '../../store/kernel/snapshot.ts';
import { noApplication } from '../authorise.ts';

/** @throws Refusal `not_found` when there was no such application at the snapshot */
export async function requireSubject(snapshot: Snapshot, key: string): Promise<Subject> {
  return (await applicationByKey(snapshot, key)) ?? noApplication(key);
}

/**
 * Returns the data that was read about a principal in an application.
 * @throws Refusal `not_found` if either did not exist at the snapshot
 */
export function requireBoth<Found>(found: Found | Missing, { application, party }: AskedAbout): Found {
  if (found === 'application') return noApplication(application);
  if (found === 'party') return refuse('not_found', 'party_unknown', { party });
  return found as Found;
}

/** @throws Refusal `unknown_permission`, naming what was perhaps meant */
export async function requireListed(
  snapshot: Snapshot,
  application: Subject,
  name: string,
): Promise<CataloguePermission> {
  const permission = await permissionByName(snapshot, application.id, name);
  return permission ?? refuseUnlisted(snapshot, application, name);
}

/** @throws Refusal `unknown_permission`, naming what was perhaps meant */
export async function refuseUnlisted(snapshot: Snapshot, application: Subject, name: string): Promise<never> {
  const near = await nearestPermissions(snapshot, application.id, name);
  return refuse('unknown_permission', 'permission_unlisted', { application: application.name, permission: name, near });
}

/** Publishes every decision by Licet; checks that applications make from a token are not included. */
export const decisions = channelOf<{ readonly permitted: boolean }>('licet.access.decision');
