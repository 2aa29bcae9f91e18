import { sign } from 'node:crypto';
import { type Checkpoint, checkpointType } from '@licet/contract/audit-chain';
import { checkpointJob, type Head, headToSign, insertCheckpoint, waitToSign } from '../store/audit/checkpoints.ts';
import { queueJobs } from '../store/jobs/jobs.ts';
import { type Connection, transaction } from '../store/kernel/database.ts';
import { sha256 } from '../store/kernel/sha256.ts';
import { type AuditKeyParts, type SigningAuditKey, signingKeyOf } from './audit-keys.ts';

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

/** The same in an open transaction, even if another process is signing at the moment. */
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
