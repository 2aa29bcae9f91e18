import type { ChainedChange, FactsDigest } from '@licet/contract/audit-chain';
import { digested } from '../kernel/chain.ts';
import type { Connection } from '../kernel/database.ts';
import { untilFurtherNotice } from '../kernel/facts.ts';
import { named, raw, sql } from '../kernel/sql.ts';

/** So many changes after a number, as they were hashed. */
export async function changesAfter(connection: Connection, no: number, most: number): Promise<ChainedChange[]> {
  const { rows } = await connection.query<ChainedChange>(
    named('chained_changes', sql`select ${columns} from change c where c.no > ${no} order by c.no limit ${most}`),
  );
  return rows;
}

/** The facts that are there for changes, by the number of the change that covers them. */
export async function factsOf(
  connection: Connection,
  changes: readonly ChainedChange[],
): Promise<ReadonlyMap<number, FactsDigest>> {
  const covering = changes.filter(({ version }) => version >= 2);
  const first = covering[0]?.factsFrom;
  const last = covering.at(-1)?.no;
  if (typeof first !== 'number' || last === undefined) return new Map();
  const { rows } = await connection.query<FactsDigest & { no: number }>(
    sql`select covered.by as no, ${digested(sql`f`)}
        from facts_of_changes_2(${first}, ${last}) f
          cross join lateral (select c.no as by from change c where c.no >= f.no and c.version >= 2 order by c.no limit 1) covered
        group by covered.by`,
  );
  return new Map(rows.map((row) => [row.no, row]));
}

/** The lowest number beyond the chain of which there are facts. */
export async function factsBeyond(connection: Connection, last: number): Promise<number | undefined> {
  const { rows } = await connection.query<{ no: number | null }>(
    sql`select min(f.no) as no from facts_of_changes_2(${last + 1}, ${raw(untilFurtherNotice)} - 1) f`,
  );
  return rows[0]?.no ?? undefined;
}

// As text: the JSON that was hashed is kept byte by byte.
const columns = sql`
  c.no, c.at, c.actor_kind as "actorKind", c.actor_id as "actorId", c.actor_name as "actorName", c.action, c.application,
  c.target_kind as "targetKind", c.target_id as "targetId", c.target_name as "targetName", c.before::text, c.after::text, c.version,
  c.facts_from as "factsFrom", c.opened, c.closed, encode(c.facts, 'hex') as facts, encode(c.previous_hash, 'hex') as "previousHash",
  encode(c.hash, 'hex') as hash`;
