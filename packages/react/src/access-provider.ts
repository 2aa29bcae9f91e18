'use client';

import { type Access, type AccessOptions, type AccessSource, createAccess } from '@licet/client';
import { createContext, createElement, type ReactNode, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { tokenSource } from './token-source.ts';

/** Where the current token comes from: a source (Licet's own sign-in), or a token of whichever issuer. */
export type AccessProviderProps = {
  readonly children?: ReactNode;
  /**
   * Reads the claims of another issuer's payload into those of the rule, such as `keycloak()`. Taken when the provider is first
   * rendered; for another reading give the provider another `key`.
   */
  readonly claims?: AccessOptions['claims'];
} & (
  | { readonly source: AccessSource; readonly token?: never }
  | {
      readonly source?: never;
      /** A JWT, or its payload. `undefined`: not known yet (loading); `null`: nobody is signed in. */
      readonly token: string | object | null | undefined;
    }
);

/** What the guards under a provider ask; without a provider nothing is permitted and the status stays `loading`. */
export const AccessContext = /* @__PURE__ */ createContext<Access>(
  /* @__PURE__ */ createAccess(/* @__PURE__ */ tokenSource()),
);

/**
 * Gives the guards and hooks below it the current token.
 *
 * @example
 * <AccessProvider token={session?.accessToken ?? null}>
 *   <Can permission="invoices.refund">
 *     <button type="button">Refund</button>
 *   </Can>
 * </AccessProvider>
 */
export const AccessProvider = ({ source, token, claims, children }: AccessProviderProps): ReactNode => {
  const [own] = useState(() => tokenSource(token, claims));
  const access = useMemo(() => createAccess(source ?? own, own), [source, own]);
  useCommitted(() => own.set(token));
  return createElement(AccessContext.Provider, { value: access }, children);
};

// Before anything of the former token is painted. On a server, where React 18 warns of layout effects, none runs anyway.
const useCommitted = typeof document === 'undefined' ? useEffect : useLayoutEffect;
