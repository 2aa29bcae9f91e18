import type { AccessSource, SignInState } from '@licet/client';
import { decode } from '@licet/rule';

/**
 * What the screens are drawn by: the source, but once somebody was signed in it keeps what they held until there is something
 * newer, also past its expiry. A session that ends, or a network that is away, then takes nothing off the screen that was
 * typed there. It gives nobody anything: from the moment at which the token is not valid the whole screen is hidden by a cover
 * (`useTokenStatus`), and every call needs a valid token.
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
