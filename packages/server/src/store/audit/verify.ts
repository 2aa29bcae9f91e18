import { readdir, readFile } from 'node:fs/promises';
import {
  addOutside,
  addSeries,
  ChainCheck,
  type ChainFindings,
  type CheckpointParts,
  Erasures,
} from '@licet/contract/audit-chain';
import type { Connection } from '../kernel/database.ts';
import { sha256 } from '../kernel/sha256.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { sql } from '../kernel/sql.ts';
import { changesAfter, factsBeyond, factsOf } from './chained-changes.ts';
import { listCheckpoints } from './checkpoints.ts';
import { erasedRows, listErasures } from './erasures.ts';

/**
 * Whether the functions that encode the facts of changes are those of the migrations: a replaced one could leave
 * facts out.
 */
async function functionsAreOwn(connection: Connection): Promise<boolean> {
  const made = await written();
  const { rows } = await connection.query<{ name: string; source: string }>(sql`
    select proname as name, prosrc as source from pg_catalog.pg_proc where proname = any(${[...made.keys()]})`);
  return rows.length === made.size && rows.every(({ name, source }) => made.get(name) === source);
}

let known: Promise<ReadonlyMap<string, string>> | undefined;

const written = () => {
  known ??= read();
  return known;
};

/** The functions by name, as the last migration that makes them has them. */
async function read(): Promise<ReadonlyMap<string, string>> {
  const folder = new URL('../migrations/', import.meta.url);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const texts = await Promise.all(names.map((name) => readFile(new URL(name, folder), 'utf8')));
  const made = texts.flatMap((text) => [
    ...text.matchAll(/create (?:or replace )?function (facts_\w+)\([^$]*\$\$([\s\S]*?)\$\$/g),
  ]);
  return new Map(made.map(([, name = '', source = '']) => [name, source]));
}

export interface Verifying {
  /** The keys for checking checkpoints, and the external checkpoints; none are checked by default. */
  readonly checkpoints?: Omit<CheckpointParts, 'sha256'> & { readonly outside: readonly string[] };
  /** The number of changes in a batch. */
  readonly batch?: number;
  /** Called with the number of verified changes. */
  readonly onProgress?: (done: number) => void;
}

/**
 * Recomputes every hash of changes and of their facts, in batches, and compares it with the recorded one, with the
 * reference of the next change, and with the checkpoints.
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
