import type { LicetPermission } from '@licet/contract';
import { useMemo } from 'react';
import { useMe } from './me.ts';
import { useStanding } from './standing.ts';

/** What the person at the screen may do in Licet itself. The server decides again at every call. */
export interface May {
  /** The rule, on the console's own access token. */
  readonly may: (permission: LicetPermission) => boolean;
  /** Whether they own the application (its owners may do in it what the permission allows everywhere). */
  readonly owns: (application: string) => boolean;
  /** By permission, or by ownership of this application: for the calls whose access is of the kind `application`. */
  readonly mayIn: (permission: LicetPermission, application: string) => boolean;
  /** Whether they own any application. */
  readonly ownsAny: boolean;
  /** Whether they hold the role admin of Licet, which implies every permission. */
  readonly isAdmin: boolean;
}

/** `const { may, owns, isAdmin } = useMay()`. Renewals of the token, and its end, reach the screen by themselves. */
export function useMay(): May {
  const standing = useStanding();
  const me = useMe();
  return useMemo(() => {
    const owned = new Set(standing.token === null ? [] : me?.owns);
    const may = (permission: LicetPermission) => standing.can(permission);
    const owns = (application: string) => owned.has(application);
    return {
      may,
      owns,
      mayIn: (permission, application) => may(permission) || owns(application),
      ownsAny: owned.size > 0,
      isAdmin: standing.isAdmin,
    };
  }, [standing, me]);
}
