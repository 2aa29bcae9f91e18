'use client';

import type { Access } from '@licet/client';
import { useContext } from 'react';
import { AccessContext } from './access-provider.ts';

/** The store of the nearest provider, for code that asks outside of rendering, such as a router. */
export const useAccessStore = (): Access => useContext(AccessContext);
