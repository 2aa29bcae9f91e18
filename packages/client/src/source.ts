import type { PermissionName, RoleName } from '@licet/rule';
import type { AccessRequest, Catalogue, OffersAtOnce, OwnDecision, RequestComment, TakenAtOnce } from './wire.ts';

/**
 * Who is signed in at a source, as far as it knows. The same object as long as nothing has changed, another one when anything has.
 *
 * - `loading`: not known yet: it is being restored, or the list of permissions is on its way
 * - `signed-out`: there is no token; `reason` is a sentence that says why when it went by itself, `code` the same for programs. With
 *   a reason an application shows it and lets the person sign in; it does not leave for the sign-in by itself
 * - `held`: `token` is a JWT in compact form, or its payload
 */
export type SignInState =
  | { readonly status: 'loading' }
  | { readonly status: 'signed-out'; readonly reason?: string; readonly code?: string }
  | { readonly status: 'held'; readonly token: unknown };

/** Who is signed in, as the ID token of the last sign-in or renewal says (OpenID Connect Core 1.0 section 5.1). */
export interface Profile {
  /** The user's id. */
  readonly sub: string;
  readonly name?: string | undefined;
  readonly preferred_username?: string | undefined;
  /** To show, or to write to; never to know somebody by: it changes, and may not be theirs. */
  readonly email?: string | undefined;
  /** The address of a picture. */
  readonly picture?: string | undefined;
}

/** Something with a current token to subscribe to: Licet's own sign-in, or whatever brings a token of another issuer. */
export interface AccessSource {
  readonly current: () => SignInState;
  /** @returns ends the subscription */
  readonly subscribe: (listener: () => void) => () => void;
  /** Seconds since the epoch by the issuer's clock, as far as it is known; without it this machine's. */
  readonly now?: () => number;
  readonly signIn?: (options?: SignInOptions) => Promise<void>;
  readonly signOut?: () => Promise<void>;
  /** Renews the token now. @throws when the issuer cannot be reached; the token stays as it is */
  readonly refresh?: () => Promise<void>;
  /** Who is signed in; undefined when nobody is. */
  readonly profile?: () => Profile | undefined;
  readonly explain?: ExplainingSource;
}

/** What only Licet's own server can answer. */
export interface ExplainingSource {
  readonly decision: (permission: PermissionName) => Promise<OwnDecision>;
  /** Several at once, at most 50, in the order in which they are asked for; a source without it is asked for each alone. */
  readonly decisions?: (permissions: readonly PermissionName[]) => Promise<readonly OwnDecision[]>;
  readonly ask: (question: AccessQuestion) => Promise<AccessRequest>;
  readonly withdraw: (request: string) => Promise<AccessRequest>;
  /** What was said about a request, the oldest first; a source without them shows none. */
  readonly comments?: (request: string) => Promise<readonly RequestComment[]>;
  /** Says something about a request that waits. @throws what the issuer answers */
  readonly comment?: (request: string, text: string) => Promise<RequestComment>;
  /**
   * Takes a role at once, as `atOnce` of a decision offers it, with a reason: its owners are told, and somebody reviews it.
   * @throws what the issuer answers, such as a `LicetError` with the code `sign_in_again`
   */
  readonly takeAtOnce?: (role: string, reason: string) => Promise<TakenAtOnce>;
  /** The roles that the person may take at once: a refusal for want of a role offers it where it is among them. */
  readonly offersAtOnce?: () => Promise<OffersAtOnce>;
  readonly catalogue: () => Promise<Catalogue>;
  /** Where a person reads and does more: the console's address. */
  readonly consoleUrl: string;
  /** Told when something became of a request of this person: a step was approved, it was decided, or somebody said something about it. @returns ends the subscription */
  readonly onDecided: (listener: (request: string) => void) => () => void;
}

export interface SignInOptions {
  /** Where to go on afterwards, as path and query of this origin; without it, where one is. */
  readonly returnTo?: string;
  /** A name to fill in at the sign-in page. */
  readonly loginHint?: string;
  /** What else to ask for, as `max_age`, `acr_values` or `ui_locales` (OpenID Connect Core 1.0 section 3.1.2.1). */
  readonly parameters?: Readonly<Record<string, string>>;
}

/** Asks for one role or one permission. */
export type AccessQuestion = {
  readonly reason: string;
  /** For how long, in seconds, counted from the approval. */
  readonly seconds: number;
  /** Where it is asked from, for whoever decides: `button “Refund” on invoice 2026-0417`. */
  readonly place?: string;
} & ({ readonly permission: PermissionName } | { readonly role: RoleName });
