import { decodeProtectedHeader, importJWK } from 'jose';
import { clockDrift } from './access-token.ts';
import { createBoundedCache } from './bounded-cache.ts';
import { compactForm } from './credentials.ts';
import { refuse } from './faults.ts';
import { sha256 } from './sha256.ts';
import { type VerifyingKey, verifySigned } from './signed-token.ts';

/** An address without query and fragment, in the normal form of the URL standard. */
export function plainAddress(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { origin, pathname } = new URL(address);
  return origin + pathname;
}

/**
 * The address of a request's target below `base`, without query. Undefined if it is not in normal form: a base beyond
 * origin and path, or a target with dot segments, would let a proof for one address pass for another (RFC 9449
 * section 4.3 compares after normalisation).
 */
export function addressBelow(base: string | undefined, target: string | undefined): string | undefined {
  if (base === undefined || !target?.startsWith('/')) return undefined;
  const address = base + target.replace(/[?#].*$/s, '');
  return plainAddress(address) === address ? address : undefined;
}

/** The parts of a request that a DPoP proof covers. */
export interface ProvenRequest {
  readonly method: string;
  /**
   * The address that the client called, in normal form and without query; undefined if it is unknown, see
   * `addressBelow`.
   */
  readonly address: string | undefined;
  /** The DPoP header; several are joined by commas. */
  readonly proof: string | undefined;
}

/** The access token of the request. */
export interface BoundToken {
  /** SHA-256 of the token, base64url. */
  readonly hash: string;
  /** The thumbprint of the key that it is bound to. */
  readonly thumbprint: string;
}

/**
 * A proof that passed all other checks, and is accepted unless it was used before. Times are in seconds since the
 * epoch.
 */
export interface UsedProof {
  /** SHA-256, base64url: the same for the same `jti` of one key at one address. */
  readonly id: string;
  readonly thumbprint: string;
  readonly madeAt: number;
  readonly now: number;
}

/** Remembers used proofs for as long as they could be used again: `proofAge` and `clockDrift` seconds. */
export interface ReplayMemory {
  /** Marks a proof as used; `full`: the limit of remembered proofs of this key is reached. */
  take(proof: UsedProof): ProofUse | Promise<ProofUse>;
}

export type ProofUse = 'first' | 'used' | 'full';

export interface ProofParts {
  readonly replays: ReplayMemory;
  /** Seconds since the epoch. */
  readonly now: () => number;
  /** The advice for an address that differs from the proof's, as a sentence. */
  readonly addressAdvice: string;
}

/** Checks the proof of a request for a bound token. @throws VerificationError `proof_invalid` */
export type VerifyProof = (request: ProvenRequest, token: BoundToken) => Promise<void>;

/**
 * Makes the check of RFC 9449 section 4.3: key, signature, method, address, time, token, and single use, in that
 * order.
 */
export function createProofVerifier({ replays, now, addressAdvice }: ProofParts): VerifyProof {
  const keys = createBoundedCache<VerifyingKey>(mostKeys);
  return async ({ method, address, proof }, { hash, thumbprint }) => {
    // 1. There is not more than one DPoP HTTP request header field. 2. It is a single well-formed JWT.
    if (proof === undefined) refuse('proof_missing', {});
    if (proof.length > longestProof || !compactForm.test(proof)) refuse('proof_not_single', {});
    // 10. and 12. The public key of the proof is the one that the token is bound to; a private one is refused.
    const jwk = readBoundKey(proof, thumbprint);
    const key = keys.get(thumbprint) ?? (await importKey(jwk));
    keys.set(thumbprint, key);
    // 4. to 7. The type, an asymmetric algorithm that is allowed, the signature.
    const { jti, iat, htm, htu, ath } = await verifySigned(proof, {
      type: 'dpop+jwt',
      key: () => key,
      refuse: () => refuse('proof_unsigned', {}),
    });
    // 3., 8. and 9. Method and address, without query and fragment.
    if (htm !== method) refuse('proof_of_other_method', {});
    requireAddress(htu, address, addressAdvice);
    // 11. Made within an acceptable time.
    const at = now();
    if (typeof iat !== 'number' || !(iat <= at + clockDrift && iat >= at - proofAge)) refuse('proof_out_of_time', {});
    // 12. For this access token.
    if (ath !== hash) refuse('proof_of_other_token', {});
    if (typeof jti !== 'string' || jti === '') refuse('proof_without_id', {});
    // Section 11.1: single use. Recorded last, so that only a request with a valid proof can use it up.
    const id = sha256(`${thumbprint}\0${jti}\0${address}`);
    const use = await replays.take({ id, thumbprint, madeAt: iat, now: at });
    if (use === 'used') refuse('proof_used', {});
    if (use === 'full') refuse('proofs_of_key_full', {});
  };
}

/** A public key for ES256 (RFC 7518 section 6.2.1). */
interface PublicKey {
  readonly kty: 'EC';
  readonly crv: 'P-256';
  readonly x: string;
  readonly y: string;
}

/** The key in the proof's header, which must be the one that the token is bound to. */
function readBoundKey(proof: string, thumbprint: string): PublicKey {
  const { kty, crv, x, y, ...rest } = headerKeyOf(proof);
  if (kty !== 'EC' || crv !== 'P-256' || typeof x !== 'string' || typeof y !== 'string' || 'd' in rest)
    return refuse('proof_without_key', {});
  // RFC 7638 section 3: the required members in lexicographic order.
  if (sha256(JSON.stringify({ crv, kty, x, y })) !== thumbprint) refuse('proof_of_other_key', {});
  return { kty, crv, x, y };
}

function headerKeyOf(proof: string): Readonly<Record<string, unknown>> {
  try {
    const { jwk } = decodeProtectedHeader(proof);
    return { ...jwk };
  } catch {
    return refuse('proof_header_unreadable', {});
  }
}

async function importKey(jwk: PublicKey): Promise<VerifyingKey> {
  const key = await importJWK({ ...jwk }, 'ES256').catch(() => undefined);
  return key ?? refuse('proof_key_unreadable', {});
}

/** Compares the signed address with the called one. Both come from the caller, so an error may repeat them. */
function requireAddress(htu: unknown, address: string | undefined, advice: string): void {
  const proven = typeof htu === 'string' ? plainAddress(htu) : undefined;
  if (proven === undefined) refuse('proof_without_address', {});
  const signed = shortened(proven);
  if (address === undefined) refuse('proof_request_unclear', { signed, advice });
  if (proven !== address) refuse('proof_of_other_address', { signed, called: shortened(address), advice });
}

const shortened = (address: string) => (address.length > 200 ? `${address.slice(0, 200)}…` : address);

/** Seconds by which a proof may be older than this server's clock (limits.dpopProofAge). */
export const proofAge = 300;

/** Characters. */
const longestProof = 8192;

/** The number of imported public keys to keep. */
const mostKeys = 10_000;
