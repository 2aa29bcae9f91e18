import type { AccessStatus } from '@licet/client';
import { useEffect, useState } from 'react';

/**
 * Whether the cover hides the screen. It takes the focus, so during a short renewal it would swallow the key that the
 * user presses; it appears only when the renewal takes longer. After a sign-out it appears immediately, and stays until
 * a token is valid, because another user may sign in from another tab.
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

/** A token of access that ends is renewed up to 1.2 s after its expiry (`dueAt` of the client); the rest is for the answer. */
const RENEWAL_MS = 2000;
