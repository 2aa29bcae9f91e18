import { payloadOf as strictly } from './access-payload.ts';

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
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=/g, '');

export const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** Returns the SHA-256 of a text in base64url. */
export const sha256 = async (text: string): Promise<string> =>
  base64url(await crypto.subtle.digest('SHA-256', utf8(text)));

/** Returns 256 random bits in base64url. */
export const unguessable = (): string => base64url(crypto.getRandomValues(new Uint8Array(32)));

/** Returns a claim that must be a number, or 0 if it is not. */
export const numberOf = (claim: unknown): number => (typeof claim === 'number' ? claim : 0);
