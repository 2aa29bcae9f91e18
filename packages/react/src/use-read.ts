'use client';

import type { Access } from '@licet/client';
import { useSyncExternalStore } from 'react';

/** Renders again when, and only when, the value read from the access changes. */
export const useRead = <Value>(access: Access, read: (access: Access) => Value): Value =>
  useSyncExternalStore(
    access.subscribe,
    () => read(access),
    () => read(access.atServer ?? access),
  );
