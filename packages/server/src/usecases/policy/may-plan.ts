import { refuse } from '../../refusal.ts';
import type { CallerAccess } from '../authorise.ts';

/** Who is named, and what they sign in with, is for those to see who may see users. @throws Refusal `forbidden` */
export function requireMayPlan(access: CallerAccess): void {
  if (access.can('users.read')) return;
  refuse('forbidden', 'A plan names people. This needs the permission users.read of Licet.', {
    permission: 'users.read',
  });
}
