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
export function addCheckpoints(check: ChainCheck, given: GivenCheckpoints, parts: CheckpointParts): void {
  for (const _ of checkpointSteps(check, given, parts));
}

/** Checkpoints as signed texts. */
export interface GivenCheckpoints {
  readonly series: readonly string[];
  readonly outside: readonly string[];
}

/** Does what {@link addCheckpoints} does, one checkpoint at each step, because a server may have thousands. */
export function* checkpointSteps(
  check: ChainCheck,
  { series, outside }: GivenCheckpoints,
  parts: CheckpointParts,
): Generator<void> {
  yield* addSeries(check, series, parts);
  yield* addOutside(check, outside, series, parts);
}

/** Yields the content of each checkpoint, once each; undefined for one that none of the keys signed. */
export function* checkpointsOf(
  signed: readonly string[],
  { keys, verify }: Omit<CheckpointParts, 'sha256'>,
): Generator<Checkpoint | undefined> {
  const known = byId(keys);
  for (const each of new Set(signed)) {
    const checkpoint = checkpointIn(each);
    yield checkpoint && isSigned(each, known, verify) ? checkpoint : undefined;
  }
}

/**
 * Adds a series of checkpoints and records a fault for each mismatch. Each checkpoint contains the digest of the
 * previous one, so only the last few signatures are verified.
 */
function* addSeries(check: ChainCheck, series: readonly string[], parts: CheckpointParts): Generator<void> {
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
    yield;
  }
}

/** Adds external checkpoints, in any order and possibly repeated. Those of the series were verified with it. */
function* addOutside(
  check: ChainCheck,
  outside: readonly string[],
  series: readonly string[],
  parts: CheckpointParts,
): Generator<void> {
  const keys = byId(parts.keys);
  const added = new Set(series);
  const torn = tornIn([...outside, ...series]);
  for (const signed of new Set(outside)) {
    if (torn.has(signed) || added.has(signed)) continue;
    const checkpoint = checkpointIn(signed);
    if (!checkpoint || !isSigned(signed, keys, parts.verify)) check.fault('checkpoint_forged', checkpoint?.no ?? 1);
    else check.addCheckpoint(checkpoint);
    yield;
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
