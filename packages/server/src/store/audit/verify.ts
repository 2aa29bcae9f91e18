import {
  addOutside,
  addSeries,
  ChainCheck,
  type ChainFindings,
  type CheckpointParts,
  Erasures,
} from '@licet/contract/audit-chain';
import { sha256 } from '../kernel/sha256.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { changesAfter, factsBeyond, factsOf } from './chained-changes.ts';
import { listCheckpoints } from './checkpoints.ts';
import { erasedRows, listErasures } from './erasures.ts';
import { functionsAreOwn } from './own-functions.ts';

export interface Verifying {
  /** What checkpoints are checked with, and those that are kept outside; none are looked at unless given. */
  readonly checkpoints?: Omit<CheckpointParts, 'sha256'> & { readonly outside: readonly string[] };
  /** How many changes are looked at together. */
  readonly batch?: number;
  /** Told how many changes were looked at. */
  readonly onProgress?: (done: number) => void;
}

/**
 * Computes every hash anew, of changes and of the facts that they cover, in batches, and compares: with what is recorded, with what the
 * next change points to, and with the checkpoints.
 */
export async function verifyChain(
  { connection }: Pick<Snapshot, 'connection'>,
  { checkpoints, batch = 1000, onProgress = () => undefined }: Verifying = {},
): Promise<ChainFindings> {
  const check = new ChainCheck(sha256, new Erasures(await listErasures(connection)));
  if (checkpoints) {
    addSeries(check, await listCheckpoints(connection), { ...checkpoints, sha256 });
    addOutside(check, checkpoints.outside, { ...checkpoints, sha256 });
  }
  if (!(await functionsAreOwn(connection))) check.fault('function_replaced', 1);
  for (const row of await erasedRows(connection)) check.addErased(row);
  let [done, last] = [0, 0];
  for (;;) {
    const changes = await changesAfter(connection, last, batch);
    const facts = await factsOf(connection, changes);
    for (const change of changes) check.add(change, facts.get(change.no));
    last = changes.at(-1)?.no ?? last;
    done += changes.length;
    onProgress(done);
    if (changes.length < batch) break;
  }
  const beyond = await factsBeyond(connection, last);
  if (beyond !== undefined) check.addBeyond(beyond);
  return check.end();
}
