import { type AccessStatus, createAccess, type SignInState } from '@licet/client';
import { useSyncExternalStore } from 'react';
import { licet } from './licet.ts';

/** The current state of the sign-in. Screens do not use it: they render from the last token, even after its expiry. */
export const useSignInState = (): SignInState => useSyncExternalStore(licet.subscribe, licet.current);

const access = createAccess(licet);

/** The id of the user whose token the page holds. */
export const heldUser = (): string | undefined => access.snapshot().token?.sub;

/** The state of the current token. A cover hides the screen if the token is not renewed in time. */
export const useTokenStatus = (): AccessStatus =>
  useSyncExternalStore(access.subscribe, () => access.snapshot().status);
