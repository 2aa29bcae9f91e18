import type { NewDemand } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import type { CallerAccess } from '../authorise.ts';

/** Who is named, and what they sign in with, is for those to see who may see users. @throws Refusal `forbidden` */
export function requireMayPlan(access: CallerAccess): void {
  if (access.can('users.read')) return;
  refuse('forbidden', 'policy_plan_names_users', {}, { permission: 'users.read' });
}

/** Whom rules touch that demand something of a group or a role tells who is in that group, or holds that role: it is named for those alone who may see that too. */
export const mayNameThem = (access: CallerAccess, demands: readonly NewDemand[]): boolean =>
  demands.every(({ of }) => of.kind === 'everybody' || access.can(of.kind === 'group' ? 'groups.read' : 'access.read'));
