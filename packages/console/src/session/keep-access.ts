import type { AccessSource, SignInState } from '@licet/client';
import { decode } from '@licet/rule';

/**
 * Returns an access source for rendering. It keeps the last token until a newer one arrives, even after its expiry.
 * Otherwise an ended session or a lost network would unmount the screen and discard input. The old token grants
 * nothing, because every API call needs a valid token. A cover hides the screen if the session has ended or the renewal
 * takes long.
 */
export function keepAccess(source: AccessSource): AccessSource {
  let lastState: SignInState | undefined;
  let latest = Number.POSITIVE_INFINITY;
  return {
    ...source,
    current: () => {
      const signInState = source.current();
      if (signInState.status === 'held' && signInState !== lastState) {
        lastState = signInState;
        latest = expiryOf(signInState.token) - MARGIN_S;
      }
      return lastState ?? signInState;
    },
    now: () => Math.min(source.now?.() ?? Date.now() / 1000, latest),
  };
}

const MARGIN_S = 60;

function expiryOf(token: unknown): number {
  try {
    return typeof token === 'string' ? decode(token).exp : Number.POSITIVE_INFINITY;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
