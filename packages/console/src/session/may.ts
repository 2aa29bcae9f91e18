import type { LicetPermission } from '@licet/contract';
import { useAccess, useAccessStore, usePermission as useAnyPermission } from '@licet/react';
import { useMemo } from 'react';
import { useAsOf } from './as-of.ts';
import { useMe } from './me.ts';

/** Whether the person at the screen holds one of Licet's own permissions; as of another time, of those to read. The server decides again at every call. */
export function usePermission(permission: LicetPermission): boolean {
  const may = useAnyPermission(permission);
  return useAsOf() === undefined ? may : may && isReading(permission);
}

/** Nothing can be changed as of another time, so that nothing offers to. */
const isReading = (permission: LicetPermission) => permission.endsWith('.read');

/** The same, with what only the console knows: that the owners of an application may do in it what a permission allows everywhere. */
export interface May {
  /** The rule, on the console's own access token. */
  readonly may: (permission: LicetPermission) => boolean;
  readonly owns: (application: string) => boolean;
  /** By permission, or by ownership of this application: for the calls whose access is of the kind `application`. */
  readonly mayIn: (permission: LicetPermission, application: string) => boolean;
  readonly ownsAny: boolean;
  /** Whether they hold the role admin of Licet, which implies every permission, and it is now that they look at. */
  readonly isAdmin: boolean;
}

/** `const { mayIn, owns } = useMay()`; another object whenever an answer may have changed. */
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
