import type { AccessSource, SignInState } from '@licet/client';

/** A source whose token is set by its caller. */
export interface TokenSource extends AccessSource {
  readonly set: (token: unknown) => void;
}

/** @param token `undefined` if it is not known yet, `null` if no user is signed in, otherwise the token */
export const tokenSource = (token?: unknown): TokenSource => {
  const listeners = new Set<() => void>();
  let signInState: SignInState & { readonly token?: unknown } = { status: 'loading' };
  const set = (next: unknown): void => {
    if (next === signInState.token) return;
    signInState = { status: next === undefined ? 'loading' : next === null ? 'signed-out' : 'held', token: next };
    for (const listener of listeners) listener();
  };
  set(token);
  return {
    set,
    current: () => signInState,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};
