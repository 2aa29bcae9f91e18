import { tokenAccess } from '../../store/access/effective.ts';
import type { StoredApplication } from '../../store/applications/applications.ts';
import type { Snapshot } from '../../store/kernel/snapshot.ts';
import { type CallerAccess, isOpen, noApplication, requireOwnApplication } from '../authorise.ts';
import type { Caller } from '../context.ts';
import { requireApplication } from '../require.ts';

/**
 * An application in which a user may request access: the token's own; with a token for Licet also one in which the
 * user has any access, or that they may see. Others do not exist for them.
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
