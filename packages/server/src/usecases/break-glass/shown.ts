import type { BreakGlassUse } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import { findUse, type Sight, type StoredUse } from '../../store/break-glass/uses.ts';
import type { Snapshot } from '../../store/kernel/snapshot.ts';
import { type CallerAccess, mayGrantIn } from '../authorise.ts';

/**
 * The uses that a caller sees: their own, those that they review, and all with `audit.read`. In Licet itself only its
 * administrators review.
 */
export const sightOf = (access: CallerAccess): Sight => ({
  userId: access.userId,
  everywhere: access.can('audit.read') || access.can('grants.manage'),
  licet: access.can('audit.read') || access.isAdmin,
  applications: [...access.owns],
});

/** Whether a caller reviews uses in an application, including a deleted one. */
const reviews = (access: CallerAccess, { application, applicationExists }: StoredUse): boolean =>
  applicationExists ? mayGrantIn(access, application.id) : access.can('grants.manage');

/** A use that a caller may see. @throws Refusal `not_found` */
export async function requireSeen(snapshot: Snapshot, access: CallerAccess, id: string): Promise<StoredUse> {
  const use = await findUse(snapshot, id);
  const seen = use && (use.user.id === access.userId || access.can('audit.read') || reviews(access, use));
  return seen ? use : refuse('not_found', 'emergency_unknown', { id });
}

/** A use that was just written. */
export async function requireUse(snapshot: Snapshot, id: string): Promise<StoredUse> {
  const use = await findUse(snapshot, id);
  if (!use) throw new Error(`The emergency access ${id} was not written.`);
  return use;
}

/** A use as a caller sees it: with whether they may review it, or why not. */
export function shownUse(stored: StoredUse, access: CallerAccess): BreakGlassUse {
  const { appId: _, applicationExists: __, ...use } = stored;
  return { ...use, mayReview: mayReview(stored, access) };
}

export const useTarget = ({ id, role, user }: StoredUse) => ({
  kind: 'break-glass',
  id,
  name: `${role.name} by ${user.name}`,
});

function mayReview(use: StoredUse, access: CallerAccess): BreakGlassUse['mayReview'] {
  if (use.state !== 'unreviewed') return 'closed';
  if (use.user.id === access.userId) return 'own_use';
  return access.actor?.kind !== 'client' && reviews(access, use) ? 'yes' : 'not_an_owner';
}
