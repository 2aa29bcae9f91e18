import type { ConnectionTest, ProviderConnection } from '@licet/contract';
import type { Directories } from '../ldap/directories.ts';

/** Where this Licet is sent back to by every provider. */
export const returnPath = '/sign-in/return';

/** A provider, with what this Licet proves itself there with. */
export interface Provider
  extends Pick<
    ProviderConnection,
    'id' | 'name' | 'kind' | 'issuer' | 'clientId' | 'proof' | 'scopes' | 'groupsClaim' | 'version'
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
  readonly directories: Directories;
}
