import { type ConnectionTest, limits, type ProviderConnection } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import { connectionSecret, type StoredDirectory, type StoredProvider } from '../../store/connections/connections.ts';
import type { Queryable } from '../../store/kernel/pool.ts';
import type { Directories } from '../directories/directories.ts';
import type { Directory } from '../directories/directory.ts';
import { aboutConnection, type Secrets } from '../keys/secrets.ts';

/** The return address for every provider, after a sign-in and after a sign-out there. */
export const returnPath = '/sign-in/return';
export const signedOutPath = '/sign-out/return';

/**
 * The parameter with the person's name. Apple sends it through the browser, once and unsigned. So it identifies no
 * user, and only sets the name of a new user, who can change it anyway.
 */
export const nameField = 'name';

/** The address for a provider's logout tokens. */
export const backchannelLogoutPath = (connectionId: string): string => `/backchannel-logout/${connectionId}`;

/** A provider, with the credentials for it. */
export interface Provider
  extends Pick<
    ProviderConnection,
    'id' | 'name' | 'kind' | 'issuer' | 'clientId' | 'proof' | 'scopes' | 'groupsClaim' | 'signsOutThere' | 'version'
  > {
  /** The secret, or the private key as a JWK; null if none is stored. */
  readonly secret: string | null;
}

/** The state that is stored while the user is at a provider. */
export interface Errand {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

export interface Leaving extends Errand {
  /** Whether the user must sign in again at the provider, even with a session there. */
  readonly again: boolean;
  /** The username that the user typed. */
  readonly hint: string | null;
  readonly locales: string | null;
}

/** A user's identity at the provider, as proved. */
export interface Proved {
  readonly issuer: string;
  readonly subject: string;
  readonly name: string | null;
  readonly username: string | null;
  readonly email: string | null;
  /** Null if the provider does not say. */
  readonly emailVerified: boolean | null;
  /** The user's groups at the provider; null if the provider does not report them. */
  readonly groups: readonly string[] | null;
  /** The provider's claims about the sign-in. */
  readonly acr: string | null;
  readonly amr: readonly string[];
  /** When the user signed in at the provider, in seconds since the epoch. */
  readonly authenticatedAt: number | null;
  /**
   * The provider's session id (OpenID Connect Front-Channel Logout 1.0 section 3), and the ID token. Both are used to
   * sign out at the provider.
   */
  readonly sid: string | null;
  readonly idToken: string | null;
}

/** The parameters of a sign-out at the provider, in the browser. */
export interface SigningOut {
  readonly idToken: string | null;
  readonly state: string;
  readonly locales: string | null;
}

/**
 * The sessions that ended at a provider: the session with this `sid`, or all sessions of the user if `sid` is null. At
 * least one of `subject` and `sid` is set.
 */
export interface EndedThere {
  readonly issuer: string;
  readonly subject: string | null;
  readonly sid: string | null;
  /** The id of the message, to detect a repetition. */
  readonly id: string;
}

/** The issuer of a directory's accounts. It contains no address, so that users keep their accounts when the directory moves. */
export const directoryIssuer = (connectionId: string): string => `ldap:${connectionId}`;

/** Connects to external providers. */
export interface Upstream {
  /**
   * Returns the address that the browser goes to.
   * @throws Refusal `provider_unreachable`, `provider_wrong`
   */
  leave(provider: Provider, leaving: Leaving): Promise<string>;
  /**
   * Verifies the provider's answer, and returns the proved identity.
   * @throws Refusal `provider_unreachable`, `provider_wrong`, `provider_refused`
   */
  comeBack(provider: Provider, answer: URLSearchParams, errand: Errand): Promise<Proved>;
  test(provider: Provider): Promise<ConnectionTest>;
  /**
   * Returns the sign-out address of the provider; null if it has none.
   * @throws Refusal `provider_unreachable`, `provider_wrong`
   */
  signOut(provider: Provider, signingOut: SigningOut): Promise<string | null>;
  /**
   * Verifies a logout token, and returns what it ends.
   * @throws Refusal `invalid_request`, `provider_unreachable`, `provider_wrong`
   */
  endedThere(provider: Provider, token: string, now: string): Promise<EndedThere>;
  readonly directories: Directories;
}

/**
 * Returns the part of a provider's proof that can be stored. Subject and session id identify the user and the session
 * later, so the sign-in is refused if they cannot be stored exactly. Values of `acr` and `amr` that no connection can
 * be configured to trust are left out.
 * @throws Refusal `provider_wrong`
 */
export function keepable({ name }: Pick<Provider, 'name'>, proved: Proved): Proved {
  const { subject, sid, acr, amr } = proved;
  if (!isValue(subject)) return refuse('provider_wrong', 'provider_fault', { connection: name, fault: 'subject' });
  if (sid !== null && !isValue(sid))
    return refuse('provider_wrong', 'provider_fault', { connection: name, fault: 'session' });
  return {
    ...proved,
    acr: acr !== null && isValue(acr) ? acr : null,
    amr: amr.filter(isValue).slice(0, limits.connectionValuesMax.value),
  };
}

/** OpenID Connect Core 1.0 section 2. The database cannot store a lone surrogate, and no control character belongs in a claim. */
export const isValue = (text: string): boolean =>
  text !== '' && [...text].length <= limits.claimValueMax.value && text.isWellFormed() && !/\p{Cc}/u.test(text);

/** A connection with its decrypted secret. */
export async function providerOf(
  connection: Queryable,
  secrets: Secrets,
  { id, name, kind, issuer, clientId, proof, scopes, groupsClaim, signsOutThere, version }: StoredProvider,
): Promise<Provider> {
  const sealed = await connectionSecret(connection, id);
  const secret = sealed ? secrets.open(sealed, aboutConnection(id)) : null;
  return { id, name, kind, issuer, clientId, proof, scopes, groupsClaim, signsOutThere, version, secret };
}

/** A directory with the decrypted password of its bind DN. */
export async function directoryOf(
  connection: Queryable,
  secrets: Secrets,
  { id, name, directory: settings }: StoredDirectory,
): Promise<Directory> {
  const sealed = await connectionSecret(connection, id);
  return { id, name, settings, secret: sealed ? secrets.open(sealed, aboutConnection(id)) : null };
}
