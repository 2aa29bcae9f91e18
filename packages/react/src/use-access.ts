'use client';

import type { Access } from '@licet/client';
import { useContext } from 'react';
import { AccessContext } from './access-provider.ts';
import { type CurrentAccess, useAccessOf } from './use-access-of.ts';

/**
 * Returns the signed-in user and the content of the token. The object stays the same until its content changes.
 *
 * @example
 * const { status, profile, signIn, signOut } = useAccess();
 * const greeting = status === 'valid' ? `Hello, ${profile?.name ?? 'there'}` : 'Hello';
 */
export const useAccess = (): CurrentAccess => useAccessOf(useContext(AccessContext));

/** Returns the store of the nearest provider, for code that checks access outside of rendering, such as a router. */
export const useAccessStore = (): Access => useContext(AccessContext);
