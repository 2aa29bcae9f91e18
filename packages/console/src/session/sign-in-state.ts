import { type AccessStatus, createAccess, type SignInState } from '@licet/client';
import { useSyncExternalStore } from 'react';
import { licet } from './licet.ts';

/** The current state of the sign-in, whereas screens render by the last token. */
export const useSignInState = (): SignInState => useSyncExternalStore(licet.subscribe, licet.current);

const access = createAccess(licet);

/** The state of the current token, by the access rule. A cover hides the screen if it is not renewed in time. */
export const useTokenStatus = (): AccessStatus =>
  useSyncExternalStore(access.subscribe, () => access.snapshot().status);
