import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import type { Actor } from '@licet/contract';
import {
  type AuditKey,
  type Checkpoint,
  checkpointType,
  type EvidenceHeader,
  evidenceSealType,
  evidenceType,
  type VerifySignature,
} from '@licet/contract/audit-chain';
import type { Secrets } from '../identity/keys/secrets.ts';
import {
  addAuditKey,
  checkpointJob,
  type Head,
  headToSign,
  insertCheckpoint,
  listAuditKeys,
  type NewAuditKey,
  replaceAuditKey,
  type StoredAuditKey,
  waitToSign,
} from '../store/audit/checkpoints.ts';
import { queueJobs } from '../store/jobs/jobs.ts';
import { change } from '../store/kernel/change.ts';
import { type Connection, type Database, transaction } from '../store/kernel/database.ts';
import { poolOf, type Queryable } from '../store/kernel/pool.ts';
import { sha256 } from '../store/kernel/sha256.ts';

interface AuditKeyParts {
  readonly database: Database;
  readonly secrets: Secrets;
}

/** The current signing key. */
interface SigningAuditKey {
  readonly kid: string;
  readonly privateKey: KeyObject;
}

/** Creates the first audit key, once for all processes. */
export async function ensureAuditKey({ database, secrets }: AuditKeyParts): Promise<void> {
  const [current] = await listAuditKeys(poolOf(database));
  if (!current || current.retiredAt !== null) await addAuditKey(database, newKey(secrets));
}

/** Returns the current signing key, with its private half decrypted. */
export async function signingKeyOf(database: Queryable, secrets: Secrets): Promise<SigningAuditKey> {
  const current = (await listAuditKeys(database)).find(({ retiredAt }) => retiredAt === null);
  if (!current) throw new Error('There is no audit key.');
  const { kid, sealed } = current;
  const key = JSON.parse(secrets.open(sealed, aboutAuditKey(kid)));
  return { kid, privateKey: createPrivateKey({ key, format: 'jwk' }) };
}

/**
 * Returns the audit keys of this server, including retired ones. Leaves out a key that someone inserted into the
 * database, because it is not encrypted with the server's key.
 */
export async function ownAuditKeys(database: Queryable, secrets: Secrets): Promise<StoredAuditKey[]> {
  return (await listAuditKeys(database)).filter(({ kid, publicKey, sealed }) => {
    try {
      return JSON.parse(secrets.open(sealed, aboutAuditKey(kid))).x === publicKey.x;
    } catch {
      return false;
    }
  });
}

/**
 * Switches to a new signing key and destroys the private half of the previous one. Both happen in one change of the
 * chain.
 */
export async function rotateAuditKey({ database, secrets }: AuditKeyParts, actor: Actor): Promise<void> {
  const added = newKey(secrets);
  await change(database, actor, async (handle) => {
    const retired = (await listAuditKeys(handle.connection)).find(({ retiredAt }) => retiredAt === null);
    const sealed = retired && secrets.seal(JSON.stringify(retired.publicKey), aboutAuditKey(retired.kid));
    await replaceAuditKey(handle, retired && sealed && { kid: retired.kid, sealed }, added);
    handle.record({
      action: 'audit.key_rotated',
      target: { kind: 'key', id: added.kid, name: added.kid },
      before: retired && { current: retired.kid, publicKey: retired.publicKey },
      after: { current: added.kid, publicKey: added.publicKey },
    });
  });
}

/** Verifies an Ed25519 signature (RFC 8032). */
export const verifySignature: VerifySignature = (key, text, signature) => {
  try {
    return verify(
      null,
      Buffer.from(text),
      createPublicKey({ key, format: 'jwk' }),
      Buffer.from(signature, 'base64url'),
    );
  } catch {
    return false;
  }
};

