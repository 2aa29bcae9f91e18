import type { PermissionName, RoleName } from '@licet/rule';
import type { AccessRequest, Catalogue, OffersAtOnce, OwnDecision, RequestComment, TakenAtOnce } from './wire.ts';

/**
 * The sign-in state of a source. It is the same object until something changes.
 *
 * - `loading`: not known yet, because it is being restored or the list of permissions has not arrived
 * - `signed-out`: there is no token. If the session ended without the user signing out, `reason` says why in a
 *   sentence, and `code` says the same for programs. With a reason, show it and let the user start the sign-in; do not
 *   redirect automatically.
 * - `held`: `token` is a JWT in compact form, or its payload
 */
export type SignInState =
  | { readonly status: 'loading' }
  | { readonly status: 'signed-out'; readonly reason?: string; readonly code?: string }
  | { readonly status: 'held'; readonly token: unknown };

/** The user, from the ID token of the last sign-in or renewal (OpenID Connect Core 1.0 section 5.1). */
export interface Profile {
  /** The user's id. */
  readonly sub: string;
  readonly name?: string | undefined;
  readonly preferred_username?: string | undefined;
  /** For display and as an address. Never identify a user by it: it changes, and may not be theirs. */
  readonly email?: string | undefined;
  /** The address of a picture. */
  readonly picture?: string | undefined;
}

/** A subscribable source of the current token: Licet's own sign-in, or another issuer's. */
export interface AccessSource {
  readonly current: () => SignInState;
  /** @returns ends the subscription */
  readonly subscribe: (listener: () => void) => () => void;
  /** Seconds since the epoch by the issuer's clock, as estimated from its answers. Default: this machine's clock. */
  readonly now?: () => number;
  readonly signIn?: (options?: SignInOptions) => Promise<void>;
  readonly signOut?: () => Promise<void>;
  /** Renews the token now. @throws if the issuer cannot be reached; the token stays as it is */
  readonly refresh?: () => Promise<void>;
  /** The signed-in user; undefined if no user is signed in. */
  readonly profile?: () => Profile | undefined;
  readonly explain?: ExplainingSource;
}

/** Questions that only Licet's own server can answer. */
export interface ExplainingSource {
  readonly decision: (permission: PermissionName) => Promise<OwnDecision>;
  /**
   * Requests up to 50 decisions in one call; the answers are in the given order. Without this function, each decision
   * is requested separately.
   */
  readonly decisions?: (permissions: readonly PermissionName[]) => Promise<readonly OwnDecision[]>;
  readonly ask: (question: AccessQuestion) => Promise<AccessRequest>;
  readonly withdraw: (request: string) => Promise<AccessRequest>;
  /** The comments on a request, oldest first. A source without this function shows none. */
  readonly comments?: (request: string) => Promise<readonly RequestComment[]>;
  /**
   * Comments on a pending request.
   * @throws the issuer's answer
   */
  readonly comment?: (request: string, text: string) => Promise<RequestComment>;
  /**
   * Takes a role without approval (emergency access), as `atOnce` of a decision offers it. The owners are notified of
   * the reason, and it is reviewed afterwards.
   * @throws the issuer's answer, such as a `LicetError` with the code `sign_in_again`
   */
  readonly takeAtOnce?: (role: string, reason: string) => Promise<TakenAtOnce>;
  /**
   * The roles that the user may take without approval. A refusal for a missing role offers to take it if it is one of
   * these.
   */
  readonly offersAtOnce?: () => Promise<OffersAtOnce>;
  readonly catalogue: () => Promise<Catalogue>;
  /** The address of the console, where a user can see and do more. */
  readonly consoleUrl: string;
  /**
   * Called when one of this user's requests changes: a step was approved, it was decided, or a comment was added.
   * @returns ends the subscription
   */
  readonly onDecided: (listener: (request: string) => void) => () => void;
}

export interface SignInOptions {
  /** The path and query of this origin to continue at; by default the present one. */
  readonly returnTo?: string;
  /** A name that the sign-in page fills in. */
  readonly loginHint?: string;
  /** Further parameters, such as `max_age`, `acr_values` or `ui_locales` (OpenID Connect Core 1.0 section 3.1.2.1). */
  readonly parameters?: Readonly<Record<string, string>>;
}

/** Requests one role or one permission. */
export type AccessQuestion = {
  readonly reason: string;
  /** The duration in seconds, from the approval. */
  readonly seconds: number;
  /** The place of the request, for approvers: `button “Refund” on invoice 2026-0417`. */
  readonly place?: string;
} & ({ readonly permission: PermissionName } | { readonly role: RoleName });
