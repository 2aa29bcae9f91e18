import { licetApplication } from '@licet/contract';
import type { ChainedChange, FactsDigest } from '@licet/contract/audit-chain';
import { digested, lineDigest } from '../kernel/chain.ts';
import { change } from '../kernel/change.ts';
import type { Connection, Database } from '../kernel/database.ts';
import { untilFurtherNotice } from '../kernel/facts.ts';
import { poolOf, type Queryable } from '../kernel/pool.ts';
import { fragment, identifier, join, named, type Sql, sql } from '../kernel/sql.ts';
import { isCovered } from './erasures.ts';

/** A batch of changes after a number, in the form that was hashed. */
export async function changesAfter(connection: Connection, no: number, most: number): Promise<ChainedChange[]> {
  const { rows } = await connection.query<ChainedChange>(
    named(
      'chained_changes',
      sql`select ${chainedColumns} from change c where c.no > ${no} order by c.no limit ${most}`,
    ),
  );
  return rows;
}

/** The facts of the given changes, grouped by the number of the change that covers them. */
export async function factsOf(
  connection: Connection,
  changes: readonly ChainedChange[],
): Promise<ReadonlyMap<number, FactsDigest>> {
  const found = new Map<number, FactsDigest>();
  for (const version of [2, 3, 4]) {
    const covering = changes.filter((change) => change.version === version);
    const first = covering[0]?.factsFrom;
    const last = covering.at(-1)?.no;
    if (typeof first !== 'number' || last === undefined) continue;
    const { rows } = await connection.query<FactsDigest & { no: number }>(factsFound(version, first, last));
    for (const row of rows) found.set(row.no, row);
  }
  return found;
}

/** SQL for the facts of the changes of one version, with the number of the change that covers each. */
function factsFound(version: number, first: number, last: number): Sql {
  const own = sql`select * from ${encodedFacts(version)}(${first}, ${last})`;
  const facts = version < 4 ? sql`${own} union all select * from facts_unseen_v4(${first}, ${last})` : own;
  const { erased, line } = readBefore[version] ?? { erased: sql``, line: lineDigest(sql`f`) };
  return sql`
    select covered.by as no, ${digested(sql`f`, line)}
    from (${facts}) f
      cross join lateral (select c.no as by, c.version from change c where c.no >= f.no and c.version >= 2 order by c.no limit 1) covered
      ${erased}
    where covered.version = ${version} group by covered.by`;
}

/**
 * SQL for the digests of fact lines in older versions, if values of the row were erased. Version 2 covers the values in
 * plain text. The commitment of version 3 leaves out columns that were added later. `digestOf` in the contract computes
 * the same digests.
 */
const readBefore: Readonly<Record<number, { readonly erased: Sql; readonly line: Sql }>> = {
  2: {
    erased: erasuresOf(sql`e.line_now <> e.original`, sql`e.line_now = ${lineDigest(sql`f`)}`),
    line: sql`coalesce(e.line, ${lineDigest(sql`f`)})`,
  },
  3: {
    erased: erasuresOf(
      sql`e.line_now = e.original`,
      sql`'"' || encode(e.line_now, 'hex') || '"' = split_part(f.fact, ',', 4)`,
    ),
    line: sql`sha256(convert_to(case when e.line is null then f.fact else replace(f.fact, encode(e.line_now, 'hex'), encode(e.line, 'hex')) end, 'UTF8'))`,
  },
};

/** SQL that joins a fact with the erasure of its row, if the erasure came after the change that covers the fact. */
function erasuresOf(which: Sql, fits: Sql): Sql {
  return sql`left join (
      select e.of_kind, e.of_id, e.row_no, e.line_now, e.line, min(e.no_from) as no from erasures e
      where e.line is not null and ${which} and ${isCovered} group by 1, 2, 3, 4, 5
    ) e on ${fits} and covered.by < e.no and starts_with(f.fact, '["' || e.of_kind || '",' || e.row_no || ',"' || e.of_id || '",')`;
}

