import type { NewDemand } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import type { Snapshot } from '../../store/kernel/snapshot.ts';
import { missingOf } from '../../store/policy/policy.ts';
import type { CallerAccess } from '../authorise.ts';

/**
 * Names and sign-in methods of users are for callers who may see users.
 * @throws Refusal `forbidden`
 */
export function requireMayPlan(access: CallerAccess): void {
  if (access.can('users.read')) return;
  refuse('forbidden', 'policy_plan_names_users', {}, { permission: 'users.read' });
}

/**
 * The users affected by demands on a group or a role are its members or holders: they are named only to callers who
 * may see those too.
 */
export const mayNameThem = (access: CallerAccess, demands: readonly NewDemand[]): boolean =>
  demands.every(({ of }) => of.kind === 'everybody' || access.can(of.kind === 'group' ? 'groups.read' : 'access.read'));

/**
 * The groups and roles of a policy's demands must exist.
 * @throws Refusal `not_found`
 */
export async function requireKnown({ connection }: Snapshot, demands: readonly NewDemand[]): Promise<void> {
  const missing = await missingOf(connection, demands);
  if (missing && missing.of.kind !== 'everybody')
    refuse('not_found', 'required_unknown', { kind: missing.of.kind, id: missing.of.id });
}
