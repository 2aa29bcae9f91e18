'use client';

import { type Access, type AccessOptions, type AccessSource, createAccess, type SignInState } from '@licet/client';
import { createContext, createElement, type ReactNode, useEffect, useLayoutEffect, useMemo } from 'react';
import type { Languages } from './translation.ts';

/** A source whose token is set by its caller. */
interface TokenSource extends AccessSource {
  readonly set: (token: unknown) => void;
}

/** @param token `undefined` if it is not known yet, `null` if no user is signed in, otherwise the token */
const tokenSource = (token?: unknown): TokenSource => {
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

/** The access of a provider, with the translations for its refusals. */
export interface Store extends Access {
  readonly languages?: Languages | undefined;
}

/** The properties of a provider: either a source, such as Licet's own sign-in, or a token of any issuer. */
export type AccessProviderProps = {
  readonly children?: ReactNode;
  /**
   * Maps the claims of another issuer's payload to the claims of the rule, such as `keycloak()`. The provider uses
   * the first mapping for as long as the user stays the same. To change the mapping, change the `key` of the
   * provider.
   */
  readonly claims?: AccessOptions['claims'];
  /** The application's translations. Like `claims`, the provider uses the first ones for as long as the user stays. */
  readonly languages?: Languages | undefined;
} & (
  | { readonly source: AccessSource; readonly token?: never }
  | {
      readonly source?: never;
      /**
       * A JWT or its payload. With `undefined`, the token is not known yet (loading). With `null`, no user is signed
       * in.
       */
      readonly token: string | object | null | undefined;
    }
);

const unknown = /* @__PURE__ */ createAccess(/* @__PURE__ */ tokenSource());

/**
 * The access that guards read from the nearest provider. Without a provider, nothing is permitted and the status
 * stays `loading`.
 */
export const AccessContext = /* @__PURE__ */ createContext<Store>(unknown);

/**
 * Provides the current token to the guards and hooks below it.
 *
 * @example
 * <AccessProvider token={session?.accessToken ?? null}>
 *   <Can permission="invoices.refund">
 *     <button type="button">Refund</button>
 *   </Can>
 * </AccessProvider>
 */
export const AccessProvider = (props: AccessProviderProps): ReactNode => {
  const { source, token, children } = props;
  const given = createAccess(tokenSource(token), props);
  // A token of a different user takes effect in the same render. A new token of the same user re-renders only the
  // components whose result changes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: token and claims are held until the user is another one
  const access = useMemo(
    (): Store => ({
      ...(source ? createAccess(source, props) : given),
      atServer: source && unknown,
      languages: props.languages,
    }),
    [source, given.snapshot().token?.sub],
  );
  useCommitted(() => {
    if (!source) (access.source as TokenSource).set(token);
  });
  return createElement(AccessContext.Provider, { value: access }, children);
};

// A layout effect runs before the browser paints, so the result of the old token is never visible. React 18 warns about
// layout effects on a server, although it runs none there.
export const useCommitted = globalThis.document ? useLayoutEffect : useEffect;
