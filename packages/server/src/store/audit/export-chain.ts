import type { ExportedLine } from '@licet/contract/audit-chain';
import type { Connection } from '../kernel/database.ts';
import { untilFurtherNotice } from '../kernel/facts.ts';
import { rowsOf } from '../kernel/rows.ts';
import { fragment, identifier, join, sql } from '../kernel/sql.ts';
import { changesAfter } from './chained-changes.ts';
import { listCheckpoints } from './checkpoints.ts';
import { personalTables, personalText } from './erasures.ts';

/**
 * The chain as lines of JSON, some at a time: the checkpoints, then each change after the facts that it opened and closed, then facts beyond
 * the last change, then the end. Read in one snapshot.
 */
export async function* exportChain(connection: Connection): AsyncGenerator<string> {
  const lines = new Lines();
  for (const signed of await listCheckpoints(connection)) yield* lines.add({ checkpoint: signed });
  for (const line of await erasureLines(connection)) yield* lines.add({ erasure: line });
  const facts = allFacts(connection);
  let fact = await facts.next();
  let [changes, last] = [0, 0];
  for (;;) {
    const batch = await changesAfter(connection, last, 1000);
    for (const change of batch) {
      for (; !fact.done && fact.value.no <= change.no; fact = await facts.next())
        yield* lines.add({ fact: factLine(fact.value) });
      yield* lines.add({ change });
      changes += 1;
    }
    last = batch.at(-1)?.no ?? last;
    if (batch.length === 0) break;
  }
  for (; !fact.done; fact = await facts.next()) yield* lines.add({ fact: factLine(fact.value) });
  yield* lines.add({ end: { changes } });
  yield lines.rest();
}

interface Fact {
  readonly no: number;
  readonly opened: boolean;
  readonly fact: string;
  readonly salt: string | null;
  readonly personal: string | null;
}

const factLine = ({ no, opened, fact, salt, personal }: Fact): FactLine =>
  salt === null || personal === null ? [no, opened ? 1 : 0, fact] : [no, opened ? 1 : 0, fact, salt, personal];
type FactLine = Extract<ExportedLine, { fact: unknown }>['fact'];

/** The lines of the erasures, oldest first. */
async function erasureLines(connection: Connection): Promise<string[]> {
  const { rows } = await connection.query<{ fact: string }>(
    sql`select f.fact from facts_of_erasures_3(1, ${fragment(untilFurtherNotice)} - 1) f order by f.no`,
  );
  return rows.map(({ fact }) => fact);
}

/** All facts by change number, some hundred changes at a time, so that no more rows are sorted than fit into memory. */
async function* allFacts(connection: Connection): AsyncGenerator<Fact, void> {
  const [first, last] = [sql`1`, sql`${fragment(untilFurtherNotice)} - 1`];
  // Each fact in the encoding of the change that covers it; an uncovered one in the newest encoding.
  const coveredBy = sql`(select c.version from change c where c.no >= f.no and c.version >= 2 order by c.no limit 1)`;
  const row = sql`cross join lateral (
    select case when f.fact ~ ${`^\\["(${personalTables.join('|')})",`} then f.fact::json end as key) told
    cross join lateral (select (told.key ->> 2)::uuid as id, (told.key ->> 1)::bigint as no) row`;
  const joins = personalTables.map(
    (table) => sql`
      left join ${identifier(table)} ${identifier(`of_${table}`)} on told.key ->> 0 = ${table} and ${identifier(`of_${table}`)}.id = row.id
        and ${identifier(`of_${table}`)}.no_from = row.no`,
  );
  const texts = personalTables.map(
    (table) =>
      sql`case when ${identifier(`of_${table}`)}.id is not null then ${personalText(table, identifier(`of_${table}`))} end`,
  );
  const salts = personalTables.map((table) => identifier(`of_${table}.salt`));
  yield* rowsOf<Fact>(
    connection,
    sql`
    select f.no, f.opened, f.fact, null as salt, null as personal from facts_of_changes_2(${first}, ${last}) f where ${coveredBy} = 2
    union all
    select f.no, f.opened, f.fact, encode(coalesce(${join(salts, ', ')}), 'hex'), coalesce(${join(texts, ', ')})
    from facts_of_changes_4(${first}, ${last}) f ${row} ${join(joins, ' ')} where ${coveredBy} is distinct from 2
    order by no`,
    5000,
  );
}

/** Yields lines in batches. */
class Lines {
  #text = '';

  *add(line: ExportedLine): Generator<string> {
    this.#text += `${JSON.stringify(line)}\n`;
    if (this.#text.length > 65_536) yield this.rest();
  }

  rest(): string {
    const text = this.#text;
    this.#text = '';
    return text;
  }
}
