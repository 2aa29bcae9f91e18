import { limits } from '@licet/contract';
import type { EndingAccess } from './templates.ts';

/** Where a reminder leads: of one thing alone to asking for it again, begun; of several to all that the person has. */
export function toAskAgain(
  grants: readonly EndingAccess[],
  more: number,
  again: string,
  all: string,
): { readonly button: string; readonly page: string } {
  const [only] = grants;
  if (!only?.again || grants.length + more !== 1) return { button: all, page: '/me?tab=access' };
  const { application, role, permission } = only.again;
  const asked = new URLSearchParams({ view: 'mine', add: '1', application, renews: only.id });
  if (role) asked.set('role', role);
  else asked.set('permission', permission ?? '');
  return { button: again, page: `/requests?${asked}` };
}

/** Where what ends is looked at: its list, as far ahead as anybody is reminded. Keys of programs stand on the first page. */
export const endingPage = (grants: number): string =>
  grants === 0 ? '/' : `/ending?within=${limits.reminderDaysMax.value * 86_400}`;
