import type { SignInState } from '@licet/client';
import { useSyncExternalStore } from 'react';
import { licet } from './licet.ts';

/** What the sign-in itself holds now, where the screens go by what was held last. */
export const useSignInState = (): SignInState => useSyncExternalStore(licet.subscribe, licet.current);
