import type { PermissionName, RoleName } from '@licet/rule';
import type { AccessRequest, Catalogue, OffersAtOnce, OwnDecision, RequestComment, TakenAtOnce } from './wire.ts';

/**
 * The sign-in state of a source. The object stays the same until the state changes.
 *
 * - `loading`: the state is not known yet, because it is being restored or the permission list has not arrived.
 * - `signed-out`: there is no token. If the session ended without a sign-out by the user, `reason` is a sentence that
 * says why, and `code` is the reason for programs. In this case, show the reason and let the user start the sign-in.
 * Do not redirect automatically.
 * - `held`: `token` is a JWT in compact serialization, or its payload.
 */
export type SignInState =
  | { readonly status: 'loading' }
  | { readonly status: 'signed-out'; readonly reason?: string; readonly code?: string }
  | { readonly status: 'held'; readonly token: unknown };

/** The user's profile, from the ID token of the last sign-in or renewal (OpenID Connect Core 1.0 section 5.1). */
export interface Profile {
  readonly sub: string;
  readonly name?: string | undefined;
  readonly preferred_username?: string | undefined;
  /**
   * For display and for mail only. Never identify a user by this address, because it can change and may belong to
   * another person.
   */
  readonly email?: string | undefined;
  readonly picture?: string | undefined;
}

/** A source of the current token: Licet's own sign-in, or another issuer's. */
export interface AccessSource {
  readonly current: () => SignInState;
  /** @returns a function that ends the subscription */
  readonly subscribe: (listener: () => void) => () => void;
  /**
   * Returns seconds since the epoch by the issuer's clock, as estimated from its responses. Default: this machine's
   * clock.
   */
  readonly now?: () => number;
  readonly signIn?: (options?: SignInOptions) => Promise<void>;
  readonly signOut?: () => Promise<void>;
  /**
   * Renews the token now.
   * @throws if the issuer is unreachable; the token then stays unchanged
   */
  readonly refresh?: () => Promise<void>;
  /** Returns the profile of the signed-in user, or undefined if no user is signed in. */
  readonly profile?: () => Profile | undefined;
  readonly explain?: ExplainingSource;
}

/** The functions that call Licet's server, for example to explain a decision or to request access. */
export interface ExplainingSource {
  readonly decision: (permission: PermissionName) => Promise<OwnDecision>;
  /**
   * Requests up to 50 decisions in one call, and returns them in the order of `permissions`. Without this function,
   * each decision is requested separately.
   */
  readonly decisions?: (permissions: readonly PermissionName[]) => Promise<readonly OwnDecision[]>;
  readonly ask: (question: AccessQuestion) => Promise<AccessRequest>;
  readonly withdraw: (request: string) => Promise<AccessRequest>;
  /** Returns the comments on a request, oldest first. Without this function, no comments are shown. */
  readonly comments?: (request: string) => Promise<readonly RequestComment[]>;
  /**
   * Adds a comment to a pending request.
   * @throws the error that the issuer reports
   */
  readonly comment?: (request: string, text: string) => Promise<RequestComment>;
  /**
   * Grants a role to the user without approval (emergency access), if `atOnce` of a decision offers the role. Licet
   * sends the reason to the owners, and the use is reviewed afterwards.
   * @throws the error that the issuer reports, such as a `LicetError` with the code `sign_in_again`
   */
  readonly takeAtOnce?: (role: string, reason: string) => Promise<TakenAtOnce>;
  /**
   * Returns the roles that the user may take without approval. If the user lacks such a role, the refusal offers to
   * take it.
   */
  readonly offersAtOnce?: () => Promise<OffersAtOnce>;
  readonly catalogue: () => Promise<Catalogue>;
  /** The URL of the console. */
  readonly consoleUrl: string;
  /**
   * Calls the listener when one of this user's requests changes: a step was approved, the request was decided, or a
   * comment was added.
   * @returns a function that ends the subscription
   */
  readonly onDecided: (listener: (request: string) => void) => () => void;
}

export interface SignInOptions {
  /** The path and query of this origin at which to continue. Default: the current path and query. */
  readonly returnTo?: string;
  /** A user name with which the sign-in page is prefilled. */
  readonly loginHint?: string;
  /**
   * Further parameters of the authorization request, such as `max_age`, `acr_values` or `ui_locales` (OpenID Connect
   * Core 1.0 section 3.1.2.1).
   */
  readonly parameters?: Readonly<Record<string, string>>;
}

/** A request for one role or one permission. */
export type AccessQuestion = {
  readonly reason: string;
  /** The duration of the access in seconds, from the approval. */
  readonly seconds: number;
  /** Tells approvers where the user made the request, such as `button “Refund” on invoice 2026-0417`. */
  readonly place?: string;
} & ({ readonly permission: PermissionName } | { readonly role: RoleName });

export interface Listeners<T extends unknown[]> {
  /** @returns a function that ends the subscription */
  readonly add: (listener: (...values: T) => void) => () => void;
  readonly tell: (...values: T) => void;
}

/** Creates a list of listeners. A function may be added twice. Each subscription is called and ended separately. */
export const listeners = <T extends unknown[] = []>(): Listeners<T> => {
  const all = new Set<(...values: T) => void>();
  return {
    add: (listener) => {
      const own = (...values: T) => listener(...values);
      all.add(own);
      return () => {
        all.delete(own);
      };
    },
    tell: (...values) => {
      for (const listener of [...all]) listener(...values);
    },
  };
};
