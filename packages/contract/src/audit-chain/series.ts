import type { ChainCheck } from './chain-check.ts';
import { type AuditKey, type Checkpoint, checkpointIn, isSigned, type VerifySignature } from './checkpoints.ts';
import type { Sha256 } from './hashes.ts';

/** The keys and the function that verify checkpoints. */
export interface CheckpointParts {
  readonly keys: readonly AuditKey[];
  readonly verify: VerifySignature;
  readonly sha256: Sha256;
}

/**
 * Adds the checkpoints of the database and the external ones. An external one that the database has as well counts
 * once.
 */
export function addCheckpoints(
  check: ChainCheck,
  { series, outside }: { readonly series: readonly string[]; readonly outside: readonly string[] },
  parts: CheckpointParts,
): void {
  addSeries(check, series, parts);
  addOutside(check, outside, series, parts);
}

/** Returns the content of each checkpoint that one of the keys signed, once each. */
export function checkpointsOf(signed: readonly string[], { keys, verify }: Omit<CheckpointParts, 'sha256'>) {
  const known = byId(keys);
  return [...new Set(signed)].flatMap((each): Checkpoint[] => {
    const checkpoint = checkpointIn(each);
    return checkpoint && isSigned(each, known, verify) ? [checkpoint] : [];
  });
}

/**
 * Adds a series of checkpoints and records a fault for each mismatch. Each checkpoint contains the digest of the
 * previous one, so only the last few signatures are verified.
 */
function addSeries(check: ChainCheck, series: readonly string[], parts: CheckpointParts): void {
  check.lookAtCheckpoints();
  const keys = byId(parts.keys);
  let previous = '';
  for (const [index, signed] of series.entries()) {
    const checkpoint = checkpointIn(signed);
    const looked = index >= series.length - signaturesLookedAt;
    if (!checkpoint || (looked && !isSigned(signed, keys, parts.verify)))
      check.fault('checkpoint_forged', checkpoint?.no ?? 1);
    else if (checkpoint.previous !== previous || checkpoint.sequence !== index + 1)
      check.fault('checkpoint_missing', checkpoint.no);
    else check.addCheckpoint(checkpoint);
    previous = parts.sha256('', signed);
  }
}

/** Adds external checkpoints, in any order and possibly repeated. */
function addOutside(
  check: ChainCheck,
  outside: readonly string[],
  series: readonly string[],
  parts: CheckpointParts,
): void {
  const keys = byId(parts.keys);
  const added = new Set(series);
  const torn = tornIn([...outside, ...series]);
  for (const signed of new Set(outside)) {
    if (torn.has(signed)) continue;
    const checkpoint = checkpointIn(signed);
    if (!checkpoint || !isSigned(signed, keys, parts.verify)) check.fault('checkpoint_forged', checkpoint?.no ?? 1);
    else if (!added.has(signed)) check.addCheckpoint(checkpoint);
  }
}

/**
 * Returns the texts that are only the beginning of another text. If the disk fills up or the machine stops during a write,
 * a line is cut short, and the server then writes the whole line again. Skipping such a line helps no attacker: anyone
 * who can shorten a line can also remove it.
 */
function tornIn(texts: readonly string[]): ReadonlySet<string> {
  // A text is sorted directly before the texts that begin with it.
  const sorted = [...new Set(texts)].sort();
  return new Set(sorted.filter((text, at) => sorted[at + 1]?.startsWith(text)));
}

const byId = (keys: readonly AuditKey[]) => new Map(keys.map((key) => [key.kid, key]));

const signaturesLookedAt = 100;
