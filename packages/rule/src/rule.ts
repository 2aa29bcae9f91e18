import { at, type On } from './on.ts';
import type { Token } from './token.ts';

/** The role that includes every permission, even permissions that are not in the catalogue. */
export const ADMIN = 'admin';

/** A decision with its reason, as plain data. */
export type Decision =
  | { readonly permitted: true; readonly reason: 'admin' | 'listed' }
  /**
   * `malformed`: the token is malformed, the permission is not a string, `now` is not a finite number, or `on` is
   * neither a string nor a list of strings.
   *
   * `incomplete`: a list is separate (`permissions_ref`, or `on_ref` for a question about a resource), so it is unknown
   * whether it contains the permission. Fetch the list and check again.
   */
  | { readonly permitted: false; readonly reason: 'not-listed' | 'incomplete' | 'malformed' }
  /** `since` is in seconds since the epoch. */
  | { readonly permitted: false; readonly reason: 'expired'; readonly since: number };

/**
 * Returns whether the token expires in the future: `now < exp`, without tolerance.
 *
 * @param now seconds since the epoch; the result is false unless this is a finite number
 * @example
 * import { isValid, readClaims } from '@licet/rule';
 *
 * const token = readClaims({ sub: 'ada', exp: 1000 });
 * isValid(token, 999.9); // true
 * isValid(token, 1000); // false
 * isValid(token, Number.NaN); // false
 */
export const isValid = (token: Token, now: number): boolean => Number.isFinite(now) && now < at(token).exp;

/**
 * Returns whether the token contains the role. Names are compared exactly. The expiry is ignored.
 *
 * @example
 * import { hasRole, readClaims } from '@licet/rule';
 *
 * const token = readClaims({ sub: 'ada', roles: ['billing'], exp: 1000 });
 * hasRole(token, 'billing'); // true
 * hasRole(token, 'Billing'); // false
 */
export const hasRole = (token: Token, role: string): boolean => at(token).roles.includes(role);

/**
 * Returns whether the token's own list contains the permission. Returns false for an admin whose list lacks the
 * permission, and if the list is separate (`permissions_ref`). The expiry is ignored. For decisions, use `can`.
 *
 * @example
 * import { hasPermission, readClaims } from '@licet/rule';
 *
 * const token = readClaims({ sub: 'ada', roles: ['admin'], permissions: ['invoices.read'], exp: 1000 });
 * hasPermission(token, 'invoices.read'); // true
 * hasPermission(token, 'invoices.refund'); // false
 */
export const hasPermission = (token: Token, permission: string): boolean => at(token).permissions.includes(permission);

/**
 * Returns whether the token permits the action now. The token must be valid, and contain the permission or the role
 * admin. The result always equals that of `explain`.
 *
 * @param now seconds since the epoch
 * @param on the resource in question and what it lies in, as for `at`; without it, only what holds everywhere counts
 * @example
 * import { can, readClaims } from '@licet/rule';
 *
 * const token = readClaims({ sub: 'ada', permissions: ['invoices.read'], exp: 1000 });
 * can(token, 'invoices.read', 999); // true
 * can(token, 'invoices.read', 1000); // false
 * can(token, 'invoices.refund', 999); // false
 */
export const can = (token: Token, permission: string, now: number, on?: On): boolean =>
  explain(token, permission, now, on).permitted;

/**
 * Returns the decision of `can` with its reason. The reason is the first that applies: malformed, expired, admin,
 * listed, incomplete, not-listed.
 *
 * @param now seconds since the epoch
 * @param on the resource in question and what it lies in, as for `at`
 * @example
 * import { explain, readClaims } from '@licet/rule';
 *
 * const token = readClaims({ sub: 'ada', permissions: ['invoices.read'], exp: 1000 });
 * explain(token, 'invoices.read', 999); // { permitted: true, reason: 'listed' }
 * explain(token, 'invoices.refund', 999); // { permitted: false, reason: 'not-listed' }
 * explain(token, 'invoices.read', 1060); // { permitted: false, reason: 'expired', since: 1000 }
 */
export const explain = (token: Token, permission: string, now: number, on?: On): Decision => {
  const known = at(token, on);
  if (!(typeof permission === 'string' && Number.isFinite(now) && Number.isFinite(known.exp)))
    return { permitted: false, reason: 'malformed' };
  if (known.exp <= now) return { permitted: false, reason: 'expired', since: known.exp };
  if (known.roles.includes(ADMIN)) return { permitted: true, reason: ADMIN };
  if (known.permissions.includes(permission)) return { permitted: true, reason: 'listed' };
  return {
    permitted: false,
    reason: (known.permissions_ref ?? known.on_ref) === undefined ? 'not-listed' : 'incomplete',
  };
};
