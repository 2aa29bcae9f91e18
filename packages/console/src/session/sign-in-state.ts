import { type AccessStatus, createAccess, type SignInState } from '@licet/client';
import { useSyncExternalStore } from 'react';
import { licet } from './licet.ts';

/** The current state of the sign-in, whereas screens render by the last token. */
export const useSignInState = (): SignInState => useSyncExternalStore(licet.subscribe, licet.current);

const access = createAccess(licet);

/** Whether the token is currently valid, by the access rule. If not, a cover hides the screen. */
export const useTokenStatus = (): AccessStatus =>
  useSyncExternalStore(access.subscribe, () => access.snapshot().status);
