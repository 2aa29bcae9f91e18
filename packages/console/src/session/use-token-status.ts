import { type AccessStatus, createAccess } from '@licet/client';
import { useSyncExternalStore } from 'react';
import { licet } from './licet.ts';

const access = createAccess(licet);

/** Whether the token is valid at this moment, by the rule. While it is not, nothing of a screen is shown. */
export const useTokenStatus = (): AccessStatus =>
  useSyncExternalStore(access.subscribe, () => access.snapshot().status);
