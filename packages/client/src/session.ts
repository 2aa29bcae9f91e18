import type { Clock } from './clock.ts';
import { LicetError } from './error.ts';
import { type Claims, numberOf, payloadOf } from './jwt.ts';
import { listeners } from './listeners.ts';
import type { Lists } from './lists.ts';
import type { SignInState } from './source.ts';
import type { TokenStore, Tokens } from './tokens.ts';
import { backOff, pause } from './waiting.ts';

/** Who is signed in, in this tab. */
export interface Session {
  readonly current: () => SignInState;
  readonly subscribe: (listener: () => void) => () => void;
  readonly tokens: () => Tokens | undefined;
  /** Until it is known who is signed in. */
  readonly known: () => Promise<void>;
  /** What the access token says; nothing when there is none. */
  readonly claims: () => Claims;
  /** Sets the tokens and shows them. `unseen`: they are not shown, because they are about to be replaced. */
  readonly set: (tokens: Tokens, unseen?: 'unseen') => void;
  /** Shows what was set, once its list of permissions has come when that is elsewhere. */
  readonly show: () => Promise<void>;
  /** Forgets the tokens; with the reason when it was not the person's wish. */
  readonly end: (reason?: Pick<LicetError, 'code' | 'message'>) => void;
  /** Told of every change of the tokens, before those who look at the screen are. @returns ends it */
  readonly onTokens: (listener: () => void) => () => void;
}

export interface SessionParts {
  readonly store: TokenStore;
  readonly lists: Lists;
  readonly clock: Clock;
  /** Ends all waiting. */
  readonly signal: AbortSignal;
  /** Renews the tokens, whose list is kept no longer. */
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
    // What is shown is of another list; it stays no longer than this one is waited for.
    if (signInState.status !== 'loading') hold({ status: 'loading' });
    try {
      await lists.load(shown.access);
    } catch (error) {
      await pause(backOff(attempt), signal);
      if (error instanceof LicetError && error.code === 'not_found') await renew().catch(() => {});
    }
    // Newer tokens show themselves.
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

/** Forgets what the user typed and did not send; `@licet/react` keeps it in this tab under these keys. */
const forgetTyped = (): void => {
  try {
    for (const key of ['licet.drafts', 'licet.kept-fields']) sessionStorage.removeItem(key);
  } catch {
    // Storage that is closed to us keeps nothing.
  }
};

/** When a token runs out, in seconds since the epoch. */
export const expiryOf = (claims: Claims): number => numberOf(claims.exp);
