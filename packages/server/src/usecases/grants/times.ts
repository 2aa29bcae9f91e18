import type { Grant } from '@licet/contract';
import { refuse, refuseFault } from '../../refusal.ts';
import type { StoredApplication } from '../../store/applications/applications.ts';
import { findGrant } from '../../store/grants/grants.ts';
import type { Snapshot } from '../../store/kernel/snapshot.ts';
import { inUtc } from '../instants.ts';

/** An instant as the database takes it. @throws Refusal `invalid_request` */
export function requireInstant(instant: string, pointer: string): string {
  const read = inUtc(instant, pointer);
  return typeof read === 'string' ? read : refuseFault('invalid_request', read);
}

/** A grant that can still be changed. @throws Refusal `not_found`, `wrong_state` when it has ended */
export async function requireLasting(snapshot: Snapshot, application: StoredApplication, id: string): Promise<Grant> {
  const grant = await findGrant(snapshot, application.factId, id);
  if (!grant) return refuse('not_found', 'grant_unknown', { application: application.name, id });
  const { state, gives, principal } = grant;
  if (state === 'expired' || state === 'revoked')
    refuse('wrong_state', 'grant_ended', { gives: gives.name, principal: principal.name, state });
  return grant;
}
