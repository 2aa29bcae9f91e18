import type { Access } from '@licet/contract';

/** What somebody gets that they do not have yet. */
export type GrantEffect =
  /** Holds admin already: the rule permits everything, whatever is granted. */
  | { kind: 'admin' }
  /** Would get admin, and everything with it. */
  | { kind: 'becomes-admin' }
  /** These are new to them; `kept` they have already. */
  | { kind: 'gains'; gained: readonly string[]; kept: number }
  /** They have all of it already. */
  | { kind: 'keeps'; kept: number }
  /** Too many permissions to compare one by one. */
  | { kind: 'unknown'; brings: number };

/** What the grant brings: the names of its permissions, as far as they were read. */
export interface Brought {
  admin: boolean;
  permissions: readonly string[];
  /** There are more than were read. */
  more: boolean;
  total: number;
}

/** What the user holds now, as far as it is known. */
export interface HeldNow {
  admin: boolean;
  permissions: readonly string[];
  more: boolean;
}

/** Which of what the grant brings are new to one user. Says so when it cannot know. */
export function effectOfGrant(brought: Brought, held: HeldNow): GrantEffect {
  if (held.admin) return { kind: 'admin' };
  if (brought.admin) return { kind: 'becomes-admin' };
  if (brought.more || held.more) return { kind: 'unknown', brings: brought.total };
  const has = new Set(held.permissions);
  const gained = brought.permissions.filter((name) => !has.has(name));
  const kept = brought.permissions.length - gained.length;
  return gained.length === 0 ? { kind: 'keeps', kept } : { kind: 'gains', gained, kept };
}

/** What a user holds, from the token that they would get; without the list when it is too long for a token. */
export function heldNow(access: Access): HeldNow {
  const { claims, byReference } = access.token;
  return { admin: access.admin, permissions: claims.permissions, more: byReference };
}
