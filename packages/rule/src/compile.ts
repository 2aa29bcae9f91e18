import { ADMIN } from './rule.ts';
import { accept, type Token } from './token.ts';

/** The answers of one token, for many questions. It has no clock: check `isValid` too. */
export type Compiled = {
  /** Whether the token lists the permission or the role admin; false if it is malformed. */
  readonly can: (permission: string) => boolean;
  /** Whether the token lists the role; false if it is malformed. */
  readonly hasRole: (role: string) => boolean;
};

/**
 * Prepares a token for many checks in constant time, for a screen or a request. It does not check the validity, which
 * changes with time: `isValid(token, now) && compiled.can(permission)` is `can(token, permission, now)`.
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
