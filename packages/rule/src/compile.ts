import { at, type On } from './on.ts';
import { ADMIN } from './rule.ts';
import type { Token } from './token.ts';

/** The results of one token for many checks. They ignore the expiry, so check `isValid` too. */
export type Compiled = {
  /** Returns whether the token contains the permission or the role admin. Returns false if the token is malformed. */
  readonly can: (permission: string) => boolean;
  /** Returns whether the token contains the role. Returns false if the token is malformed. */
  readonly hasRole: (role: string) => boolean;
};

/** The results of a token everywhere, and on each resource. */
export type CompiledToken = Compiled & {
  /**
   * Prepares `at(token, on)`. Its time grows with the length of the token, so keep the result for all questions about
   * one resource.
   */
  readonly at: (on?: On) => Compiled;
};

/**
 * Prepares a token for many checks in constant time, for a screen or a request. The result ignores the expiry,
 * because validity changes with time. `isValid(token, now) && compiled.at(on).can(permission)` equals `can(token,
 * permission, now, on)`.
 *
 * @example
 * import { compile, readClaims } from '@licet/rule';
 *
 * const compiled = compile(readClaims({ sub: 'ada', roles: ['billing'], permissions: ['invoices.read'], exp: 1000 }));
 * compiled.can('invoices.read'); // true
 * compiled.can('invoices.refund'); // false
 * compiled.hasRole('billing'); // true
 * compiled.at('shop:berlin').can('invoices.refund'); // false
 */
export const compile = (token: Token): CompiledToken => ({
  ...prepare(at(token)),
  at: (on) => prepare(at(token, on)),
});

const prepare = (token: Token): Compiled => {
  const roles = new Set(token.roles);
  const permissions = new Set(token.permissions);
  return {
    can: roles.has(ADMIN)
      ? (permission) => typeof permission === 'string'
      : (permission) => permissions.has(permission),
    hasRole: (role) => roles.has(role),
  };
};

declare global {
  /**
   * The names in an application's catalogue. `licet types` declares them, and then any other name does not compile.
   * Without a declaration, every string is a valid name.
   */
  interface LicetNames {}
}

type Name<Kind extends string> = LicetNames extends Record<Kind, infer Names extends string> ? Names : string;

/**
 * The name of a permission. If `licet types` has declared the catalogue, only its names are valid; otherwise any
 * string is.
 */
export type PermissionName = Name<'permission'>;

/** The name of a role. Every application has the role `admin`. */
export type RoleName = Name<'role'>;

/** The name of a resource, such as `shop:berlin`. If `licet types` has declared the catalogue, it must be `type:id`. */
export type ResourceName = Name<'resource'>;
