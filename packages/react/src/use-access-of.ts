'use client';

import type { Access, AccessSource, AccessStatus, Profile } from '@licet/client';
import { useMemo } from 'react';
import { useRead } from './use-read.ts';

/** The signed-in user and the content of the token. The object stays the same until its content changes. */
export interface CurrentAccess {
  readonly status: AccessStatus;
  /** The user's id (`sub`), even after the token has expired. */
  readonly user: string | undefined;
  /**
   * The name, e-mail address and picture of the signed-in user. Undefined without a user, or if the source has no
   * profiles.
   */
  readonly profile: Profile | undefined;
  /**
   * Empty unless the status is `valid`. For decisions, use `usePermission`, because `admin` includes unlisted
   * permissions.
   */
  readonly roles: readonly string[];
  /** Empty unless the status is `valid`. */
  readonly permissions: readonly string[];
  /** Seconds since the epoch. */
  readonly expiresAt: number | undefined;
  /** Undefined if the source has no sign-in. */
  readonly signIn: AccessSource['signIn'];
  readonly signOut: AccessSource['signOut'];
  readonly refresh: AccessSource['refresh'];
}

/** Like `useAccess`, for a given store. */
export const useAccessOf = (access: Access): CurrentAccess => {
  const snapshot = useRead(access, (read) => read.snapshot());
  return useMemo(() => {
    const { status, token } = snapshot;
    const { signIn, signOut, refresh } = access.source;
    const valid = status === 'valid' ? token : undefined;
    return {
      status,
      user: status === 'malformed' ? undefined : token?.sub,
      profile: token && access.source.profile?.(),
      roles: valid?.roles ?? NONE,
      permissions: valid?.permissions ?? NONE,
      expiresAt: token?.exp,
      signIn: signIn && ((options) => signIn.call(access.source, options)),
      signOut: signOut && (() => signOut.call(access.source)),
      refresh: refresh && (() => refresh.call(access.source)),
    };
  }, [access, snapshot]);
};

const NONE: readonly string[] = [];
