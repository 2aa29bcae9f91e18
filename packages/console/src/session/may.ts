import type { LicetPermission } from '@licet/contract';
import { useAccess, useAccessStore, usePermission as useAnyPermission } from '@licet/react';
import { useMemo } from 'react';
import { useAsOf } from './as-of.ts';
import { useMe } from './me.ts';

/**
 * Whether the signed-in user holds a permission of Licet; for another instant only those to read. The server decides
 * again at every call.
 */
export function usePermission(permission: LicetPermission): boolean {
  const may = useAnyPermission(permission);
  return useAsOf() === undefined ? may : may && isReading(permission);
}

/** For another instant nothing can be changed, so no permission to change is reported. */
const isReading = (permission: LicetPermission) => permission.endsWith('.read');

/**
 * The same, plus ownership, which only the console knows: owners may do in their application what a permission allows
 * everywhere.
 */
export interface May {
  /** By the rule, with the console's own access token. */
  readonly may: (permission: LicetPermission) => boolean;
  readonly owns: (application: string) => boolean;
  /** By permission, or by ownership of this application: for calls whose access is of the kind `application`. */
  readonly mayIn: (permission: LicetPermission, application: string) => boolean;
  readonly ownsAny: boolean;
  /**
   * Whether the user holds the role admin of Licet, which implies every permission, and the console shows the present.
   */
  readonly isAdmin: boolean;
}

/** `const { mayIn, owns } = useMay()`; a new object whenever an answer may have changed. */
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
