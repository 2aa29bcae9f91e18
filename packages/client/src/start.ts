import { LicetError, loaded } from './error.ts';
import { kit } from './kit.ts';
import { isBound, type Provider } from './provider.ts';
import { expiryOf } from './session.ts';
import type { Settings } from './settings.ts';
import { takeAnswer } from './sign-in.ts';
import { shareTokens, type TabParts } from './tabs.ts';
import { payloadOf, type TokenStore } from './tokens.ts';

export interface StartParts extends TabParts {
  readonly settings: Settings;
  readonly provider: Provider;
  readonly store: TokenStore;
  readonly renew: () => Promise<void>;
}

/**
 * A step of `start`, which runs the steps until one succeeds.
 * @returns true if the sign-in state is known, or false to try the next step; or an error with the reason why no user
 * is signed in, which is shown only if no later step finds a user
 */
type Step = (parts: StartParts) => Outcome | Promise<Outcome>;
type Outcome = boolean | LicetError;

/**
 * Finds out which user is signed in. Steps that do not wait run synchronously, so that stored tokens are available at
 * the first render.
 */
export const start = async (parts: StartParts): Promise<void> => {
  const { session } = parts;
  let failure: LicetError | undefined;
  for (const step of [finishSignIn, resumeStored, askOtherTabs] satisfies Step[]) {
    const taken = step(parts);
    const outcome = taken && (await taken);
    if (outcome === true) return;
    if (outcome) failure = outcome;
  }
  if (session.current().status === 'loading' && !session.tokens()) session.end(failure);
};

/** Completes a sign-in if the URL contains the response to it. */
const finishSignIn: Step = ({ settings, provider, session, tabs }) => {
  const answer = takeAnswer(settings);
  if (!answer) return false;
  // Ask for the endpoint while the code loads. `completeSignIn` reports an error.
  provider.endpoint('token_endpoint').catch(() => {});
  return loaded(import('./redirects.ts'))
    .then(({ completeSignIn }) => completeSignIn(settings, provider, answer, kit))
    .then(
      (tokens) => {
        const leaves = settings.loads && isElsewhere(answer.returnTo);
        // If the browser is about to load another page, do not publish the tokens here.
        shareTokens(session, tabs, tokens, leaves ? 'unseen' : undefined);
        if (leaves) location.replace(answer.returnTo);
        else if (settings.loads) history.replaceState(history.state, '', answer.returnTo);
        return true;
      },
      (error) => {
        // Stay on this page to show the reason. A new sign-in then returns to the same place.
        if (settings.loads) history.replaceState(history.state, '', answer.returnTo);
        return errorOf(error);
      },
    );
};

/**
 * Returns whether the path leads to a different page. A different fragment does not count, because the browser then
 * loads nothing.
 */
const isElsewhere = (path: string): boolean => {
  const { pathname, search } = new URL(path, location.href);
  return pathname + search !== location.pathname + location.search;
};

/**
 * Publishes stored tokens immediately, so that a reload does not flicker, and checks them afterwards. Never publishes
 * an unbound token. Publishes an expired token only if it cannot be renewed.
 */
const resumeStored: Step = ({ store, session, prover, renew }) => {
  const stored = store.read();
  if (!stored) return false;
  const claims = payloadOf(stored.access);
  const runsOut = expiryOf(claims) <= Date.now() / 1000 + stored.offset;
  session.set(stored, runsOut || !claims.cnf ? 'unseen' : undefined);
  return isBound(stored, prover.thumbprint).then((bound) => {
    if (!bound && session.tokens() === stored) session.end();
    if (bound && runsOut) renew().catch(session.show);
    return true;
  });
};

/**
 * Requests the tokens of an open tab. With the storage `local`, all tabs read the same tokens, so no request is needed.
 */
const askOtherTabs: Step = async ({ settings, tabs }) => {
  if (settings.storage !== 'local') {
    tabs.tell({ ask: true });
    await new Promise((resolve) => setTimeout(resolve, asking));
  }
  return false;
};

export const errorOf = (error: unknown): LicetError =>
  error instanceof LicetError
    ? error
    : new LicetError('sign_in_refused', { title: 'Signing in failed.', detail: String(error), next: 'Sign in again.' });

/** The time limit for the answer of another tab, in ms. */
const asking = 250;
