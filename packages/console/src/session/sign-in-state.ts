import { type AccessStatus, createAccess, type SignInState } from '@licet/client';
import { useSyncExternalStore } from 'react';
import { licet } from './licet.ts';

/** The present state of the sign-in itself; the screens render by the last token. */
export const useSignInState = (): SignInState => useSyncExternalStore(licet.subscribe, licet.current);

const access = createAccess(licet);

/** Whether the token is valid now, by the rule. While it is not, the screen is hidden. */
export const useTokenStatus = (): AccessStatus =>
  useSyncExternalStore(access.subscribe, () => access.snapshot().status);
