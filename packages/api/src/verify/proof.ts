import { decodeProtectedHeader, importJWK } from 'jose';
import { clockDrift } from './access-token.ts';
import { createBoundedCache } from './bounded-cache.ts';
import { compactForm } from './credentials.ts';
import { refuse } from './faults.ts';
import { sha256 } from './sha256.ts';
import { type VerifyingKey, verifySigned } from './signed-token.ts';

/** Returns the URL in the normal form of the URL standard, without query and fragment. */
export function plainAddress(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { origin, pathname } = new URL(address);
  return origin + pathname;
}

/**
 * Returns the URL of a request target below `base`, without the query. Returns undefined if `base` has more than an
 * origin and a path, or if the target contains dot segments. Normalisation changes such a URL (RFC 9449 section 4.3),
 * so a proof for another URL could match it.
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
   * The URL that the client called, in normal form and without the query. Undefined if it is unknown; see
   * `addressBelow`.
   */
  readonly address: string | undefined;
  /** The value of the DPoP header. Several headers are joined by commas. */
  readonly proof: string | undefined;
}

export interface BoundToken {
  /** The SHA-256 of the token in base64url. */
  readonly hash: string;
  /** The thumbprint of the key that the token is bound to. */
  readonly thumbprint: string;
}

/**
 * A proof that passed all other checks. It is accepted unless it was used before. Times are in seconds since the
 * epoch.
 */
export interface UsedProof {
  /** The SHA-256 hash of the key, the `jti` and the URL, in base64url. */
  readonly id: string;
  readonly thumbprint: string;
  readonly madeAt: number;
  readonly now: number;
}

/** Remembers used proofs for `proofAge` plus `clockDrift` seconds. Older proofs are invalid anyway. */
export interface ReplayMemory {
  /** Marks a proof as used. Returns `full` if this key has reached its limit of remembered proofs. */
  take(proof: UsedProof): ProofUse | Promise<ProofUse>;
}

export type ProofUse = 'first' | 'used' | 'full';

export interface ProofParts {
  readonly replays: ReplayMemory;
  /** Seconds since the epoch. */
  readonly now: () => number;
  /** A sentence that says what to do if the called URL differs from the URL in the proof. */
  readonly addressAdvice: string;
}

/**
 * Checks the proof of a request with a bound token.
 * @throws VerificationError `proof_invalid`
 */
export type VerifyProof = (request: ProvenRequest, token: BoundToken) => Promise<void>;

/**
 * Creates the check of RFC 9449 section 4.3. It checks the key, signature, method, URL, time, token and single use in
 * this order. The numbers in the comments are those of the section.
 */
export function createProofVerifier({ replays, now, addressAdvice }: ProofParts): VerifyProof {
  const keys = createBoundedCache<VerifyingKey>(mostKeys);
  return async ({ method, address, proof }, { hash, thumbprint }) => {
    // Items 1 and 2: exactly one DPoP header, which is a well-formed JWT.
    if (proof === undefined) refuse('proof_missing', {});
    if (proof.length > longestProof || !compactForm.test(proof)) refuse('proof_not_single', {});
    // Items 10 and 12: the token is bound to the proof's public key. A private key is refused.
    const jwk = readBoundKey(proof, thumbprint);
    const key = keys.get(thumbprint) ?? (await importKey(jwk));
    keys.set(thumbprint, key);
    // Items 4 to 7: the type, a permitted asymmetric algorithm, and the signature.
    const { jti, iat, htm, htu, ath } = await verifySigned(proof, {
      type: 'dpop+jwt',
      key: () => key,
      refuse: () => refuse('proof_unsigned', {}),
    });
    // Items 3, 8 and 9: the method and the URL, without query and fragment.
    if (htm !== method) refuse('proof_of_other_method', {});
    requireAddress(htu, address, addressAdvice);
    // Item 11: the proof was made within an acceptable time.
    const at = now();
    if (typeof iat !== 'number' || !(iat <= at + clockDrift && iat >= at - proofAge)) refuse('proof_out_of_time', {});
    // Item 12: the proof was made for this access token.
    if (ath !== hash) refuse('proof_of_other_token', {});
    if (typeof jti !== 'string' || jti === '') refuse('proof_without_id', {});
    // Section 11.1: a proof is valid once. Record its use last, so that only a request with a valid proof uses it up.
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

/** Returns the key in the proof's header. The token must be bound to this key. */
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

/** Compares the URL in the proof with the called URL. The caller sent both, so the error message may quote them. */
function requireAddress(htu: unknown, address: string | undefined, advice: string): void {
  const proven = typeof htu === 'string' ? plainAddress(htu) : undefined;
  if (proven === undefined) refuse('proof_without_address', {});
  const signed = shortened(proven);
  if (address === undefined) refuse('proof_request_unclear', { signed, advice });
  if (proven !== address) refuse('proof_of_other_address', { signed, called: shortened(address), advice });
}

const shortened = (address: string) => (address.length > 200 ? `${address.slice(0, 200)}…` : address);

/** The maximum age of a proof in seconds, by this server's clock (`limits.dpopProofAge`). */
export const proofAge = 300;

/** In characters. */
const longestProof = 8192;

/** The maximum number of imported public keys to keep. */
const mostKeys = 10_000;
