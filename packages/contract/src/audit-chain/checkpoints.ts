/** The content of a checkpoint, which includes the hash of the newest change. */
export interface Checkpoint {
  /** The public URL of the Licet server that signed the checkpoint. */
  readonly iss: string;
  /** Counts from 1. */
  readonly sequence: number;
  /** Counts from 1. A restore begins the next epoch. Putting a database back also begins an epoch, and may skip numbers. */
  readonly epoch: number;
  /** The number of the newest change. `hash` is the change's hash in hexadecimal. */
  readonly no: number;
  readonly hash: string;
  readonly at: string;
  /** The SHA-256 of the previous signed checkpoint; empty for the first. */
  readonly previous: string;
}

/** A public audit key, as a JWK (RFC 8037). */
export interface AuditKey {
  readonly kid: string;
  readonly publicKey: { readonly kty: 'OKP'; readonly crv: 'Ed25519'; readonly x: string };
}

/** Verifies an Ed25519 signature. The key's value and the signature are in base64url. */
export type VerifySignature = (key: AuditKey['publicKey'], text: string, signature: string) => boolean;

/** The `typ` in the header of a checkpoint (RFC 8725 section 3.11). */
export const checkpointType = 'licet-checkpoint+jwt';

/** Returns the content of a signed checkpoint without verifying its signature, or undefined for any other text. */
export function checkpointIn(signed: string): Checkpoint | undefined {
  const parsed = partOf(signed, 1);
  return isCheckpoint(parsed) ? parsed : undefined;
}

/** Returns whether a checkpoint was signed with one of the keys. The header of the checkpoint selects the key. */
export function isSigned(signed: string, keys: ReadonlyMap<string, AuditKey>, verify: VerifySignature): boolean {
  const header = partOf(signed, 0);
  if (typeof header !== 'object' || header === null || !('alg' in header) || !('kid' in header)) return false;
  if (header.alg !== 'EdDSA' || !('typ' in header) || header.typ !== checkpointType) return false;
  const key = typeof header.kid === 'string' ? keys.get(header.kid) : undefined;
  const end = signed.lastIndexOf('.');
  return key !== undefined && verify(key.publicKey, signed.slice(0, end), signed.slice(end + 1));
}

function partOf(signed: string, place: number): unknown {
  const parts = signed.split('.');
  if (parts.length !== 3) return undefined;
  try {
    const bytes = Uint8Array.from(atob((parts[place] ?? '').replaceAll('-', '+').replaceAll('_', '/')), (it) =>
      it.charCodeAt(0),
    );
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

function isCheckpoint(parsed: unknown): parsed is Checkpoint {
  if (typeof parsed !== 'object' || parsed === null) return false;
  const fields = parsed as Partial<Record<keyof Checkpoint, unknown>>;
  return (
    [fields.iss, fields.hash, fields.at, fields.previous].every((it) => typeof it === 'string') &&
    [fields.sequence, fields.epoch, fields.no].every((it) => Number.isSafeInteger(it))
  );
}
