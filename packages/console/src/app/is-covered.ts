import type { AccessStatus } from '@licet/client';
import { useEffect, useState } from 'react';

/**
 * Returns whether the cover hides the screen.
 * - During a renewal the cover appears only after a delay. It takes the focus, so it would swallow the key that the
 *   user presses.
 * - After a sign-out it appears immediately and stays until a token is valid, because another user may sign in from
 *   another tab.
 */
export function useIsCovered(status: AccessStatus): boolean {
  const renews = status === 'expired' || status === 'loading';
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!renews) return;
    const timer = setTimeout(() => setLate(true), RENEWAL_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [renews]);
  const [wasCovered, setCovered] = useState(false);
  const isCovered = status !== 'valid' && (wasCovered || isLate || !renews);
  if (isCovered !== wasCovered) setCovered(isCovered);
  return isCovered;
}

/**
 * A renewal starts at most 1.2 s after the access token expires (`dueAt` in the client library). The rest of this delay
 * is for the server's answer.
 */
const RENEWAL_MS = 2000;
