'use client';

import type { Access } from '@licet/client';
import { useContext } from 'react';
import { AccessContext } from './access-provider.ts';

/** Returns the store of the nearest provider, for code that checks access outside of rendering, such as a router. */
export const useAccessStore = (): Access => useContext(AccessContext);
