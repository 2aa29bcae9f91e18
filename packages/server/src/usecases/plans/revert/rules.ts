import type { Snapshot } from '../../../store/kernel/snapshot.ts';
import type { CallerAccess } from '../../authorise.ts';
import { turnExceptions } from './exceptions.ts';
import type { Work } from './parts.ts';
import { renameInPolicies, turnPolicies } from './policies.ts';
import { renameInSeparations, turnSeparations } from './separations.ts';

/** How roles are given, and what is kept apart: after all grants are back, for these were made when something else held. */
export async function turnRules(work: Work, snapshot: Snapshot, access: CallerAccess): Promise<void> {
  turnPolicies(work, access);
  await renameInPolicies(work, snapshot, access);
  await turnSeparations(work, snapshot);
  await renameInSeparations(work, snapshot, access);
  await turnExceptions(work, snapshot);
}
