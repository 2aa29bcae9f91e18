import type { AccessSource, SignInState } from '@licet/client';
import { decode } from '@licet/rule';

/**
 * The access by which screens render. Unlike the source, it keeps the last token until a newer one arrives, even after
 * its expiry, so that an ended session or a lost network discards no input. The old token grants nothing: every call
 * needs a valid token, and a cover hides the screen when the session has ended or the renewal takes long.
 */
export function keepAccess(source: AccessSource): AccessSource {
  let shown: SignInState | undefined;
  let latest = Number.POSITIVE_INFINITY;
  return {
    ...source,
    current: () => {
      const signInState = source.current();
      if (signInState.status === 'held' && signInState !== shown) {
        shown = signInState;
        latest = expiryOf(signInState.token) - MARGIN_S;
      }
      return shown ?? signInState;
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
