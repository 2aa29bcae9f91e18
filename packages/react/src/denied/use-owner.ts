'use client';

import type { Access } from '@licet/client';
import { useEffect, useRef, useState } from 'react';
import { ownerOf } from '../token-claims.ts';
import { forgetTyped } from '../typed-text.ts';
import { useRead } from '../use-read.ts';

/** The owner of what is typed, the last one while a token is on its way. When their session ends, what they typed is forgotten. */
export const useOwner = (access: Access): string | undefined => {
  const present = useRead(access, ownerOf);
  const out = useRead(access, ({ snapshot }) => snapshot().status === 'signed-out');
  const [owner, setOwner] = useState(present);
  const next = out ? undefined : (present ?? owner);
  if (next !== owner) setOwner(next);
  const before = useRef(next);
  useEffect(() => {
    if (before.current !== undefined && before.current !== next) forgetTyped();
    before.current = next;
  }, [next]);
  return next;
};
