import type { ConnectionTest, ProviderConnection } from '@licet/contract';
import type { Directories } from '../directories/directories.ts';

/** Where every provider sends people back to: with its answer, and after signing out there. */
export const returnPath = '/sign-in/return';
export const signedOutPath = '/sign-out/return';

/**
 * How a person is called, beside an answer: Apple tells it by the browser, once, and signs it nowhere. So it names a new user, who can
 * call themselves as they like anyway, and says nothing of who they are.
 */
export const nameTold = 'name';

/** Where a provider says that a session has ended over there. */
export const backchannelLogoutPath = (connectionId: string): string => `/backchannel-logout/${connectionId}`;

/** A provider, with what this Licet proves itself there with. */
export interface Provider
  extends Pick<
    ProviderConnection,
    'id' | 'name' | 'kind' | 'issuer' | 'clientId' | 'proof' | 'scopes' | 'groupsClaim' | 'signsOutThere' | 'version'
  > {
  /** The secret, or the private key as a JWK; null when none is kept. */
  readonly secret: string | null;
}

/** What is kept here between leaving for a provider and coming back. */
export interface Errand {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

export interface Leaving extends Errand {
  /** Whether the person is to prove it there again, although they are signed in there. */
  readonly again: boolean;
  /** The name that was typed here. */
  readonly hint: string | null;
  readonly locales: string | null;
}

/** Who somebody is over there, as the provider has proved it. */
export interface Proved {
  readonly issuer: string;
  readonly subject: string;
  readonly name: string | null;
  readonly username: string | null;
  readonly email: string | null;
  /** Null when the provider says neither. */
  readonly emailVerified: boolean | null;
  /** What they are in over there; null when the provider leaves open what. */
  readonly groups: readonly string[] | null;
  /** What the provider says of the sign-in. */
  readonly acr: string | null;
  readonly amr: readonly string[];
  /** When they proved it there, in seconds since the epoch. */
  readonly authenticatedAt: number | null;
  /** The provider's own session (OpenID Connect Front-Channel Logout 1.0 section 3), and the token that says all this, to sign out there. */
  readonly sid: string | null;
  readonly idToken: string | null;
}

/** Signing out over there, in the browser. */
export interface SigningOut {
  readonly idToken: string | null;
  readonly state: string;
  readonly locales: string | null;
}

/** What a provider says has ended over there: one session, or, without `sid`, all of somebody. One of both is always said. */
export interface EndedThere {
  readonly issuer: string;
  readonly subject: string | null;
  readonly sid: string | null;
  /** What names the message, so that it counts once. */
  readonly id: string;
}

/** The issuer of a directory's accounts: they stay whose they are when it moves to another address. */
export const directoryIssuer = (connectionId: string): string => `ldap:${connectionId}`;

/** Speaks to other providers. */
export interface Upstream {
  /** Where the browser goes. @throws Refusal `provider_unreachable`, `provider_wrong` */
  leave(provider: Provider, leaving: Leaving): Promise<string>;
  /** What came back, verified. @throws Refusal `provider_unreachable`, `provider_wrong`, `provider_refused` */
  comeBack(provider: Provider, answer: URLSearchParams, errand: Errand): Promise<Proved>;
  test(provider: Provider): Promise<ConnectionTest>;
  /** Where the browser signs out over there; null when the provider has no place for it. @throws Refusal `provider_unreachable`, `provider_wrong` */
  signOut(provider: Provider, signingOut: SigningOut): Promise<string | null>;
  /** What a logout token of the provider says, verified. @throws Refusal `invalid_request`, `provider_unreachable`, `provider_wrong` */
  endedThere(provider: Provider, token: string, now: string): Promise<EndedThere>;
  readonly directories: Directories;
}
