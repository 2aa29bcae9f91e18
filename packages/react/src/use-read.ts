'use client';

import type { Access } from '@licet/client';
import { useSyncExternalStore } from 'react';

/** Re-renders only when the value that `read` returns changes. */
export const useRead = <Value>(access: Access, read: (access: Access) => Value): Value =>
  useSyncExternalStore(
    access.subscribe,
    () => read(access),
    () => read(access.atServer ?? access),
  );
