'use client';

import type { PermissionName, RoleName } from '@licet/rule';
import type { ReactNode } from 'react';
import { useAnswer } from './use-answer.ts';
import { isSatisfied, permits, type Wants, type Where } from './wants.ts';

export interface Mode extends Where {
  /** For several names: whether `all` names are required (the default) or `any` of them. */
  readonly mode?: 'all' | 'any';
}

/**
 * Returns whether the token is valid, and contains the permission or the role admin. Returns false for an empty list.
 *
 * @example
 * const mayRefund = usePermission('invoices.refund');
 * const mayReadSome = usePermission(['invoices.read', 'payments.read'], { mode: 'any' });
 */
export const usePermission = (names: PermissionName | readonly PermissionName[], { mode, on }: Mode = {}): boolean =>
  useAnswer((access) => isSatisfied(access.at(on).can, names, mode === 'any'));

/**
 * Returns whether the token is valid and contains the role. The role `admin` does not include other roles.
 *
 * @example
 * const isController = useRole('controller');
 */
export const useRole = (names: RoleName | readonly RoleName[], { mode, on }: Mode = {}): boolean =>
  useAnswer((access) => isSatisfied(access.at(on).hasRole, names, mode === 'any'));

export type CanProps = Wants & {
  readonly children?: ReactNode;
  /** Rendered instead of the children while the requirement is not satisfied. */
  readonly fallback?: ReactNode;
};

/**
 * Renders its children while the token satisfies the requirement.
 *
 * @example
 * <Can permission="invoices.refund" fallback="Ask the accounts department for a refund.">
 *   <button type="button">Refund</button>
 * </Can>
 */
export const Can = ({ children, fallback, ...wants }: CanProps): ReactNode =>
  useAnswer((access) => permits(access, wants)) ? children : fallback;
