import { useSyncExternalStore } from 'react';
import { renew } from './renew.ts';
import { justSignedIn, signInAgain } from './sign-in.ts';
import { expiryOf, type Standing, standingOf } from './token.ts';
import { readTokens, subscribeTokens } from './token-store.ts';

/** What the person at the screen may do now. Follows every renewal, and turns to nothing at the token's expiry. */
export function useStanding(): Standing {
  return useSyncExternalStore(subscribe, currentStanding);
}

/** The same, for loaders and other places without a component. */
export function currentStanding(): Standing {
  const accessToken = readTokens()?.accessToken;
  if (!known || known.accessToken !== accessToken) {
    known = { accessToken, standing: standingOf(accessToken, Date.now() / 1000) };
  }
  return known.standing;
}

// Long enough before the end for a slow network; the API's own renewal comes later.
const EARLY_MS = 30_000;
const LONGEST_TIMER_MS = 2_147_483_647;
let known: { accessToken: string | undefined; standing: Standing } | undefined;
let renewTimer = 0;
let expiryTimer = 0;
let stopListening: (() => void) | undefined;
const listeners = new Set<() => void>();

/** The clock is read at expiry and when the tab is seen again after a sleep, never by a check. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) {
    const stop = subscribeTokens(arrange);
    document.addEventListener('visibilitychange', arrange);
    stopListening = () => {
      stop();
      document.removeEventListener('visibilitychange', arrange);
    };
    arrange();
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    stopListening?.();
    clearTimeout(renewTimer);
    clearTimeout(expiryTimer);
  };
}

function arrange(): void {
  clearTimeout(renewTimer);
  clearTimeout(expiryTimer);
  known = undefined;
  const tokens = readTokens();
  if (tokens) {
    const left = expiryOf(tokens.accessToken) * 1000 - Date.now();
    if (left > 0) expiryTimer = window.setTimeout(arrange, Math.min(left, LONGEST_TIMER_MS));
    renewTimer = window.setTimeout(
      renewQuietly,
      Math.min(Math.max(left - EARLY_MS, left > 0 ? 0 : 1000), LONGEST_TIMER_MS),
    );
  }
  for (const listener of listeners) listener();
}

/**
 * A tab that is not looked at waits: it renews when it is seen again. When the session has ended nothing is left to show.
 * A network that is away shows itself at the next call.
 */
async function renewQuietly(): Promise<void> {
  const tokens = readTokens();
  if (document.visibilityState !== 'visible' || !tokens) return;
  try {
    if (!(await renew()) && !justSignedIn(tokens)) await signInAgain();
  } catch {
    // The expiry still turns every answer to no.
  }
}
