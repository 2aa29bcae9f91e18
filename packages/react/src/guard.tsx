'use client';

import type { Access, AccessSource } from '@licet/client';
import { type CompiledToken, compile, type Token } from '@licet/rule';
import { Fragment, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { AccessContext, type Store, useCommitted } from './access-provider.ts';
import { forgetTyped } from './forget-typed.ts';
import type { Language } from './language.ts';
import { later, useLater } from './later.ts';
import type { StepUp } from './step-up.ts';
import { useAnswer } from './use-answer.ts';
import { useRead } from './use-read.ts';
import { permits, type Wants } from './wants.ts';

/** The requirement of the route. Without one, the route requires only a signed-in user. */
export type RouteWants =
  | Wants
  | {
      readonly permission?: never;
      readonly role?: never;
      readonly any?: never;
      readonly all?: never;
      readonly on?: never;
    };

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
    /** `en`, `de` or a language of the provider, instead of the page's `lang` and the browser's language. */
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
  const access = useContext(AccessContext);
  // A property that is present is a requirement. If its value is undefined, every user is refused.
  const open = !('permission' in wants || 'role' in wants || 'any' in wants || 'all' in wants || 'on' in wants);
  const permitted = useAnswer((asked) => (open ? asked.snapshot().status === 'valid' : permits(asked, wants as Wants)));
  const now = useRead(access, phaseOf);
  const entry = entryOf(access.source);
  useEffect(() => {
    if (now === 'known') entered.add(entry);
    // The guarded content was unmounted and cannot delete its stored text any more, so delete it here.
    if (now === 'signed-out' && entered.has(entry)) forgetTyped();
  }, [now, entry]);
  // Loaded ahead, because the server may be unreachable when the cover is needed.
  const above = useLater(coverPart, permitted);
  const outside = useLater(outsidePart, !permitted);
  const steps = (maxAge ?? acr) !== undefined;
  const gate = useLater(gatePart, steps && permitted);
  const content = useContent(access, permitted, questionOf(wants), now === 'waiting');
  if (permitted || content.covered()) {
    if (steps && gate === null) throw unloaded();
    return (
      <AccessContext.Provider value={content.access}>
        <Fragment key={content.user}>
          {!steps ? (
            children
          ) : gate ? (
            <gate.StepUpGate store={access} maxAge={maxAge} acr={acr} loading={loading} language={language}>
              {children}
            </gate.StepUpGate>
          ) : (
            loading
          )}
        </Fragment>
        {above ? (
          <above.Cover language={language} languages={access.languages} shown={!permitted}>
            {cover}
          </above.Cover>
        ) : (
          !permitted && (
            <dialog ref={inert} onClose={(event) => inert(event.currentTarget)}>
              {loading}
            </dialog>
          )
        )}
      </AccessContext.Provider>
    );
  }
  if (now === 'waiting') return loading;
  const instead = now === 'known' ? fallback : signedOut;
  if (instead !== undefined) return instead;
  if (outside === null) throw unloaded();
  return outside ? (
    <outside.Outside
      access={access}
      wants={wants}
      now={now}
      wasInside={entered.has(entry)}
      loading={loading}
      language={language}
    />
  ) : (
    loading
  );
};

/**
 * Keeps permitted content mounted when the token expires, for the same user and the same requirement. Remounts the
 * content for a different user.
 */
const useContent = (access: Store, permitted: boolean, question: string, waiting: boolean) => {
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
const keepingAnswers = (access: Store, covered: () => boolean, last: { answers: CompiledToken }): Store => {
  let seen: Token | undefined;
  const answers = () => {
    const { status, token } = access.snapshot();
    if (status === 'valid' && token && token !== seen) {
      seen = token;
      last.answers = compile(token);
    }
    return covered() ? last.answers : access;
  };
  return {
    ...access,
    can: (permission) => answers().can(permission),
    hasRole: (role) => answers().hasRole(role),
    at: (on) => answers().at(on),
  };
};

const NO_ONE: Token = { sub: '', roles: [], permissions: [], exp: 0 };

const unloaded = () => new Error('A part of @licet/react did not load. Reload the page.');

const outsidePart = /* @__PURE__ */ later(() => import('./outside.tsx'));
const coverPart = /* @__PURE__ */ later(() => import('./cover.tsx'));

/** Makes the page inert until the cover is loaded. The Escape key closes the dialog, so the dialog is opened again. */
const inert = (dialog: HTMLDialogElement | null): void => {
  dialog?.showModal?.();
  coverPart.load();
};

const gatePart = /* @__PURE__ */ later(() => import('./step-up-gate.tsx'));

/** Returns a string that is equal for equal requirements. A requirement that cannot be serialised is always refused. */
const questionOf = (wants: RouteWants): string => {
  try {
    return JSON.stringify(wants);
  } catch {
    return '';
  }
};

export type Phase = 'waiting' | 'signed-out' | 'malformed' | 'known';

/**
 * Returns the phase of the guard. An expired token means `waiting` if the source renews tokens, otherwise
 * `signed-out`.
 */
const phaseOf = ({ snapshot, source }: Access): Phase => {
  const { status } = snapshot();
  if (status === 'valid') return 'known';
  if (status === 'malformed') return status;
  return status === 'loading' || (status === 'expired' && source.refresh) ? 'waiting' : 'signed-out';
};

/** The sources whose user was admitted on this page. */
const entered = /* @__PURE__ */ new WeakSet<object>();

/**
 * Returns the key of a source in `entered`. All sources without a sign-in share one key, because `AccessProvider` with
 * `token` creates a new source for each user.
 */
const entryOf = (source: AccessSource): object => (source.signIn ? source : entered);
