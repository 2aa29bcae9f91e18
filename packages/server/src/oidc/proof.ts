import { createHash } from 'node:crypto';
import { limits } from '@licet/contract';
import { calculateJwkThumbprint, EmbeddedJWK, jwtVerify } from 'jose';
import { refuse } from '../refusal.ts';

/** A request as far as a DPoP proof speaks of it. */
export interface ProvenRequest {
  readonly method: string;
  /** The address as the outside knows it: of the issuer, never from a Host header. */
  readonly url: string;
  readonly proof: string | readonly string[] | undefined;
}

/**
 * Checks a DPoP proof (RFC 9449 section 4.3) for a request with an access token.
 * @throws Refusal `proof_invalid`
 */
export async function checkProof(
  request: ProvenRequest,
  accessToken: string,
  thumbprint: string,
  firstSeen: (proof: Buffer, seconds: number) => Promise<boolean>,
): Promise<void> {
  const { proof } = request;
  // 1. There is not more than one DPoP HTTP request header field.
  if (typeof proof !== 'string' || proof.includes(',')) fail('There must be exactly one DPoP header with one proof.');
  // 2. to 7. A single well-formed JWT of that type, asymmetric and allowed, that verifies with its own public key.
  const { payload, protectedHeader } = await jwtVerify(proof, EmbeddedJWK, {
    algorithms: ['ES256', 'EdDSA', 'Ed25519'],
    typ: 'dpop+jwt',
    requiredClaims: ['jti', 'iat', 'htm', 'htu', 'ath'],
  }).catch(() => fail('The proof is not a JWT of type dpop+jwt that its own key has signed.'));
  const { jti, iat, htm, htu, ath } = payload;
  // 8. and 9. Method and address, without query and fragment.
  if (htm !== request.method) fail('The proof is for another method.');
  if (typeof htu !== 'string' || plainAddress(htu) !== plainAddress(request.url))
    fail('The proof is for another address.');
  // 11. Made within an acceptable time.
  if (typeof iat !== 'number' || Math.abs(Date.now() / 1000 - iat) > limits.dpopProofAge.value)
    fail('The proof is too old, or from a clock that is wrong.');
  // 12. For this access token, and with the key that the token is bound to.
  if (ath !== createHash('sha256').update(accessToken).digest('base64url')) fail('The proof is for another token.');
  const { jwk } = protectedHeader;
  if (!jwk || (await calculateJwkThumbprint(jwk)) !== thumbprint) fail('The proof is signed with another key.');
  // Section 11.1: once, on whichever server. It is noted last, so that nobody else's jti can be used up.
  if (typeof jti !== 'string' || jti === '') fail('The proof has no id.');
  const id = createHash('sha256')
    .update(`${thumbprint}\0${jti}\0${plainAddress(request.url)}`)
    .digest();
  if (!(await firstSeen(id, 2 * limits.dpopProofAge.value))) fail('The proof was used before.');
}

function fail(detail: string): never {
  refuse('proof_invalid', detail);
}

function plainAddress(address: string): string | undefined {
  const url = URL.parse(address);
  return url ? `${url.origin}${url.pathname}` : undefined;
}
