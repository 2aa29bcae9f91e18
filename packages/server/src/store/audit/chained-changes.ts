import type { ChainedChange, FactsDigest } from '@licet/contract/audit-chain';
import { digested, lineDigest } from '../kernel/chain.ts';
import type { Connection } from '../kernel/database.ts';
import { untilFurtherNotice } from '../kernel/facts.ts';
import { fragment, identifier, named, type Sql, sql } from '../kernel/sql.ts';
import { isCovered } from './erasures.ts';

/** A batch of changes after a number, as they were hashed. */
export async function changesAfter(connection: Connection, no: number, most: number): Promise<ChainedChange[]> {
  const { rows } = await connection.query<ChainedChange>(
    named(
      'chained_changes',
      sql`select ${chainedColumns} from change c where c.no > ${no} order by c.no limit ${most}`,
    ),
  );
  return rows;
}

/** The facts of the given changes, by the number of the change that covers them. */
export async function factsOf(
  connection: Connection,
  changes: readonly ChainedChange[],
): Promise<ReadonlyMap<number, FactsDigest>> {
  const found = new Map<number, FactsDigest>();
  for (const version of [2, 3]) {
    const covering = changes.filter((change) => change.version === version);
    const first = covering[0]?.factsFrom;
    const last = covering.at(-1)?.no;
    if (typeof first !== 'number' || last === undefined) continue;
    const { rows } = await connection.query<FactsDigest & { no: number }>(factsFound(version, first, last));
    for (const row of rows) found.set(row.no, row);
  }
  return found;
}

/** SQL for the facts of the changes of a version, by the number of the change that covers them. */
function factsFound(version: number, first: number, last: number): Sql {
  // Version 2 covers values in the clear that have been erased since.
  const erased = sql`left join (select distinct e.line_now, e.line from erasures e where e.line is not null and ${isCovered}) e on e.line_now = ${lineDigest(sql`f`)}`;
  const line = version === 2 ? sql`coalesce(e.line, ${lineDigest(sql`f`)})` : lineDigest(sql`f`);
  return sql`
    select covered.by as no, ${digested(sql`f`, line)}
    from ${factsTold(version)}(${first}, ${last}) f ${version === 2 ? erased : sql``}
      cross join lateral (select c.no as by, c.version from change c where c.no >= f.no and c.version >= 2 order by c.no limit 1) covered
    where covered.version = ${version} group by covered.by`;
}

/** The function that encodes facts in a version. */
export const factsTold = (version: number): Sql =>
  identifier(version === 2 ? 'facts_of_changes_2' : 'facts_of_changes_4');

/** The lowest change number of a fact that is beyond the chain. */
export async function factsBeyond(connection: Connection, last: number): Promise<number | undefined> {
  const { rows } = await connection.query<{ no: number | null }>(
    sql`select min(f.no) as no from facts_of_changes_4(${last + 1}, ${fragment(untilFurtherNotice)} - 1) f`,
  );
  return rows[0]?.no ?? undefined;
}

/** SQL for a change `c` as it is hashed. It is text because the hashed JSON is kept byte for byte. */
export const chainedColumns = sql`
  c.no, c.at, c.actor_kind as "actorKind", c.actor_id as "actorId", c.actor_name as "actorName", c.action, c.application,
  c.target_kind as "targetKind", c.target_id as "targetId", c.target_name as "targetName", c.before::text, c.after::text, c.version,
  c.facts_from as "factsFrom", c.opened, c.closed, encode(c.facts, 'hex') as facts, encode(c.previous_hash, 'hex') as "previousHash",
  encode(c.hash, 'hex') as hash, encode(c.salt, 'hex') as salt, encode(c.committed, 'hex') as committed`;
