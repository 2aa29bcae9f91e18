import type { Review } from '@licet/contract';
import { words } from './words.ts';

/** What a review is about, in words. */
export function scopeText({ scope }: Pick<Review, 'scope'>): string {
  const { kind, application, role, permission, group, principal, q } = scope;
  if (kind === 'application') return words.scopes.application(application?.name ?? words.gone);
  if (kind === 'role') return words.scopes.role(role?.name ?? words.gone, application?.name ?? words.gone);
  if (kind === 'group') return words.scopes.group(group?.name ?? words.gone);
  const parts = [application?.name, role?.name, permission?.name, principal?.name, q].filter((part) => part != null);
  return words.scopes.filter(parts.length > 0 ? parts.join(', ') : words.everything);
}
