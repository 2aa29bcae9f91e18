import { type Compiled, compile, type PermissionName, type RoleName, readClaims, type Token } from '@licet/rule';
import { payloadOf } from './access-payload.ts';
import type { AccessSource, SignInState } from './source.ts';

/** The state of the user, in one word. Guards admit the user only if it is `valid`. */
export type AccessStatus = 'loading' | 'signed-out' | 'valid' | 'expired' | 'malformed';

/** The content of the current token, and whether it is valid. It stays the same object until something changes. */
export interface AccessSnapshot {
  readonly status: AccessStatus;
  /** The token's claims, valid or not; undefined without a readable one. */
  readonly token: Token | undefined;
}

/** Applies the rule to a source's current token, for any number of guards. */
export interface Access {
  readonly source: AccessSource;
  readonly snapshot: () => AccessSnapshot;
  /** Whether the token is valid, and lists the permission or the role admin. */
  readonly can: (permission: PermissionName) => boolean;
  /** Whether the token is valid and lists the role. */
  readonly hasRole: (role: RoleName) => boolean;
  /**
   * Called after any change; the listener reads what changed. A function that is added several times is called once per
   * change.
   * @returns ends the subscription
   */
  readonly subscribe: (listener: () => void) => () => void;
  /**
   * The access for server rendering and hydration. A source may know the state immediately in the browser but not on
   * the server; then both render as `loading`, so that the HTML matches. Default: this access itself.
   */
  readonly atServer?: Access | undefined;
}

export interface AccessOptions {
  /** Maps the claims of another issuer's payload to those of the rule. Any error makes the token malformed. */
  readonly claims?: ((payload: Record<string, unknown>) => unknown) | undefined;
}

/**
 * Applies the rule to the token that a source holds, and notifies listeners when the result of a check may have
 * changed: when the source reports a change, and at the token's `exp`. It never throws: an unreadable token is
 * `malformed` and permits nothing.
 *
 * While there are listeners, a timer watches the expiry and checks do not read the clock. Without listeners there is no
 * timer, and each check reads the clock.
 *
 * @example
 * import { createAccess } from '@licet/client';
 *
 * const payload = { sub: 'ada', roles: ['billing'], permissions: ['invoices.read'], exp: Date.now() / 1000 + 300 };
 * const signInState = { status: 'held', token: payload } as const;
 * const access = createAccess({ current: () => signInState, subscribe: () => () => {} });
 * access.can('invoices.read'); // true
 * access.can('invoices.refund'); // false
 * access.hasRole('billing'); // true
 * access.snapshot().status; // 'valid'
 */
export const createAccess = (source: AccessSource, { claims = (payload) => payload }: AccessOptions = {}): Access => {
  const listeners = new Set<() => void>();
  let signInState: SignInState | undefined;
  let token: Token | undefined;
  let answers: Compiled | undefined;
  // Undefined until it is checked, which happens before any read.
  let snapshot = {} as AccessSnapshot;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let leave: () => void;

  const check = (): void => {
    let status: AccessStatus = 'malformed';
    let left = 0;
    try {
      const latest = source.current();
      if (latest !== signInState) {
        signInState = latest;
        token = answers = undefined;
        snapshot = {} as AccessSnapshot;
        if (latest.status === 'held') {
          token = readClaims(claims(payloadOf(latest.token)));
          answers = compile(token);
        }
      }
      if (token) {
        const now = source.now?.() ?? Date.now() / 1000;
        status = 'expired';
        // The result of `isValid`, without parsing again.
        if (Number.isFinite(now) && now < token.exp) {
          left = (token.exp - now) * 1000 + 1;
          status = token.permissions_ref == null || token.permissions.length ? 'valid' : 'loading';
        }
      } else if (latest.status !== 'held') status = latest.status;
    } catch {}
    clearTimeout(timer);
    // setTimeout accepts 31 bits of milliseconds, and fires immediately for a longer delay.
    if (left && listeners.size) timer = setTimeout(check, Math.min(left, 2 ** 31 - 1));
    if (status !== snapshot.status) {
      snapshot = { status, token };
      for (const listener of listeners) listener();
    }
  };
  const fresh = (): AccessSnapshot => {
    if (!listeners.size) check();
    return snapshot;
  };
  const valid = (): Compiled | undefined => (fresh().status === 'valid' ? answers : undefined);

  return {
    source,
    snapshot: fresh,
    can: (permission) => !!valid()?.can(permission),
    hasRole: (role) => !!valid()?.hasRole(role),
    subscribe: (listener) => {
      if (listeners.add(listener).size < 2) {
        const stop = source.subscribe(check);
        const end = new AbortController();
        // Events after sleep, when timers did not run. `visibilitychange` is fired at the document and bubbles up to
        // window. A server's global object has no addEventListener.
        for (const wake of ['visibilitychange', 'pageshow', 'online']) globalThis.addEventListener?.(wake, check, end);
        leave = () => {
          stop();
          end.abort();
          clearTimeout(timer);
        };
        check();
      }
      return () => {
        if (listeners.delete(listener) && !listeners.size) leave();
      };
    },
  };
};
