import { payloadOf as strictly } from './access-payload.ts';

/** The claims of a JWT, unverified. */
export type Claims = Readonly<Record<string, unknown>>;

/** The payload of a JWT in compact form; empty if it cannot be read. The caller checks its content. */
export const payloadOf = (jwt: string): Claims => {
  try {
    return { ...(strictly(jwt) as object) };
  } catch {
    return {};
  }
};

/** base64url without padding (RFC 7515 section 2). */
export const base64url = (bytes: ArrayBuffer | Uint8Array): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=/g, '');

export const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** SHA-256 of a text, as base64url. */
export const sha256 = async (text: string): Promise<string> =>
  base64url(await crypto.subtle.digest('SHA-256', utf8(text)));

/** 256 random bits. */
export const unguessable = (): string => base64url(crypto.getRandomValues(new Uint8Array(32)));

/** A claim that must be a number; 0 if it is not. */
export const numberOf = (claim: unknown): number => (typeof claim === 'number' ? claim : 0);
