import type { NewDemand } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import type { Snapshot } from '../../store/kernel/snapshot.ts';
import { missingOf } from '../../store/policy/policy.ts';

/**
 * The groups and roles of a policy's demands must exist.
 * @throws Refusal `not_found`
 */
export async function requireKnown({ connection }: Snapshot, demands: readonly NewDemand[]): Promise<void> {
  const missing = await missingOf(connection, demands);
  if (missing && missing.of.kind !== 'everybody')
    refuse('not_found', 'required_unknown', { kind: missing.of.kind, id: missing.of.id });
}
