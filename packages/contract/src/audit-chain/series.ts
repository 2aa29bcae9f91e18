import type { ChainCheck } from './chain-check.ts';
import { type AuditKey, checkpointIn, isSigned, type VerifySignature } from './checkpoints.ts';
import type { Sha256 } from './hashes.ts';

/** The keys and the function that verify checkpoints. */
export interface CheckpointParts {
  readonly keys: readonly AuditKey[];
  readonly verify: VerifySignature;
  readonly sha256: Sha256;
}

/**
 * Adds a series of checkpoints and records a fault for each mismatch. Each checkpoint contains the digest of the
 * previous one, so only the last few signatures are verified.
 */
export function addSeries(check: ChainCheck, series: readonly string[], parts: CheckpointParts): void {
  check.lookAtCheckpoints();
  const keys = byId(parts.keys);
  let previous = '';
  for (const [index, signed] of series.entries()) {
    const said = checkpointIn(signed);
    const looked = index >= series.length - signaturesLookedAt;
    if (!said || (looked && !isSigned(signed, keys, parts.verify))) check.fault('checkpoint_forged', said?.no ?? 1);
    else if (said.previous !== previous || said.sequence !== index + 1) check.fault('checkpoint_missing', said.no);
    else check.addCheckpoint(said);
    previous = parts.sha256('', signed);
  }
}

/** Adds external checkpoints, in any order and possibly repeated. */
export function addOutside(check: ChainCheck, outside: readonly string[], parts: CheckpointParts): void {
  const keys = byId(parts.keys);
  for (const signed of new Set(outside)) {
    const said = checkpointIn(signed);
    if (said && isSigned(signed, keys, parts.verify)) check.addCheckpoint(said);
    else check.fault('checkpoint_forged', said?.no ?? 1);
  }
}

const byId = (keys: readonly AuditKey[]) => new Map(keys.map((key) => [key.kid, key]));

const signaturesLookedAt = 100;
