import {
  type Compiled,
  type CompiledToken,
  compile,
  type On,
  type PermissionName,
  type RoleName,
  readClaims,
  type Token,
} from '@licet/rule';
import type { AccessSource, SignInState } from './source.ts';

/** The state of the user. Guards admit the user only in the state `valid`. */
export type AccessStatus = 'loading' | 'signed-out' | 'valid' | 'expired' | 'malformed';

/**
 * The content of the current token, and whether the token is valid. The object stays the same until its content
 * changes.
 */
export interface AccessSnapshot {
  readonly status: AccessStatus;
  /** The token's claims, whether the token is valid or not. Undefined if there is no readable token. */
  readonly token: Token | undefined;
}

/** The checks of a token, everywhere or on one resource. */
export interface Answers {
  /** Returns whether the token is valid and contains the permission or the role admin. */
  readonly can: (permission: PermissionName) => boolean;
  /** Returns whether the token is valid and contains the role. */
  readonly hasRole: (role: RoleName) => boolean;
}

/** Applies the rule to the current token of a source. */
export interface Access extends Answers {
  readonly source: AccessSource;
  readonly snapshot: () => AccessSnapshot;
  /**
   * Returns the same checks on a resource: what holds everywhere counts, and what holds on one of the names in `on`.
   * @param on the resource and everything that it lies in, such as `['shop:berlin', 'region:de']`; without it, only what
   * holds everywhere counts
   */
  readonly at: (on?: On) => Answers;
  /**
   * Calls the listener, without arguments, after every change. A listener that is added several times is called once
   * per change.
   * @returns a function that ends the subscription
   */
  readonly subscribe: (listener: () => void) => () => void;
  /**
   * The access for server rendering and hydration. It is needed if the source knows its state immediately in the
   * browser but not on the server. Server and browser then first render `loading`, so that the HTML matches. Default:
   * this access itself.
   */
  readonly atServer?: Access | undefined;
}

export interface AccessOptions {
  /**
   * Maps the payload of another issuer's token to the claims of the rule. If the function throws, the token is
   * malformed.
   */
  readonly claims?: ((payload: Record<string, unknown>) => unknown) | undefined;
}

/**
 * Applies the rule to the token that a source holds. Notifies listeners when the result of a check may have changed:
 * when the source reports a change, and at the token's `exp`. No function throws: an unreadable token has the status
 * `malformed` and permits nothing.
 *
 * While there are listeners, a timer watches the expiry, and checks do not read the clock. Without listeners, there
 * is no timer, and each check reads the clock.
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
  let answers: CompiledToken | undefined;
  // `check` assigns this variable before the first read.
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
        // This condition equals `isValid` of the rule, but does not parse the token again.
        if (Number.isFinite(now) && now < token.exp) {
          left = (token.exp - now) * 1000 + 1;
          status = token.permissions_ref == null || token.permissions.length ? 'valid' : 'loading';
        }
      } else if (latest.status !== 'held') status = latest.status;
    } catch {}
    clearTimeout(timer);
    // The maximum delay of setTimeout is 2^31 - 1 ms. With a longer delay, the timer fires immediately.
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
  const there = (on: On | undefined): Compiled | undefined =>
    fresh().status === 'valid' ? (on === undefined ? answers : answers?.at(on)) : undefined;
  const at = (on?: On): Answers => ({
    can: (permission) => !!there(on)?.can(permission),
    hasRole: (role) => !!there(on)?.hasRole(role),
  });

  return {
    source,
    snapshot: fresh,
    ...at(),
    at,
    subscribe: (listener) => {
      if (listeners.add(listener).size < 2) {
        const stop = source.subscribe(check);
        const end = new AbortController();
        // These events follow a sleep of the machine. Timers do not run during a sleep, so check again.
        // `visibilitychange` fires at the document and bubbles to the window. On a server, the global object has no
        // addEventListener.
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

/** The claims of any issuer, with any properties. */
export type Payload = Record<string, unknown>;

/**
 * Returns the payload of a JWS in compact serialization. Parses as strictly as `decode` of `@licet/rule`, but keeps
 * every claim, because other issuers use other claim names. Returns a value that is not a string unchanged, as the
 * payload.
 * @throws any error; the caller then treats the token as malformed
 */
export const payloadOf = (token: unknown): Payload => {
  if (typeof token !== 'string') return token as Payload;
  const [, payload] = token.match(/^[\w-]+\.([\w-]+)\.[^.]*$/) as unknown as [string, string];
  const bytes = atob(payload.replace(/-/g, '+').replace(/_/g, '/'));
  // `escape` turns each byte into a percent escape that decodeURIComponent can read. This is a strict UTF-8 decoder
  // in every browser.
  return JSON.parse(decodeURIComponent(escape(bytes)));
};
