'use client';

import type { Access, AccessSource, SignInState } from '@licet/client';
import type { PermissionName } from '@licet/rule';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import type { Store } from './access-provider.ts';
import type { SignedOut } from './denied/use-refusal.ts';
import type { Phase, RouteWants } from './guard.tsx';
import type { Language } from './language.ts';
import { startSignIn, useAgain, useSignInError } from './sign-in-start.ts';
import { useRead } from './use-read.ts';

export interface OutsideProps {
  readonly access: Store;
  readonly wants: RouteWants;
  readonly now: Exclude<Phase, 'waiting'>;
  /** Whether the user was admitted on this page before. */
  readonly wasInside: boolean;
  readonly loading: ReactNode;
  readonly language: Language | undefined;
}

/**
 * What a guard shows to a user whom it does not admit. It starts a sign-in once. Otherwise, it shows why it starts no
 * sign-in, or why the user is refused.
 */
export const Outside = ({ access, wants, now, wasInside, loading, language }: OutsideProps): ReactNode => {
  const { source } = access;
  const missing = useRead(access, (asked) => lackOf(asked, wants));
  const reasoned = useRead(access, reasonedIn);
  const error = useSignInError(source);
  const out = now !== 'known';
  // After a refused sign-in, an automatic sign-in would be refused again. So show the reason and let the user start
  // the sign-in.
  const refused = out ? refusalOf(source, now, reasoned, error, wasInside) : undefined;
  const starts = out && refused === undefined;
  useEffect(() => {
    if (starts) void startSignIn(source);
  }, [starts, source]);
  useAgain(source, refused?.unanswered === true);
  if (starts) return loading;
  return (
    <Suspense fallback={loading}>
      <LazyDenied
        store={access}
        subject={{ permission: missing, role: wants.role, on: wants.on }}
        language={language}
        out={refused}
      />
    </Suspense>
  );
};

const LazyDenied = /* @__PURE__ */ lazy(async () => ({
  default: (await import('./denied/denied-card.tsx')).DeniedCard,
}));

/** Returns the permission to name in a refusal. For several permissions, returns the first missing one. */
const lackOf = (access: Access, { permission, any, all, on }: RouteWants): PermissionName | undefined => {
  try {
    const { can } = access.at(on);
    return permission ?? [all ?? []].flat().find((name) => !can(name)) ?? [any ?? []].flat()[0];
  } catch {
    return undefined;
  }
};

/**
 * Returns the source's state with the reason why no user is signed in. The object stays the same until the reason
 * changes.
 */
const reasonedIn = ({ source }: Access): Reasoned | undefined => {
  try {
    const signInState = source.current();
    return signInState.status === 'signed-out' && signInState.reason ? signInState : undefined;
  } catch {
    return undefined;
  }
};

type Reasoned = Extract<SignInState, { status: 'signed-out' }>;

/**
 * Returns the reason why the guard must not start a sign-in automatically, if there is one.
 *
 * - The last sign-in could not begin.
 * - The token is unreadable, and a new sign-in would return the same token.
 * - The source has a reason for the sign-out.
 * - The user has signed out of this page, here or in another tab, and a sign-in would overtake the sign-out.
 */
const refusalOf = (
  source: AccessSource,
  state: 'signed-out' | 'malformed',
  reasoned: Reasoned | undefined,
  error: (Error & { readonly code?: unknown }) | undefined,
  wasInside: boolean,
): SignedOut | undefined => {
  if (error)
    return {
      text: (words) => words.because(error.code, error.message),
      again: () => startSignIn(source),
      unanswered: error.code === 'unreachable',
    };
  if (state === 'malformed') return { text: (words) => words.unreadable };
  if (reasoned) return { text: (words) => words.because(reasoned.code, String(reasoned.reason)) };
  return wasInside ? { text: (words) => words.signedOut } : undefined;
};
