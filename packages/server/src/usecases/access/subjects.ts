import { refuse } from '../../refusal.ts';
import { nearestPermissions } from '../../store/access/nearest.ts';
import {
  applicationByKey,
  type CataloguePermission,
  type Party,
  partyBy,
  permissionByName,
  type Subject,
} from '../../store/access/subjects.ts';
import type { Snapshot } from '../../store/kernel/snapshot.ts';
import { noApplication } from '../authorise.ts';

/** @throws Refusal `not_found` when there was no such application at the snapshot */
export async function requireSubject(snapshot: Snapshot, key: string): Promise<Subject> {
  return (await applicationByKey(snapshot, key)) ?? noApplication(key);
}

/** Finds a user by id, username or e-mail address, or a program by id. @throws Refusal `not_found` */
export async function requireParty(snapshot: Snapshot, identity: string): Promise<Party> {
  return (
    (await partyBy(snapshot, identity)) ??
    refuse('not_found', `There is no user and no program “${identity}”, or was none at that time.`)
  );
}

/** @throws Refusal `unknown_permission`, naming what was perhaps meant */
export async function requireListed(
  snapshot: Snapshot,
  application: Subject,
  name: string,
): Promise<CataloguePermission> {
  const permission = await permissionByName(snapshot, application.id, name);
  if (permission) return permission;
  const near = await nearestPermissions(snapshot, application.id, name);
  const hint = near.length > 0 ? ` Did you mean ${near.map((other) => `“${other}”`).join(' or ')}?` : '';
  return refuse('unknown_permission', `${application.name} has no permission “${name}”.${hint}`);
}
