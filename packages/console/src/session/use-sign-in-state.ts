import type { SignInState } from '@licet/client';
import { useSyncExternalStore } from 'react';
import { licet } from './licet.ts';

/** The present state of the sign-in itself; the screens render by the last token. */
export const useSignInState = (): SignInState => useSyncExternalStore(licet.subscribe, licet.current);
