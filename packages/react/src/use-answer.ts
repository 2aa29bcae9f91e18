'use client';

import type { Access } from '@licet/client';
import { useContext, useSyncExternalStore } from 'react';
import { AccessContext } from './access-provider.ts';
import { noteNames } from './unknown-names.ts';

/** Renders again when, and only when, the answer to `ask` changes. What throws is answered with no. */
export const useAnswer = (ask: (access: Access) => boolean): boolean => {
  const access = useContext(AccessContext);
  const read =
    (asked = access) =>
    () => {
      try {
        return ask(asked);
      } catch {
        return false;
      }
    };
  if (process.env.NODE_ENV !== 'production') noteNames(access, ask);
  // Not by `useRead`, which what is loaded late shares: bundlers that do not split would wrap it.
  return useSyncExternalStore(access.subscribe, read(), read(access.atServer));
};
