'use client';

import type { Access, AccessRequest, ExplainingSource, OwnDecision } from '@licet/client';
import type { On, PermissionName } from '@licet/rule';
import { useEffect, useRef, useState } from 'react';
import { forgetTyped } from '../forget-typed.ts';
import { ownerOf } from '../token-claims.ts';
import { requestIn, useDecisionOf } from '../use-decision-of.ts';
import { useRead } from '../use-read.ts';
import type { Subject } from './denied-button.tsx';
import type { Words } from './words.ts';

export interface Refusal {
  readonly kind: 'permission' | 'role';
  readonly name: string;
  /** The resource on which the name is needed, if it is not needed everywhere. */
  readonly on: string | undefined;
  /** Whether the token's access on resources is separate, so that the answer is not known. */
  readonly incomplete: boolean;
  /** The owner of the typed text and the request: issuer, application and user. */
  readonly owner: string | undefined;
  readonly permitted: boolean;
  readonly decision: OwnDecision | undefined;
  readonly explains: boolean;
  readonly loading: boolean;
  readonly error: Error | undefined;
  readonly request: AccessRequest | null;
  readonly reasonsUrl: string | undefined;
  /**
   * Milliseconds since the epoch by the issuer's clock. The value advances twice a minute while the refusal is shown.
   */
  readonly now: number;
  readonly ask: (question: { reason: string; seconds: number }) => Promise<unknown>;
  readonly withdraw: (request: AccessRequest) => Promise<void>;
  /** The functions for comments; undefined if the source has no comments. */
  readonly talk: Pick<ExplainingSource, 'comments' | 'comment'> | undefined;
  readonly reload: () => void;
}

/**
 * Returns the state of a refusal: the decision, the user's request and the functions to change it.
 * @param shown whether the refusal is visible; only a visible refusal requests decisions and updates `now`
 */
export const useRefusal = (
  access: Access,
  subject: Subject,
  { shown, place }: { readonly shown: boolean; readonly place: () => string },
): Refusal => {
  const { source } = access;
  // The server decides on what holds everywhere. Its decision and a request would be about more than the resource.
  const explain = subject.on === undefined ? source.explain : undefined;
  const permission = textOf(subject.permission);
  const role = textOf(subject.role);
  const byRole = subject.role !== undefined;
  const explained = useDecisionOf(access, permission ?? NAMELESS, {
    enabled: shown && !byRole && permission !== undefined,
    on: subject.on,
  });
  const permitted = useRead(access, (read) => {
    const { can, hasRole } = read.at(subject.on);
    return byRole ? role !== undefined && hasRole(role) : permission !== undefined && can(permission);
  });
  const incomplete = useRead(access, isIncomplete) && subject.on !== undefined && !permitted;
  const owner = useOwner(access);
  const [asked, setAsked] = useState<{ readonly by: string | undefined; readonly request: AccessRequest }>();
  const now = useNow(source.now, shown);
  const { decision } = explained;
  const ofRole = asked?.by === owner ? (asked?.request ?? null) : null;
  return {
    kind: byRole ? 'role' : 'permission',
    name: role ?? permission ?? '',
    owner,
    on: nameOf(subject.on),
    incomplete,
    permitted: byRole || explain === undefined ? permitted : explained.permitted,
    decision,
    explains: explain !== undefined && (role ?? permission ?? '') !== '',
    loading: explained.loading,
    error: explained.error,
    request: byRole ? ofRole : (decision?.request ?? null),
    reasonsUrl: explain && reasonsAt(explain.consoleUrl, decision, access.snapshot().token?.sub),
    now,
    ask: async (question) => {
      const at = { ...question, place: place() };
      if (!byRole) return explained.ask(at);
      // On a resource, this throws the reason why no request is possible.
      if (subject.on !== undefined) return explained.ask(at);
      if (role === undefined || !explain) return undefined;
      const request = requestIn(await explain.ask({ ...at, role }));
      setAsked({ by: owner, request });
      return request;
    },
    withdraw: async (request) => {
      if (!byRole) return explained.withdraw();
      if (explain) setAsked({ by: owner, request: requestIn(await explain.withdraw(request.id)) });
    },
    talk: explain,
    reload: explained.reload,
  };
};

/**
 * Returns the name if it is a non-empty string. Untyped code may pass any value, and other values cannot be shown or
 * requested.
 */
const textOf = <Name extends string>(name: Name | undefined): Name | undefined =>
  typeof name === 'string' && name !== '' ? name : undefined;

/** Returns the resource, without what it lies in. */
const nameOf = (on: On | undefined): string | undefined => textOf([on].flat()[0]);

/** Returns whether the token's access on resources is separate. */
const isIncomplete = ({ snapshot }: Access): boolean => snapshot().token?.on_ref !== undefined;

const NAMELESS = '' as PermissionName;

const useNow = (clock: (() => number) | undefined, shown: boolean): number => {
  const read = () => (clock ? clock() * 1000 : Date.now());
  const [now, setNow] = useState(read);
  useEffect(() => {
    if (!shown) return;
    const tick = () => setNow(clock ? clock() * 1000 : Date.now());
    tick();
    const timer = setInterval(tick, 30_000);
    return () => clearInterval(timer);
  }, [clock, shown]);
  return now;
};

/** Returns the URL of the console page that explains this decision. */
const reasonsAt = (consoleUrl: string, decision: OwnDecision | undefined, user = ''): string | undefined => {
  if (!decision) return undefined;
  try {
    const url = new URL('explain', consoleUrl.endsWith('/') ? consoleUrl : `${consoleUrl}/`);
    // Never link to a URL that runs a script, although the URL comes from the application's own source.
    if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined;
    url.search = String(
      new URLSearchParams({
        ask: 'may',
        user,
        application: decision.application.id,
        permission: decision.permission.name,
      }),
    );
    return url.href;
  } catch {
    return undefined;
  }
};

/**
 * Returns the owner of the typed text. While a token is loading, returns the last owner. When the owner's session
 * ends, deletes the text.
 */
const useOwner = (access: Access): string | undefined => {
  const present = useRead(access, ownerOf);
  const out = useRead(access, ({ snapshot }) => snapshot().status === 'signed-out');
  const [owner, setOwner] = useState(present);
  const next = out ? undefined : (present ?? owner);
  if (next !== owner) setOwner(next);
  const before = useRef(next);
  useEffect(() => {
    if (before.current !== undefined && before.current !== next) forgetTyped();
    before.current = next;
  }, [next]);
  return next;
};

/** The reason why no user is signed in, and what the user can do about it. */
export interface SignedOut {
  readonly text: (words: Words) => string;
  /** Retries a sign-in that could not begin. */
  readonly again?: () => Promise<void>;
  /** True if no server responded. In this case, the sign-in is retried automatically. */
  readonly unanswered?: boolean;
}
