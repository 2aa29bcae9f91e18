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

/** SQL for the facts of the changes of a version, by the number of the change that covers them. */
function factsFound(version: number, first: number, last: number): Sql {
  // Version 2 covers values in the clear that have been erased since. Version 3 has another commitment to rows with later values.
  const erased = sql`left join (select distinct e.line_now, e.line from erasures e where e.line is not null and ${isCovered}) e on e.line_now = ${lineDigest(sql`f`)}`;
  const older = version < 4;
  const own = sql`select * from ${factsTold(version)}(${first}, ${last})`;
  const facts = older ? sql`${own} union all select * from facts_unseen_v4(${first}, ${last})` : own;
  return sql`
    select covered.by as no, ${digested(sql`f`, older ? sql`coalesce(e.line, ${lineDigest(sql`f`)})` : lineDigest(sql`f`))}
    from (${facts}) f ${older ? erased : sql``}
      cross join lateral (select c.no as by, c.version from change c where c.no >= f.no and c.version >= 2 order by c.no limit 1) covered
    where covered.version = ${version} group by covered.by`;
}

/** The function that encodes facts in a version. `facts_of_changes_4` is that of version 3, with the tables that came later. */
export const factsTold = (version: number): Sql => identifier(told[version] ?? 'facts_of_changes_v4');
const told: Readonly<Record<number, string>> = { 2: 'facts_of_changes_2', 3: 'facts_of_changes_4' };

/** The lowest change number of a fact that is beyond the chain. */
export async function factsBeyond(connection: Connection, last: number): Promise<number | undefined> {
  const { rows } = await connection.query<{ no: number | null }>(
    sql`select min(f.no) as no from facts_of_changes_v4(${last + 1}, ${fragment(untilFurtherNotice)} - 1) f`,
  );
  return rows[0]?.no ?? undefined;
}

/** SQL for a change `c` as it is hashed. It is text because the hashed JSON is kept byte for byte. */
export const chainedColumns = sql`
  c.no, c.at, c.actor_kind as "actorKind", c.actor_id as "actorId", c.actor_name as "actorName", c.action, c.application,
  c.target_kind as "targetKind", c.target_id as "targetId", c.target_name as "targetName", c.before::text, c.after::text, c.version,
  c.facts_from as "factsFrom", c.opened, c.closed, encode(c.facts, 'hex') as facts, encode(c.previous_hash, 'hex') as "previousHash",
  encode(c.hash, 'hex') as hash, encode(c.salt, 'hex') as salt, encode(c.committed, 'hex') as committed`;
