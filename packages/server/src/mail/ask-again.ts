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
