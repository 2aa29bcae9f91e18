'use client';

import type { PermissionName, RoleName } from '@licet/rule';
import { useAnswer } from './use-answer.ts';
import { holds } from './wants.ts';

export interface Mode {
  /** For several names: whether `all` are required (the default) or `any` one suffices. */
  readonly mode?: 'all' | 'any';
}

/**
 * Whether the token permits it: valid, and admin or listed. An empty list permits nothing.
 *
 * @example
 * const mayRefund = usePermission('invoices.refund');
 * const mayReadSome = usePermission(['invoices.read', 'payments.read'], { mode: 'any' });
 */
export const usePermission = (names: PermissionName | readonly PermissionName[], { mode }: Mode = {}): boolean =>
  useAnswer(({ can }) => holds(can, names, mode === 'any'));

/**
 * Whether the token is valid and lists the role. The role `admin` does not imply other roles.
 *
 * @example
 * const isController = useRole('controller');
 */
export const useRole = (names: RoleName | readonly RoleName[], { mode }: Mode = {}): boolean =>
  useAnswer(({ hasRole }) => holds(hasRole, names, mode === 'any'));