/**
 * The function that encodes facts in a version. `facts_of_changes_4` encodes as version 3 does, and includes the tables that were added
 * later.
 */
export const encodedFacts = (version: number): Sql => identifier(encoders[version] ?? 'facts_of_changes_v4');
const encoders: Readonly<Record<number, string>> = { 2: 'facts_of_changes_2', 3: 'facts_of_changes_4' };

/**
 * Returns the change number of a fact that no change of the chain opened or closed; undefined if there is none. That
 * number is after the last change, before the first one, or missing (counted as 0).
 *
 * Only `no_to` decides whether a fact is present, so a forged row that begins before the chain would give access.
 */
export async function factsOutside(connection: Connection, last: number): Promise<number | undefined> {
  const { rows: tables } = await connection.query<{ name: string }>(
    'select name::text from facts_tables_v4() t (name)',
  );
  const outside = (no: Sql) => sql`coalesce(${no}, 0) not between 1 and ${last}::int8`;
  const numbers = tables.flatMap(({ name }) => {
    const table = fragment(`public."${name.replaceAll('"', '""')}"`);
    const opened = sql`select no_from as no from ${table} where ${outside(sql`no_from`)}`;
    // An erasure never ends.
    if (name === 'erasures') return [opened];
    const closed = sql`select no_to from ${table} where ${outside(sql`no_to`)} and no_to is distinct from ${fragment(untilFurtherNotice)}`;
    return [opened, closed];
  });
  const { rows } = await connection.query<{ no: number | null }>(
    sql`select min(greatest(least(coalesce(f.no, 0), ${Number.MAX_SAFE_INTEGER}::int8), 0)) as no
      from (select no from change where no < 1 union all ${join(numbers, ' union all ')}) f`,
  );
  return rows[0]?.no ?? undefined;
}

/** SQL for a change `c` in its hashed form. JSON is selected as text, because the hash covers it byte for byte. */
export const chainedColumns = sql`
  c.no, c.at, c.actor_kind as "actorKind", c.actor_id as "actorId", c.actor_name as "actorName", c.action, c.application,
  c.target_kind as "targetKind", c.target_id as "targetId", c.target_name as "targetName", c.before::text, c.after::text, c.version,
  c.facts_from as "factsFrom", c.opened, c.closed, encode(c.facts, 'hex') as facts, encode(c.previous_hash, 'hex') as "previousHash",
  encode(c.hash, 'hex') as hash, encode(c.salt, 'hex') as salt, encode(c.committed, 'hex') as committed`;

/**
 * After an upgrade, writes a marker change. Its digest covers the facts of all earlier changes whose own digests do
 * not cover them. Writes nothing if there are no such changes.
 */
export async function coverFacts(database: Database): Promise<void> {
  if ((await uncovered(poolOf(database))) === undefined) return;
  try {
    await change(database, { kind: 'system', id: null, name: 'Licet' }, async (handle) => {
      const first = await uncovered(handle.connection);
      if (first === undefined) throw new CoveredMeanwhile();
      handle.record({
        action: 'audit.facts_covered',
        target: { kind: 'application', id: licetApplication, name: 'Licet' },
        after: { from: first, to: handle.no - 1 },
      });
    });
  } catch (error) {
    if (!(error instanceof CoveredMeanwhile)) throw error;
  }
}

/** Another process has written the marker, or another change has come in between. */
class CoveredMeanwhile extends Error {}

/** The first of the trailing changes that do not cover their facts. */
async function uncovered(database: Queryable): Promise<number | undefined> {
  const { rows } = await database.query<{ first: number }>(sql`
    select coalesce((select no from change where version >= 2 order by no desc limit 1), 0) + 1 as first
    from (select version from change order by no desc limit 1) last where last.version < 2`);
  return rows[0]?.first;
}
