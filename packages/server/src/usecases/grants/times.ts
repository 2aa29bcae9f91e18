import type { Grant } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import type { StoredApplication } from '../../store/applications/applications.ts';
import { findGrant } from '../../store/grants/grants.ts';
import type { Snapshot } from '../../store/kernel/snapshot.ts';
import { inUtc } from '../instants.ts';

/** An instant as the database takes it. @throws Refusal `invalid_request` */
export function requireInstant(instant: string, pointer: string): string {
  const read = inUtc(instant, pointer);
  return typeof read === 'string' ? read : refuse('invalid_request', read.detail, { errors: [read] });
}

/** A grant that can still be changed. @throws Refusal `not_found`, `wrong_state` when it has ended */
export async function requireLasting(snapshot: Snapshot, application: StoredApplication, id: string): Promise<Grant> {
  const grant = await findGrant(snapshot, application.factId, id);
  if (!grant) return refuse('not_found', `${application.name} has no grant with the id ${id}.`);
  if (grant.state === 'expired' || grant.state === 'revoked')
    return refuse('wrong_state', `The grant of ${grant.gives.name} to ${grant.principal.name} is ${grant.state}.`);
  return grant;
}
