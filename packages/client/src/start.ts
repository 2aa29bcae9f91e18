import { LicetError } from './error.ts';
import { payloadOf } from './jwt.ts';
import { isBound, type Provider } from './provider.ts';
import { expiryOf } from './session.ts';
import type { Settings } from './settings.ts';
import { completeSignIn, takeAnswer } from './sign-in.ts';
import { shareTokens, type TabParts } from './tabs.ts';
import type { TokenStore } from './tokens.ts';

export interface StartParts extends TabParts {
  readonly settings: Settings;
  readonly provider: Provider;
  readonly store: TokenStore;
  readonly renew: () => Promise<void>;
}

/** @returns whether the sign-in state is known now; or why no user is signed in, unless a later step finds one */
type Step = (parts: StartParts) => Outcome | Promise<Outcome>;
type Outcome = boolean | LicetError;

/** Finds out who is signed in. Steps that need not wait run at once, so stored tokens are there at the first render. */
export const start = async (parts: StartParts): Promise<void> => {
  const { session } = parts;
  let failure: LicetError | undefined;
  for (const step of [finishSignIn, takeUpKept, askOtherTabs] satisfies Step[]) {
    const taken = step(parts);
    const outcome = taken && (await taken);
    if (outcome === true) return;
    if (outcome) failure = outcome;
  }
  if (session.current().status === 'loading' && !session.tokens()) session.end(failure);
};

/** The address has the answer to a sign-in. */
const finishSignIn: Step = ({ settings, provider, session, tabs }) => {
  const answer = takeAnswer(settings);
  return (
    !!answer &&
    completeSignIn(settings, provider, answer).then(
      (tokens) => {
        const leaves = settings.loads && isElsewhere(answer.returnTo);
        // A page that is about to be left shows nothing.
        shareTokens(session, tabs, tokens, leaves ? 'unseen' : undefined);
        if (leaves) location.replace(answer.returnTo);
        else if (settings.loads) history.replaceState(history.state, '', answer.returnTo);
        return true;
      },
      (error) => {
        // The page stays to show the reason. Another sign-in returns to the same place.
        if (settings.loads) history.replaceState(history.state, '', answer.returnTo);
        return errorOf(error);
      },
    )
  );
};

/** Whether a path is another page than this one. A change of the fragment alone loads nothing. */
const isElsewhere = (path: string): boolean => {
  const { pathname, search } = new URL(path, location.href);
  return pathname + search !== location.pathname + location.search;
};

/**
 * Stored tokens are shown at once, so that a reload does not flash, and then checked. An expired one is shown only if
 * it cannot be renewed, an unbound one never.
 */
const takeUpKept: Step = ({ store, session, prover, renew }) => {
  const kept = store.read();
  if (!kept) return false;
  const claims = payloadOf(kept.access);
  const runsOut = expiryOf(claims) <= Date.now() / 1000 + kept.offset;
  session.set(kept, runsOut || !claims.cnf ? 'unseen' : undefined);
  return isBound(kept, prover.thumbprint).then((bound) => {
    if (!bound && session.tokens() === kept) session.end();
    if (bound && runsOut) renew().catch(session.show);
    return true;
  });
};

/** An open tab gives its tokens to a new one. With shared storage there is nothing to request. */
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

/** The time in which another tab must answer, in ms. */
const asking = 250;
