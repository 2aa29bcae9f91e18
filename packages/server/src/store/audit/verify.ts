import { readdir, readFile } from 'node:fs/promises';
import {
  ChainCheck,
  type ChainFindings,
  type CheckpointParts,
  checkpointSteps,
  Erasures,
} from '@licet/contract/audit-chain';
import { breathing } from '../../breathing.ts';
import type { Connection } from '../kernel/database.ts';
import { sha256 } from '../kernel/sha256.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { type Sql, sql } from '../kernel/sql.ts';
import { changesAfter, factsOf, factsOutside } from './chained-changes.ts';
import { listCheckpoints } from './checkpoints.ts';
import { erasedRows, listErasures } from './erasures.ts';

/**
 * Checks that the functions that encode facts are those of the migrations, and that they read the same rows as Licet.
 * Otherwise any of these could hide facts:
 * - a replaced function,
 * - a function with its own settings,
 * - a table of the same name that PostgreSQL finds first,
 * - a policy that hides rows.
 */
async function readsWhatIsThere(connection: Connection): Promise<boolean> {
  const { rows: path } = await connection.query<{ schemas: string }>(
    "select pg_catalog.array_to_string(pg_catalog.current_schemas(true), ',') as schemas",
  );
  // This check comes first: if another schema precedes pg_catalog, any function or operator below may be an attacker's.
  if (!/^(pg_temp_\d+,)?pg_catalog(,|$)/.test(path[0]?.schemas ?? '')) return false;
  const made = await written();
  const { rows } = await connection.query<{ name: string; source: string }>(sql`
    select proname as name, prosrc as source from pg_catalog.pg_proc p where proname = any(${[...made.keys()]})
      and not exists (select from unnest(p.proconfig) own where lower(split_part(own, '=', 1)) <> all (${settings}))`);
  if (rows.length !== made.size || rows.some(({ name, source }) => made.get(name) !== source)) return false;
  const { rows: covered } = await connection.query(sql`
    select from pg_catalog.pg_class c
    where c.relnamespace = 'public'::regnamespace and (
      c.relkind in ('v', 'm', 'f', 'p') and (c.relname = 'change' or ${hasColumn(sql`a.attname = 'no_from'`)})
      or c.relkind = 'r' and (c.relname = 'change' or c.relname in (select * from facts_tables_v4())) and (
        to_regclass(quote_ident(c.relname)) is distinct from c.oid or c.relrowsecurity
        or ${hasColumn(sql`a.attgenerated = '' and (a.attname in ('search', 'sought', 'skeleton') or a.attname like 'computed\\_%')`)}))`);
  return covered.length === 0;
}

const hasColumn = (which: Sql): Sql =>
  sql`exists (select from pg_catalog.pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and ${which})`;

/** The settings of the functions in the migrations. None of them affects which rows they read. */
const settings = [
  'enable_seqscan',
  'plan_cache_mode',
  'timezone',
  'datestyle',
  'intervalstyle',
  'bytea_output',
  'extra_float_digits',
];

let known: Promise<ReadonlyMap<string, string>> | undefined;

const written = () => {
  known ??= read();
  return known;
};

/** The functions by name, as in the last migration that creates each of them. */
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
  /** The keys to verify checkpoints with, and the external checkpoints. If omitted, no checkpoint is verified. */
  readonly checkpoints?: Omit<CheckpointParts, 'sha256'> & { readonly outside: readonly string[] };
  /** The number of changes in a batch. */
  readonly batch?: number;
  /** Called with the number of verified changes. */
  readonly onProgress?: (done: number) => void;
}

/**
 * Recomputes the hash of every change and of its facts, in batches. Compares it with the recorded hash, with the reference in the next
 * change, and with the checkpoints.
 */
export async function verifyChain(
  { connection }: Pick<Snapshot, 'connection'>,
  { checkpoints, batch = 1000, onProgress = () => undefined }: Verifying = {},
): Promise<ChainFindings> {
  const breathe = breathing();
  const check = new ChainCheck(sha256, new Erasures(await listErasures(connection)));
  if (checkpoints) {
    const series = await listCheckpoints(connection);
    const given = { series, outside: checkpoints.outside };
    for (const _ of checkpointSteps(check, given, { ...checkpoints, sha256 })) await breathe();
  }
  if (!(await readsWhatIsThere(connection))) check.fault('function_replaced', 1);
  for (const row of await erasedRows(connection)) check.addErased(row);
  let [done, last] = [0, 0];
  for (;;) {
    const changes = await changesAfter(connection, last, batch);
    const facts = await factsOf(connection, changes);
    for (const change of changes) {
      check.add(change, facts.get(change.no));
      await breathe();
    }
    last = changes.at(-1)?.no ?? last;
    done += changes.length;
    onProgress(done);
    if (changes.length < batch) break;
  }
  const outside = await factsOutside(connection, last);
  if (outside !== undefined) check.addBeyond(outside);
  return check.end();
}
