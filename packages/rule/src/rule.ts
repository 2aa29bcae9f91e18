import { accept, type Token } from './token.ts';

/** The role that implies every permission, in a catalogue or not. */
export const ADMIN = 'admin';

/** An answer with its reason, as plain data. */
export type Decision =
  | { readonly permitted: true; readonly reason: 'admin' | 'listed' }
  /**
   * `malformed`: the token is, or the permission is not a string, or `now` is not a finite number. `incomplete`: the
   * list is separate (`permissions_ref`), so whether it contains the permission is unknown. Fetch it and ask again.
   */
  | { readonly permitted: false; readonly reason: 'not-listed' | 'incomplete' | 'malformed' }
  /** `since`: seconds since the epoch. */
  | { readonly permitted: false; readonly reason: 'expired'; readonly since: number };

/**
 * Whether the token's expiry is in the future: `now < exp`, strictly, without tolerance.
 *
 * @param now seconds since the epoch; anything but a finite number is answered with false.
 * @example
 * import { isValid, readClaims } from '@licet/rule';
 *
 * const token = readClaims({ sub: 'ada', exp: 1000 });
 * isValid(token, 999.9); // true
 * isValid(token, 1000); // false
 * isValid(token, Number.NaN); // false
 */
export const isValid = (token: Token, now: number): boolean => Number.isFinite(now) && now < accept(token).exp;

/**
 * Whether the token lists the role: only membership, names compared exactly, expiry ignored.
 *
 * @example
 * import { hasRole, readClaims } from '@licet/rule';
 *
 * const token = readClaims({ sub: 'ada', roles: ['billing'], exp: 1000 });
 * hasRole(token, 'billing'); // true
 * hasRole(token, 'Billing'); // false
 */
export const hasRole = (token: Token, role: string): boolean => accept(token).roles.includes(role);

/**
 * Whether the token lists the permission: only membership, so false for an admin who does not hold it explicitly, and
 * false if the list is separate (`permissions_ref`). The expiry is ignored. To decide, use `can`.
 *
 * @example
 * import { hasPermission, readClaims } from '@licet/rule';
 *
 * const token = readClaims({ sub: 'ada', roles: ['admin'], permissions: ['invoices.read'], exp: 1000 });
 * hasPermission(token, 'invoices.read'); // true
 * hasPermission(token, 'invoices.refund'); // false
 */
export const hasPermission = (token: Token, permission: string): boolean =>
  accept(token).permissions.includes(permission);

/**
 * Whether the token permits it now: valid, and either admin or listed. Always the same answer as `explain`.
 *
 * @param now seconds since the epoch.
 * @example
 * import { can, readClaims } from '@licet/rule';
 *
 * const token = readClaims({ sub: 'ada', permissions: ['invoices.read'], exp: 1000 });
 * can(token, 'invoices.read', 999); // true
 * can(token, 'invoices.read', 1000); // false
 * can(token, 'invoices.refund', 999); // false
 */
export const can = (token: Token, permission: string, now: number): boolean =>
  explain(token, permission, now).permitted;

/**
 * The decision of `can`, and its reason, the first of these: malformed, expired, admin, listed, incomplete, not-listed.
 *
 * @param now seconds since the epoch.
 * @example
 * import { explain, readClaims } from '@licet/rule';
 *
 * const token = readClaims({ sub: 'ada', permissions: ['invoices.read'], exp: 1000 });
 * explain(token, 'invoices.read', 999); // { permitted: true, reason: 'listed' }
 * explain(token, 'invoices.refund', 999); // { permitted: false, reason: 'not-listed' }
 * explain(token, 'invoices.read', 1060); // { permitted: false, reason: 'expired', since: 1000 }
 */
export const explain = (token: Token, permission: string, now: number): Decision => {
  const known = accept(token);
  if (typeof permission !== 'string' || !Number.isFinite(now) || !Number.isFinite(known.exp))
    return { permitted: false, reason: 'malformed' };
  if (now >= known.exp) return { permitted: false, reason: 'expired', since: known.exp };
  if (known.roles.includes(ADMIN)) return { permitted: true, reason: ADMIN };
  if (known.permissions.includes(permission)) return { permitted: true, reason: 'listed' };
  return { permitted: false, reason: known.permissions_ref === undefined ? 'not-listed' : 'incomplete' };
};
