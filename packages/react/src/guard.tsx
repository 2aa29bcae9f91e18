'use client';

import type { Access, AccessSource, AccessStatus } from '@licet/client';
import type { PermissionName } from '@licet/rule';
import { lazy, type ReactNode, Suspense, useContext, useEffect, useSyncExternalStore } from 'react';
import { AccessContext } from './access-provider.ts';
import { useAnswer } from './use-answer.ts';
import { permits, type Wants } from './wants.ts';

/** What the route asks for; nothing: that somebody is signed in. */
type RouteWants =
  | Wants
  | { readonly permission?: never; readonly role?: never; readonly any?: never; readonly all?: never };

export type GuardProps = RouteWants & {
  readonly children?: ReactNode;
  /** While it is not known yet who is signed in. Nothing unless told. */
  readonly loading?: ReactNode;
  /** While nobody is signed in; unless told, signing in is started, once. */
  readonly signedOut?: ReactNode;
  /** For somebody who is signed in and may not; `<Denied>` unless told. */
  readonly fallback?: ReactNode;
};

/**
 * Guards a route: waits, lets sign in, lets through, or refuses.
 *
 * @example
 * <Guard permission="reports.read" loading={<p>One moment …</p>}>
 *   <h1>Reports</h1>
 * </Guard>
 */
export const Guard = ({ children, loading, signedOut, fallback, ...wants }: GuardProps): ReactNode => {
  const { permission, role, any, all } = wants;
  const access = useContext(AccessContext);
  const open = permission === undefined && role === undefined && any === undefined && all === undefined;
  const permitted = useAnswer((asked) => (open ? asked.snapshot().status === 'valid' : permits(asked, wants as Wants)));
  const standing = () => standingOf(access.snapshot().status, access.source);
  const now = useSyncExternalStore(access.subscribe, standing, standing);
  const lacking = () => lackOf(access, wants);
  const missing = useSyncExternalStore(access.subscribe, lacking, lacking);
  const starts = now === 'signed-out' && signedOut === undefined;
  useEffect(() => {
    if (starts) startSignIn(access.source);
  }, [starts, access]);
  if (permitted) return children;
  if (now === 'waiting') return loading;
  if (now === 'signed-out') return signedOut ?? loading;
  if (fallback !== undefined) return fallback;
  return (
    <Suspense fallback={loading}>
      <LazyDenied store={access} subject={{ permission: missing, role }} />
    </Suspense>
  );
};

const LazyDenied = /* @__PURE__ */ lazy(async () => ({
  default: (await import('./denied/denied-card.tsx')).DeniedCard,
}));

/** What a refusal speaks of: of several permissions the first that is missing. */
const lackOf = ({ can }: Access, { permission, any, all }: RouteWants): PermissionName | undefined => {
  try {
    return permission ?? all?.find((name) => !can(name)) ?? any?.[0];
  } catch {
    return undefined;
  }
};

/** An expired token is waited for where the source renews it by itself, and signs out if it cannot. */
const standingOf = (status: AccessStatus, source: AccessSource): 'waiting' | 'signed-out' | 'known' =>
  status === 'valid'
    ? 'known'
    : status === 'loading' || (status === 'expired' && source.refresh)
      ? 'waiting'
      : 'signed-out';

const starting = /* @__PURE__ */ new WeakSet<AccessSource>();

const startSignIn = (source: AccessSource): void => {
  if (!source.signIn || starting.has(source)) return;
  starting.add(source);
  // A sign-in that did not begin may be started again by the next guard.
  Promise.resolve(source.signIn())
    .catch(() => undefined)
    .finally(() => starting.delete(source));
};
