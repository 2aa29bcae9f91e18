import type { NewDemand } from '@licet/contract';
import { refuse } from '../../refusal.ts';
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
