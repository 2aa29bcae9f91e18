import { payloadOf as strictly } from './access.ts';

/** The provider's tokens of the last sign-in or renewal. */
export interface Tokens {
  readonly access: string;
  readonly refresh: string;
  /** The ID token (OpenID Connect Core 1.0 section 2). */
  readonly id: string;
  /** The difference of the server's clock to this machine's clock, in seconds. Positive if the server is ahead. */
  readonly offset: number;
}

/**
 * Where tokens are stored. `session` lasts until the tab is closed, `local` longer, and `memory` until the page is
 * unloaded.
 */
export type TokenPlace = 'session' | 'local' | 'memory';

/** Stores the tokens under a name. If storage is blocked, nothing is stored. */
export interface TokenStore {
  readonly read: () => Tokens | undefined;
  readonly write: (tokens: Tokens | undefined) => void;
}

export const createTokenStore = (place: TokenPlace, name: string): TokenStore => ({
  read: () => attempt(place, (storage) => tokensIn(JSON.parse(storage.getItem(name) ?? '0'))),
  write: (tokens) =>
    attempt(place, (storage) => (tokens ? storage.setItem(name, JSON.stringify(tokens)) : storage.removeItem(name))),
});

/**
 * Returns the tokens in an untrusted value, or undefined if it contains none. Replaces an offset of more than a day by
 * 0. The next renewal corrects the offset.
 */
export const tokensIn = (value: unknown): Tokens | undefined => {
  const { access, refresh, id, offset } = { ...(value as Tokens) };
  return [access, refresh, id].every((text) => typeof text === 'string') && typeof offset === 'number'
    ? { access, refresh, id, offset: Math.abs(offset) <= 86_400 ? offset : 0 }
    : undefined;
};

const attempt = <T>(place: TokenPlace, work: (storage: Storage) => T): T | undefined => {
  try {
    return place === 'memory' ? undefined : work(place === 'local' ? localStorage : sessionStorage);
  } catch {
    return undefined;
  }
};

/** The claims of a JWT, unverified. */
export type Claims = Readonly<Record<string, unknown>>;

/**
 * Returns the unverified payload of a JWT in compact serialization, or an empty object if it cannot be read. The
 * caller checks the claims.
 */
export const payloadOf = (jwt: string): Claims => {
  try {
    return { ...(strictly(jwt) as object) };
  } catch {
    return {};
  }
};

/** Encodes bytes in base64url without padding (RFC 7515 section 2). */
export const base64url = (bytes: ArrayBuffer | Uint8Array): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

export const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** Returns the SHA-256 of a text in base64url. */
export const sha256 = async (text: string): Promise<string> =>
  base64url(await crypto.subtle.digest('SHA-256', utf8(text)));

/** Returns 256 random bits in base64url. */
export const unguessable = (): string => base64url(crypto.getRandomValues(new Uint8Array(32)));

/** Returns a claim that must be a number, or 0 if it is not. */
export const numberOf = (claim: unknown): number => (typeof claim === 'number' ? claim : 0);
