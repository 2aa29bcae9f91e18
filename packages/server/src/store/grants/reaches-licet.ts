import { licetApplication } from '@licet/contract';
import { groupAndAbove } from '../groups/memberships.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { grantedApplications } from './grants.ts';

/** Whether a user or a program has access to Licet itself, or will have it. */
export async function reachesLicet(snapshot: Snapshot, { id }: { readonly id: string }): Promise<boolean> {
  return (await grantedApplications(snapshot, await groupAndAbove(snapshot, id))).includes(licetApplication);
}
