import { limits } from '@licet/contract';
import type { EndingAccess } from '../store/reminders/reminders.ts';

/** The address of a reminder: for one thing the form to request it again; for several the user's list. */
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

/** The list of what ends, as far ahead as reminders go. Keys of programs are on the first page. */
export const endingPage = (grants: number): string =>
  grants === 0 ? '/' : `/ending?within=${limits.reminderDaysMax.value * 86_400}`;
