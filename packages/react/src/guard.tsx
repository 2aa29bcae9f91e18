'use client';

import type { Access, AccessSource, SignInState } from '@licet/client';
import { type Compiled, compile, type PermissionName, type Token } from '@licet/rule';
import {
  Fragment,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { AccessContext } from './access-provider.ts';
import { Cover } from './cover.tsx';
import type { SignedOut } from './denied/use-refusal.ts';
import { forgetTyped } from './kept-fields.ts';
import { type Language, useGermanAhead } from './language.ts';
import { startSignIn, useAgain, useSignInError } from './sign-in-start.ts';
import type { StepUp } from './step-up.ts';
import { useRead } from './use-access-of.ts';
import { useAnswer } from './use-answer.ts';
import { permits, type Wants } from './wants.ts';

/** The requirement of the route. Without one, the route requires only a signed-in user. */
type RouteWants =
  | Wants
  | { readonly permission?: never; readonly role?: never; readonly any?: never; readonly all?: never };

export type GuardProps = RouteWants &
  StepUp & {
    readonly children?: ReactNode;
    /** Shown while the sign-in state is unknown. Default: nothing. */
    readonly loading?: ReactNode;
    /**
     * Covers the whole page when the token of an admitted user has expired and cannot be renewed, for example because
     * Licet is down. The default is a sentence. The children stay mounted beneath and inert, so no typed text is
     * lost.
     */
    readonly cover?: ReactNode;
    /**
     * Shown while no user is signed in. If set, the guard does not start a sign-in.
     *
     * By default, the guard starts a sign-in once. In these cases, it shows the reason and a sign-in button instead:
     *
     * - The source has a reason for the sign-out, or the user has signed out of this page.
     * - The token is unreadable.
     * - The sign-in cannot begin. If no server responds, the guard retries the sign-in automatically.
     */
    readonly signedOut?: ReactNode;
    /** Shown to a signed-in user without the permission. Default: `<Denied>`. */
    readonly fallback?: ReactNode;
    /** The language of this package's texts: `en` or `de`, instead of the page's `lang` and the browser's language. */
    readonly language?: Language | undefined;
  };

/**
 * Guards a route. It waits for the sign-in state, starts a sign-in if needed, and shows the children or a refusal.
 * With `maxAge` or `acr`, a user with the permission must sign in again, unless the last sign-in is recent and strong
 * enough.
 *
 * @example
 * <Guard permission="reports.read" loading={<p>One moment …</p>}>
 *   <h1>Reports</h1>
 * </Guard>
 */
export const Guard = ({
  children,
  loading,
  cover,
  signedOut,
  fallback,
  language,
  maxAge,
  acr,
  ...wants
}: GuardProps): ReactNode => {
  const { role } = wants;
  const access = useContext(AccessContext);
  // A property that is present is a requirement. If its value is undefined, every user is refused.
  const open = !('permission' in wants || 'role' in wants || 'any' in wants || 'all' in wants);
  const permitted = useAnswer((asked) => (open ? asked.snapshot().status === 'valid' : permits(asked, wants as Wants)));
  const now = useRead(access, phaseOf);
  const missing = useRead(access, (asked) => lackOf(asked, wants));
  const out = now === 'signed-out' || now === 'malformed';
  const reasoned = useRead(access, reasonedIn);
  const error = useSignInError(access.source, now === 'known');
  // After a refused sign-in, an automatic sign-in would be refused again. So show the reason and let the user start
  // the sign-in.
  const refused = out ? refusalOf(access.source, now, reasoned, error) : undefined;
  const starts = out && signedOut === undefined && refused === undefined;
  useEffect(() => {
    if (now === 'known') entered.add(entryOf(access.source));
    // The guarded content was unmounted and cannot delete its stored text any more, so delete it here.
    if (now === 'signed-out' && entered.has(entryOf(access.source))) forgetTyped();
    if (starts) void startSignIn(access.source);
  }, [now, starts, access]);
  useAgain(access.source, refused?.unanswered === true && signedOut === undefined);
  // Load German ahead, because the server may be unreachable when the cover appears.
  useGermanAhead(language, permitted && cover == null);
  const content = useContent(access, permitted, questionOf(wants), now === 'waiting');
  if (permitted || content.covered())
    return (
      <AccessContext.Provider value={content.access}>
        <Fragment key={content.user}>
          {maxAge === undefined && acr === undefined ? (
            children
          ) : (
            <Suspense fallback={loading}>
              <LazyStepUp store={access} maxAge={maxAge} acr={acr} loading={loading} language={language}>
                {children}
              </LazyStepUp>
            </Suspense>
          )}
        </Fragment>
        {!permitted && <Cover language={language}>{cover}</Cover>}
      </AccessContext.Provider>
    );
  if (now === 'waiting') return loading;
  if (starts || (out && signedOut !== undefined)) return signedOut ?? loading;
  if (now === 'known' && fallback !== undefined) return fallback;
  return (
    <Suspense fallback={loading}>
      <LazyDenied store={access} subject={{ permission: missing, role }} language={language} out={refused} />
    </Suspense>
  );
};

/**
 * Keeps permitted content mounted when the token expires, for the same user and the same requirement. Remounts the
 * content for a different user.
 */
const useContent = (access: Access, permitted: boolean, question: string, waiting: boolean) => {
  const present = useRead(access, (asked) => asked.snapshot().token?.sub);
  const entered = useRef<{ readonly question: string; readonly user: string | undefined }>(undefined);
  useCommitted(() => {
    if (!waiting) entered.current = permitted ? { question, user: present } : undefined;
  });
  const covered = useCallback(
    () => entered.current?.question === question && phaseOf(access) === 'waiting',
    [access, question],
  );
  const [last] = useState(() => ({ answers: compile(NO_ONE) }));
  const keptAccess = useMemo(() => keepingAnswers(access, covered, last), [access, covered, last]);
  return { covered, access: keptAccess, user: waiting ? entered.current?.user : present };
};

/**
 * Returns the same access, but keeps the results of the last token while the content is covered. Otherwise, components
 * beneath the cover would be unmounted.
 */
const keepingAnswers = (access: Access, covered: () => boolean, last: { answers: Compiled }): Access => {
  let seen: Token | undefined;
  const answers = () => {
    const { status, token } = access.snapshot();
    if (status === 'valid' && token && token !== seen) {
      seen = token;
      last.answers = compile(token);
    }
    return covered() ? last.answers : access;
  };
  return { ...access, can: (permission) => answers().can(permission), hasRole: (role) => answers().hasRole(role) };
};

const NO_ONE: Token = { sub: '', roles: [], permissions: [], exp: 0 };

// React 18 warns of layout effects on a server, although none runs there.
const useCommitted = typeof document === 'undefined' ? useEffect : useLayoutEffect;

const LazyDenied = /* @__PURE__ */ lazy(async () => ({
  default: (await import('./denied/denied-card.tsx')).DeniedCard,
}));

const LazyStepUp = /* @__PURE__ */ lazy(async () => ({ default: (await import('./step-up-gate.tsx')).StepUpGate }));

/** Returns a string that is equal for equal requirements. A requirement that cannot be serialised is always refused. */
const questionOf = (wants: RouteWants): string => {
  try {
    return JSON.stringify(wants);
  } catch {
    return '';
  }
};

/** Returns the permission to name in a refusal. For several permissions, returns the first missing one. */
const lackOf = ({ can }: Access, { permission, any, all }: RouteWants): PermissionName | undefined => {
  try {
    return permission ?? [all ?? []].flat().find((name) => !can(name)) ?? [any ?? []].flat()[0];
  } catch {
    return undefined;
  }
};

/**
 * Returns the phase of the guard. An expired token means `waiting` if the source renews tokens, otherwise
 * `signed-out`.
 */
const phaseOf = ({ snapshot, source }: Access): 'waiting' | 'signed-out' | 'malformed' | 'known' => {
  const { status } = snapshot();
  if (status === 'valid') return 'known';
  if (status === 'malformed') return status;
  return status === 'loading' || (status === 'expired' && source.refresh) ? 'waiting' : 'signed-out';
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
): SignedOut | undefined => {
  if (error)
    return {
      text: (words) => words.because(error.code, error.message),
      again: () => startSignIn(source),
      unanswered: error.code === 'unreachable',
    };
  if (state === 'malformed') return { text: (words) => words.unreadable };
  if (reasoned) return { text: (words) => words.because(reasoned.code, String(reasoned.reason)) };
  return entered.has(entryOf(source)) ? { text: (words) => words.signedOut } : undefined;
};

/** The sources whose user was admitted on this page. */
const entered = /* @__PURE__ */ new WeakSet<object>();

/**
 * Returns the key of a source in `entered`. All sources without a sign-in share one key, because `AccessProvider` with
 * `token` creates a new source for each user.
 */
const entryOf = (source: AccessSource): object => (source.signIn ? source : entered);
