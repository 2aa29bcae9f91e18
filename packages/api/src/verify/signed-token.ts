import { type CryptoKey, compactVerify, decodeJwt, errors } from 'jose';

/** The payload of a token, as JSON. */
export type Payload = Readonly<Record<string, unknown>>;

/** A public key for ES256. */
export type VerifyingKey = CryptoKey | Uint8Array;

/** What is wrong with a signed token: the signature, the type, or a payload that is not a JSON object. */
export type SignedTokenFault = 'signature' | 'type' | 'content';

export interface SignedTokenParts {
  /** The `typ` without the prefix `application/` (RFC 7515 section 4.1.9). */
  readonly type: string;
  /** Returns the key with that id. Keys in the token or referenced by it (`jwk`, `jku`, `x5u`) are ignored. */
  readonly key: (kid: unknown) => VerifyingKey | undefined | Promise<VerifyingKey | undefined>;
  readonly refuse: (fault: SignedTokenFault) => never;
}

/**
 * Verifies a JWS in compact serialization (RFC 7515 section 5.2). Accepts only ES256, the given type (RFC 8725
 * section 3.11), and a JSON object as payload.
 */
export async function verifySigned(token: string, { type, key, refuse }: SignedTokenParts): Promise<Payload> {
  const verified = await compactVerify(token, async ({ kid }) => (await key(kid)) ?? refuse('signature'), {
    algorithms: ['ES256'],
  }).catch((error: unknown) => {
    if (error instanceof errors.JOSEError || error instanceof TypeError) return refuse('signature');
    throw error;
  });
  const { typ } = verified.protectedHeader;
  if (typeof typ !== 'string' || typ.toLowerCase().replace(/^application\//, '') !== type) refuse('type');
  return objectIn(verified.payload) ?? refuse('content');
}

/** Returns the audience of a token that came directly from its issuer. Does not verify the signature. */
export const audienceOf = (token: string): unknown => decodeJwt(token).aud;

function objectIn(payload: Uint8Array): Payload | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload));
    return isObject(value) ? value : undefined;
  } catch {
    // Do not rethrow the SyntaxError, because its message quotes the token.
    return undefined;
  }
}

export const isObject = (value: unknown): value is Payload =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
