import { type AccessStatus, createAccess } from '@licet/client';
import { useSyncExternalStore } from 'react';
import { licet } from './licet.ts';

const access = createAccess(licet);

/** Whether the token is valid now, by the rule. While it is not, the screen is hidden. */
export const useTokenStatus = (): AccessStatus =>
  useSyncExternalStore(access.subscribe, () => access.snapshot().status);
