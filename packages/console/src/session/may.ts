import type { LicetPermission } from '@licet/contract';
import { useAccess, useAccessStore, usePermission as useAnyPermission } from '@licet/react';
import { useMemo } from 'react';
import { useAsOf } from './as-of.ts';
import { useMe } from './me.ts';

/**
 * Whether the signed-in user has a permission of Licet. For a past or future instant, only read permissions count. The
 * server checks again in every call.
 */
export function usePermission(permission: LicetPermission): boolean {
  const may = useAnyPermission(permission);
  return useAsOf() === undefined ? may : may && isReading(permission);
}

/** Nothing can be changed at another instant, so permissions to change something count as missing. */
const isReading = (permission: LicetPermission) => permission.endsWith('.read');

/**
 * The rights of the signed-in user. The access rule does not cover ownership: in their own application, owners may do
 * whatever a permission allows in all applications.
 */
export interface May {
  /** Whether the console's own access token contains the permission, according to the access rule. */
  readonly may: (permission: LicetPermission) => boolean;
  readonly owns: (application: string) => boolean;
  /**
   * Whether the user has the permission or owns the application. Use it for calls whose access kind is `application`.
   */
  readonly mayIn: (permission: LicetPermission, application: string) => boolean;
  readonly ownsAny: boolean;
  /**
   * Whether the user holds Licet's role admin, which implies every permission. False while a past or future instant is
   * shown.
   */
  readonly isAdmin: boolean;
}

/** `const { mayIn, owns } = useMay()`. Returns a new object whenever an answer may have changed. */
export function useMay(): May {
  const { can } = useAccessStore();
  const access = useAccess();
  const me = useMe();
  const now = useAsOf() === undefined;
  return useMemo(() => {
    const owned = new Set(access.user === undefined ? [] : me?.owns);
    const may = (permission: LicetPermission) => can(permission) && (now || isReading(permission));
    const owns = (application: string) => owned.has(application);
    return {
      may,
      owns,
      mayIn: (permission, application) => may(permission) || (owns(application) && (now || isReading(permission))),
      ownsAny: owned.size > 0,
      isAdmin: now && access.roles.includes('admin'),
    };
  }, [can, access, me, now]);
}
