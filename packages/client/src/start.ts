import { LicetError } from './error.ts';
import { payloadOf } from './jwt.ts';
import { isBound, type Provider } from './provider.ts';
import { expiryOf } from './session.ts';
import type { Settings } from './settings.ts';
import { completeSignIn, takeAnswer } from './sign-in.ts';
import { shareTokens, type TabParts } from './tab-messages.ts';
import type { TokenStore } from './tokens.ts';

export interface StartParts extends TabParts {
  readonly settings: Settings;
  readonly provider: Provider;
  readonly store: TokenStore;
  readonly renew: () => Promise<void>;
}

/** @returns whether it is known now who is signed in; or why nobody is, unless a further step knows better */
type Step = (parts: StartParts) => Outcome | Promise<Outcome>;
type Outcome = boolean | LicetError;

/** Finds out who is signed in. Steps that need not wait are taken at once: what is kept is there when the page is first drawn. */
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

/** The address tells of a sign-in that ends here. */
const finishSignIn: Step = ({ settings, provider, session, tabs }) => {
  const answer = takeAnswer(settings);
  return (
    !!answer &&
    completeSignIn(settings, provider, answer).then(
      (tokens) => {
        const leaves = settings.loads && isElsewhere(answer.returnTo);
        // Of the page that is about to go nothing is shown.
        shareTokens(session, tabs, tokens, leaves ? 'unseen' : undefined);
        if (leaves) location.replace(answer.returnTo);
        else if (settings.loads) history.replaceState(history.state, '', answer.returnTo);
        return true;
      },
      (error) => {
        // The page stays, to say why; a further sign-in is to come back to the same place.
        if (settings.loads) history.replaceState(history.state, '', answer.returnTo);
        return errorOf(error);
      },
    )
  );
};

/** Whether a path is of another page than this one; a fragment alone would load nothing. */
const isElsewhere = (path: string): boolean => {
  const { pathname, search } = new URL(path, location.href);
  return pathname + search !== location.pathname + location.search;
};

/**
 * Tokens are kept: they are shown at once, so that a reload does not blink, then looked at. What has run out is shown only if it
 * cannot be renewed, what is bound to no key never.
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

/** A tab that is open gives its tokens to a new one; with storage that all tabs share there is nothing to ask for. */
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

/** How long another tab may take to answer, in ms. */
const asking = 250;
