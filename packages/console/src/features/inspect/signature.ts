import { compactVerify, importJWK, importSPKI, importX509, type JWK } from 'jose';

/** The result of checking a token's signature with pasted keys. */
export type Signature =
  | { readonly state: 'fits'; readonly algorithm: string; readonly key: string | undefined }
  | { readonly state: 'differs' }
  /** None of the keys is the one that the token names. */
  | { readonly state: 'key_missing'; readonly key: string }
  /** The token has no signature, or one made with a shared secret, which must not be pasted. */
  | { readonly state: 'unsigned' | 'secret' }
  /** The text contains no public keys, or it contains a private one. */
  | { readonly state: 'unreadable' | 'private' };

interface Given {
  readonly id: string | undefined;
  readonly load: (algorithm: string) => Promise<CryptoKey | Uint8Array>;
}

/**
 * Checks the signature of a token (JWS, RFC 7515) in this browser. No call is made.
 * @param keys a JWK Set or JWK (RFC 7517), or public keys or certificates as PEM (RFC 7468)
 */
export async function checkSignature(
  token: string,
  header: Readonly<Record<string, unknown>>,
  keys: string,
): Promise<Signature> {
  const algorithm = String(header.alg);
  if (algorithm === 'none') return { state: 'unsigned' };
  if (algorithm.startsWith('HS')) return { state: 'secret' };
  const given = keysIn(keys);
  if (typeof given === 'string') return { state: given };
  const named = typeof header.kid === 'string' ? header.kid : undefined;
  // A key without an id, such as a PEM, is tried for every token.
  const candidates = given.filter(({ id }) => named === undefined || id === undefined || id === named);
  if (named !== undefined && candidates.length === 0) return { state: 'key_missing', key: named };
  for (const { id, load } of candidates) {
    try {
      await compactVerify(token, await load(algorithm));
      return { state: 'fits', algorithm, key: id };
    } catch {
      // The key has another algorithm, or did not make this signature.
    }
  }
  return { state: 'differs' };
}

function keysIn(text: string): readonly Given[] | 'unreadable' | 'private' {
  if (/PRIVATE KEY-----/.test(text)) return 'private';
  const pem = [...text.matchAll(/-----BEGIN (PUBLIC KEY|CERTIFICATE)-----[^-]+-----END \1-----/g)];
  if (pem.length > 0)
    return pem.map(([block, kind]) => ({
      id: undefined,
      load: (algorithm) => (kind === 'CERTIFICATE' ? importX509(block, algorithm) : importSPKI(block, algorithm)),
    }));
  const keys = jwksIn(text);
  if (keys.length === 0) return 'unreadable';
  if (keys.some((key) => 'd' in key || key.kty === 'oct')) return 'private';
  return keys.map((key) => ({
    id: typeof key.kid === 'string' ? key.kid : undefined,
    load: (algorithm) => importJWK(key, algorithm),
  }));
}

function jwksIn(text: string): readonly JWK[] {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = (it: unknown): it is object => typeof it === 'object' && it !== null;
    if (!isObject(value)) return [];
    const keys: unknown = 'keys' in value ? value.keys : [value].flat();
    return Array.isArray(keys) ? keys.filter((key): key is JWK => isObject(key) && 'kty' in key) : [];
  } catch {
    return [];
  }
}