function newKey(secrets: Secrets): NewAuditKey {
  const { privateKey } = generateKeyPairSync('ed25519');
  const jwk = privateKey.export({ format: 'jwk' });
  const publicKey: AuditKey['publicKey'] = { kty: 'OKP', crv: 'Ed25519', x: String(jwk.x) };
  const kid = thumbprintOf(publicKey);
  return { kid, publicKey, sealed: secrets.seal(JSON.stringify(jwk), aboutAuditKey(kid)) };
}

/** RFC 7638, with the members of RFC 8037 section 2. */
const thumbprintOf = ({ crv, kty, x }: AuditKey['publicKey']) =>
  createHash('sha256').update(JSON.stringify({ crv, kty, x })).digest('base64url');

/** The encryption context of an audit key. */
export const aboutAuditKey = (kid: string) => `audit key ${kid}`;

/**
 * Returns the detached signature of a file (RFC 7515 appendix F), by EdDSA (RFC 8037 section 3.1). It omits the
 * payload, because that is the file itself.
 */
export function signEvidence(
  file: Buffer,
  header: Omit<EvidenceHeader, 'kid'>,
  { kid, privateKey }: SigningAuditKey,
): string {
  const said = Buffer.from(JSON.stringify({ alg: 'EdDSA', typ: evidenceType, kid, ...header })).toString('base64url');
  const signed = Buffer.from(`${said}.${file.toString('base64url')}`);
  return `${said}..${sign(null, signed, privateKey).toString('base64url')}`;
}

/** Returns the seal of a PDF with evidence: a compact JWS with the digest of the file. */
export function signSeal(
  said: { readonly sha256: string },
  header: Omit<EvidenceHeader, 'kid'>,
  { kid, privateKey }: SigningAuditKey,
): string {
  const text = [{ alg: 'EdDSA', typ: evidenceSealType, kid, ...header }, said]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${text}.${sign(null, Buffer.from(text), privateKey).toString('base64url')}`;
}

export interface CheckpointParts extends AuditKeyParts {
  /** The public address of this Licet. */
  readonly issuer: string;
}

/**
 * Signs the end of the chain if it differs from the last checkpoint, and queues the delivery. If several servers try at the same moment,
 * only one does it.
 */
export function signCheckpoint(parts: CheckpointParts): Promise<Checkpoint | undefined> {
  return transaction(parts.database, 'begin isolation level read committed', async (connection) =>
    signWithin(connection, parts, await headToSign(connection, parts.database.clockOffset())),
  );
}

/**
 * Signs the end of the chain as {@link signCheckpoint} does, but in an open transaction. Waits if another process is
 * signing.
 */
export async function signCheckpointIn(connection: Connection, parts: CheckpointParts): Promise<void> {
  await waitToSign(connection);
  await signWithin(connection, parts, await headToSign(connection, parts.database.clockOffset()));
}

async function signWithin(
  connection: Connection,
  { secrets, issuer }: CheckpointParts,
  head: Head | undefined,
): Promise<Checkpoint | undefined> {
  if (!head || (head.last?.no === head.no && head.last.epoch === head.epoch)) return undefined;
  const { no, hash, epoch, clock: at, last } = head;
  const previous = last ? sha256('', last.signed) : '';
  const checkpoint = { iss: issuer, sequence: (last?.sequence ?? 0) + 1, epoch, no, hash, at, previous };
  await insertCheckpoint(connection, checkpoint, signed(checkpoint, await signingKeyOf(connection, secrets)));
  await queueJobs({ connection, clock: at }, checkpointJob, [{ sequence: checkpoint.sequence }]);
  return checkpoint;
}

/** A JWS in compact form (RFC 7515 section 7.1), by EdDSA (RFC 8037 section 3.1). */
function signed(checkpoint: Checkpoint, { kid, privateKey }: SigningAuditKey): string {
  const text = [{ alg: 'EdDSA', typ: checkpointType, kid }, checkpoint]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${text}.${sign(null, Buffer.from(text), privateKey).toString('base64url')}`;
}
