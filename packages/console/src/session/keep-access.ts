import type { AccessSource, SignInState } from '@licet/client';
import { decode } from '@licet/rule';

/**
 * The access that screens render by: the source, but it keeps the last token, also past its expiry, until there is a
 * newer one. An ended session or a lost network thus removes no input from the screen. It grants nothing: while the
 * token is not valid a cover hides the whole screen (`useTokenStatus`), and every call needs a valid token.
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
