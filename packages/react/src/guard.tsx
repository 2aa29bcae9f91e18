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
import type { SignedOut } from './denied/signed-out.ts';
import { type Language, useGermanAhead } from './language.ts';
import { startSignIn, useAgain, useSignInError } from './sign-in-start.ts';
import type { StepUp } from './step-up.ts';
import { forgetTyped } from './typed-text.ts';
import { useAnswer } from './use-answer.ts';
import { useRead } from './use-read.ts';
import { permits, type Wants } from './wants.ts';

/** What the route asks for; nothing: that somebody is signed in. */
type RouteWants =
  | Wants
  | { readonly permission?: never; readonly role?: never; readonly any?: never; readonly all?: never };

export type GuardProps = RouteWants &
  StepUp & {
    readonly children?: ReactNode;
    /** While it is not known yet who is signed in. Nothing unless told. */
    readonly loading?: ReactNode;
    /**
     * What covers the whole page when the token of somebody who was let in has run out and the next one does not come, because
     * Licet is away say; a sentence unless told. The children stay mounted beneath, inert: nothing that was typed is lost.
     */
    readonly cover?: ReactNode;
    /**
     * While nobody is signed in; unless told, signing in is started, once. When the source says why it signed the person out, its
     * token cannot be read, or signing in cannot begin, that is shown instead, with a button. Where it cannot begin because
     * nobody answers, it is begun again by itself.
     */
    readonly signedOut?: ReactNode;
    /** For somebody who is signed in and may not; `<Denied>` unless told. */
    readonly fallback?: ReactNode;
    /** Of our own words, whatever the page says by `lang`, and the browser: `en` or `de`. */
    readonly language?: Language | undefined;
  };

/**
 * Guards a route: waits, lets sign in, lets through, or refuses. With `maxAge` or `acr` whoever may come in is first sent through
 * the sign-in, and back, unless they have signed in freshly and strongly enough.
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
  // A property that is there asks for something: one whose value went missing lets nobody in.
  const open = !('permission' in wants || 'role' in wants || 'any' in wants || 'all' in wants);
  const permitted = useAnswer((asked) => (open ? asked.snapshot().status === 'valid' : permits(asked, wants as Wants)));
  const now = useRead(access, phaseOf);
  const missing = useRead(access, (asked) => lackOf(asked, wants));
  const out = now === 'signed-out' || now === 'malformed';
  const reasoned = useRead(access, reasonedIn);
  const error = useSignInError(access.source, now === 'known');
  // After a refusal the sign-in would only refuse again: the person is told why, and starts it.
  const refused = out ? refusalOf(access.source, now, reasoned, error) : undefined;
  const starts = out && signedOut === undefined && refused === undefined;
  useEffect(() => {
    if (now === 'known') entered.add(entryOf(access.source));
    // What is guarded is gone by now, and with it whoever would forget what was typed in it.
    if (now === 'signed-out' && entered.has(entryOf(access.source))) forgetTyped();
    if (starts) void startSignIn(access.source);
  }, [now, starts, access]);
  useAgain(access.source, refused?.unanswered === true && signedOut === undefined);
  // The cover comes when nothing can be loaded any more.
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
 * What was let through, so that it can stay where it is while there is no valid token: the same person's, to the same question.
 * Somebody else's begins anew.
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
  const kept = useMemo(() => keepingAnswers(access, covered, last), [access, covered, last]);
  return { covered, access: kept, user: waiting ? entered.current?.user : present };
};

/** The same access, but that its answers stay what the last token said while it is covered: what they show must not be lost. */
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

// On a server, where React 18 warns of layout effects, none runs anyway.
const useCommitted = typeof document === 'undefined' ? useEffect : useLayoutEffect;

const LazyDenied = /* @__PURE__ */ lazy(async () => ({
  default: (await import('./denied/denied-card.tsx')).DeniedCard,
}));

const LazyStepUp = /* @__PURE__ */ lazy(async () => ({ default: (await import('./step-up-gate.tsx')).StepUpGate }));

/** The same text for the same question; what cannot be written down is answered with no anyway. */
const questionOf = (wants: RouteWants): string => {
  try {
    return JSON.stringify(wants);
  } catch {
    return '';
  }
};

/** What a refusal speaks of: of several permissions the first that is missing. */
const lackOf = ({ can }: Access, { permission, any, all }: RouteWants): PermissionName | undefined => {
  try {
    return permission ?? [all ?? []].flat().find((name) => !can(name)) ?? [any ?? []].flat()[0];
  } catch {
    return undefined;
  }
};

/** An expired token is waited for where the source renews it by itself, and signs out if it cannot. */
const phaseOf = ({ snapshot, source }: Access): 'waiting' | 'signed-out' | 'malformed' | 'known' => {
  const { status } = snapshot();
  if (status === 'valid') return 'known';
  if (status === 'malformed') return status;
  return status === 'loading' || (status === 'expired' && source.refresh) ? 'waiting' : 'signed-out';
};

/** What the source holds when it says why nobody is signed in; the same object until it says something else. */
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
 * Why a sign-in is not started by itself: it could not begin; the token cannot be read, and what brought such a one would bring
 * it again; the source says why it has signed the person out; or they have signed out of this very page, here or in another
 * tab, and a sign-in would overtake the sign-out that is on its way.
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

/** The sources by which somebody was let in on this page. */
const entered = /* @__PURE__ */ new WeakSet<object>();

/** Sources that cannot sign in count as one: the token of a property has another source with every user. */
const entryOf = (source: AccessSource): object => (source.signIn ? source : entered);
