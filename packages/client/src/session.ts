import type { Clock } from './clock.ts';
import { LicetError } from './error.ts';
import type { Lists } from './lists.ts';
import { listeners, type SignInState } from './source.ts';
import { type Claims, numberOf, payloadOf, type TokenStore, type Tokens } from './tokens.ts';
import { backOff, pause } from './waiting.ts';

export interface Session {
  readonly current: () => SignInState;
  readonly subscribe: (listener: () => void) => () => void;
  readonly tokens: () => Tokens | undefined;
  /** Resolves when the sign-in state is known. */
  readonly known: () => Promise<void>;
  /** Returns the claims of the access token, or an empty object without a token. */
  readonly claims: () => Claims;
  /**
   * Sets the tokens and publishes them to the page. With `unseen`, does not publish them, because they are about to
   * be replaced.
   */
  readonly set: (tokens: Tokens, unseen?: 'unseen') => void;
  /** Publishes the new tokens. If their permission list is separate, waits for the list first. */
  readonly show: () => Promise<void>;
  /** Deletes the tokens. `reason` says why, unless the user signed out. */
  readonly end: (reason?: Pick<LicetError, 'code' | 'message'>) => void;
  /**
   * Calls the listener after every change of the tokens, before the listeners of the page.
   * @returns a function that ends the subscription
   */
  readonly onTokens: (listener: () => void) => () => void;
}

export interface SessionParts {
  readonly store: TokenStore;
  readonly lists: Lists;
  readonly clock: Clock;
  /** Ends all pending work when aborted. */
  readonly signal: AbortSignal;
  /** Renews the tokens if Licet no longer stores their list. */
  readonly renew: () => Promise<void>;
}

export const createSession = ({ store, lists, clock, signal, renew }: SessionParts): Session => {
  const watchers = listeners();
  const tokenWatchers = listeners();
  let signInState: SignInState = { status: 'loading' };
  let tokens: Tokens | undefined;
  let claims: Claims = {};

  const hold = (next: SignInState) => {
    signInState = next;
    watchers.tell();
  };
  const keep = (next: Tokens | undefined) => {
    tokens = next;
    claims = next ? payloadOf(next.access) : {};
    if (next) clock.offset = next.offset;
    store.write(next);
    tokenWatchers.tell();
  };
  const show = async (attempt = 0): Promise<void> => {
    const shown = tokens;
    if (!shown) return;
    const { permissions_ref: ref, ...rest } = claims;
    if (ref === undefined) return hold({ status: 'held', token: shown.access });
    const permissions = lists.known(ref);
    if (permissions) return hold({ status: 'held', token: { ...rest, permissions } });
    // The published token has the previous permission list, so publish `loading` until the new list has arrived.
    if (signInState.status !== 'loading') hold({ status: 'loading' });
    try {
      await lists.load(shown.access);
    } catch (error) {
      await pause(backOff(attempt), signal);
      if (error instanceof LicetError && error.code === 'not_found') await renew().catch(() => {});
    }
    // If newer tokens arrived meanwhile, another call publishes them.
    if (tokens === shown && !signal.aborted) await show(attempt + 1);
  };
  return {
    current: () => signInState,
    subscribe: watchers.add,
    known: () =>
      new Promise((resolve) => {
        const look = () => {
          if (signInState.status === 'loading') return;
          stop();
          resolve();
        };
        const stop = watchers.add(look);
        look();
      }),
    tokens: () => tokens,
    claims: () => claims,
    set: (next, unseen) => {
      keep(next);
      if (!unseen) void show();
    },
    show: () => show(),
    end: (reason) => {
      if (tokens) forgetTyped();
      keep(undefined);
      hold({ status: 'signed-out', ...(reason && { reason: reason.message, code: reason.code }) });
    },
    onTokens: tokenWatchers.add,
  };
};

/** Deletes the unsent text that `@licet/react` stores in this tab. */
const forgetTyped = (): void => {
  try {
    for (const key of ['licet.drafts', 'licet.kept-fields']) sessionStorage.removeItem(key);
  } catch {
    // Storage is blocked, so there is no text to delete.
  }
};

/** Returns the expiry of a token, in seconds since the epoch. */
export const expiryOf = (claims: Claims): number => numberOf(claims.exp);
