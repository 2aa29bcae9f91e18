import { decodeProtectedHeader, importJWK, jwtVerify } from 'jose';
import { drift } from './life.ts';
import { AccessRefused, type RefusedReason } from './refused.ts';
import { type AccessRequest, addressOf, headerOf, methodOf, plainAddress } from './request.ts';
import { createSeen } from './seen.ts';
import { sha256 } from './sha256.ts';
import { createShelf } from './shelf.ts';

/** Checks the DPoP proof of a request for a token, by its SHA-256 (base64url), that is bound to a key. @throws AccessRefused `proof_invalid` */
export type CheckProof = (request: AccessRequest, tokenHash: string, thumbprint: string) => Promise<void>;

export interface ProofParts {
  readonly publicUrl: string | undefined;
  /** Seconds since the epoch. */
  readonly now: () => number;
  /** How many proofs are remembered. */
  readonly remembered: number;
}

/** Makes the check of RFC 9449 section 4.3, with the memory of section 11.1: of this process alone. */
export function createProofCheck({ publicUrl, now, remembered }: ProofParts): CheckProof {
  const seen = createSeen({ age: proofAge, most: remembered, mostOfOne: rememberedOfOne });
  const keys = createShelf<CryptoKey>(10_000);
  return async (request, tokenHash, thumbprint) => {
    const proof = headerOf(request, 'dpop');
    // 1. There is not more than one DPoP HTTP request header field. 2. It is a single well-formed JWT.
    if (proof === undefined) fail('proof', 'The access token is bound to a key; send a DPoP proof with it.');
    if (proof.length > longestProof || !/^[\w-]+\.[\w-]+\.[\w-]+$/.test(proof))
      fail('proof', 'There must be exactly one DPoP header with one proof.');
    // 10. and 12. The public key of the proof is the one that the token is bound to; a private one is refused.
    const key = await keyOf(proof, thumbprint);
    // 3. to 6. The claims, the type, an asymmetric algorithm that is allowed, the signature.
    const { jti, iat, htm, htu, ath } = await payloadOf(proof, key);
    // 8. and 9. Method and address, without query and fragment.
    if (htm !== methodOf(request)) fail('proof', 'The proof is for another method.');
    const address = addressOf(request, publicUrl);
    if (address === undefined || typeof htu !== 'string' || plainAddress(htu) !== address)
      fail('proof', 'The proof is for another address.');
    // 11. Made within an acceptable time.
    const at = now();
    if (typeof iat !== 'number' || !(iat <= at + drift && iat >= at - proofAge))
      fail('proof', 'The proof is too old, or from a clock that is wrong.');
    // 12. For this access token.
    if (ath !== tokenHash) fail('proof', 'The proof is for another access token.');
    if (typeof jti !== 'string' || jti === '') fail('proof', 'The proof has no id.');
    // Section 11.1: once. It is noted last, so that nobody else can use it up.
    const taken = seen.take(sha256(`${thumbprint}\0${jti}`), thumbprint, iat, at);
    if (taken === 'used') fail('replay', 'The proof was used before.');
    if (taken === 'full')
      fail('replay', `More than ${rememberedOfOne} proofs of one key came within five minutes; wait.`);
  };

  async function keyOf(proof: string, thumbprint: string): Promise<CryptoKey> {
    const { kty, crv, x, y, ...rest } = headerKeyOf(proof);
    if (kty !== 'EC' || crv !== 'P-256' || typeof x !== 'string' || typeof y !== 'string' || 'd' in rest)
      return fail('proof', 'The proof does not carry a public key for ES256.');
    // RFC 7638 section 3: the required members in lexicographic order.
    if (sha256(JSON.stringify({ crv, kty, x, y })) !== thumbprint)
      return fail('binding', 'The proof is signed with another key than the access token is bound to.');
    const known = keys.get(thumbprint);
    if (known) return known;
    const key = await importJWK({ kty, crv, x, y }, 'ES256').catch(() => undefined);
    if (!key || !('algorithm' in key)) return fail('proof', 'The public key of the proof cannot be read.');
    keys.set(thumbprint, key);
    return key;
  }
}

function headerKeyOf(proof: string): Readonly<Record<string, unknown>> {
  try {
    const { jwk } = decodeProtectedHeader(proof);
    return { ...jwk };
  } catch {
    return fail('proof', 'The header of the proof cannot be read.');
  }
}

async function payloadOf(proof: string, key: CryptoKey) {
  try {
    const { payload } = await jwtVerify<{ htm: unknown; htu: unknown; ath: unknown }>(proof, key, {
      algorithms: ['ES256'],
      typ: 'dpop+jwt',
      requiredClaims: ['jti', 'iat', 'htm', 'htu', 'ath'],
    });
    return payload;
  } catch {
    return fail('proof', 'The proof is not a JWT of type dpop+jwt that its own key has signed.');
  }
}

function fail(reason: RefusedReason, message: string): never {
  throw new AccessRefused('proof_invalid', reason, message);
}

/** Seconds by which a proof may be older than this server's clock (limits.dpopProofAge). */
const proofAge = 300;

/** Proofs of one key: whoever sends more, by it alone, fills no one else's memory. */
const rememberedOfOne = 5000;

/** Characters. */
const longestProof = 8192;
