import { ADMIN } from './rule.ts';
import { accept, type Token } from './token.ts';

/** Answers from one token, for many questions. It has no clock: check `isValid` too. */
export type Compiled = {
  /** Admin or listed; false when the token is malformed. */
  readonly can: (permission: string) => boolean;
  /** Membership only; false if the token is malformed. */
  readonly hasRole: (role: string) => boolean;
};

/**
 * Prepares a token for many checks in constant time, on a screen or for one request. Validity is not looked at, for it
 * changes by itself: `isValid(token, now) && compiled.can(permission)` is `can(token, permission, now)`.
 *
 * @example
 * import { compile, readClaims } from '@licet/rule';
 *
 * const compiled = compile(readClaims({ sub: 'ada', roles: ['billing'], permissions: ['invoices.read'], exp: 1000 }));
 * compiled.can('invoices.read'); // true
 * compiled.can('invoices.refund'); // false
 * compiled.hasRole('billing'); // true
 */
export const compile = (token: Token): Compiled => {
  const known = accept(token);
  const roles = new Set(known.roles);
  const permissions = new Set(known.permissions);
  return {
    can: roles.has(ADMIN)
      ? (permission) => typeof permission === 'string'
      : (permission) => permissions.has(permission),
    hasRole: (role) => roles.has(role),
  };
};
