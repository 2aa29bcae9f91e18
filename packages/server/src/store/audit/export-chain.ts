import { type ExportedLine, newestVersion } from '@licet/contract/audit-chain';
import type { Connection } from '../kernel/database.ts';
import { untilFurtherNotice } from '../kernel/facts.ts';
import { rowsOf } from '../kernel/rows.ts';
import { fragment, identifier, join, type Sql, sql } from '../kernel/sql.ts';
import { changesAfter, encodedFacts, factsOutside } from './chained-changes.ts';
import { listCheckpoints } from './checkpoints.ts';
import { personalTables, personalText } from './erasures.ts';

/**
 * Yields the chain as lines of JSON, in batches, from one snapshot. The lines are in this order:
 * - the checkpoints, then the erasures,
 * - each change, after the facts that it opened and closed,
 * - the facts after the last change or before the first,
 * - the end.
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
  // The loop above cannot yield facts whose numbers no change can have.
  const outside = await factsOutside(connection, last);
  if (outside !== undefined) yield* lines.add({ fact: [outside, 1, '["outside the chain"]'] });
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

/** The lines of the erasures, oldest first, in the encoding of the changes that cover them. */
async function erasureLines(connection: Connection): Promise<string[]> {
  const all = sql`1, ${fragment(untilFurtherNotice)} - 1`;
  const { rows } = await connection.query<{ fact: string }>(sql`
    select f.fact from (
      select 3 as version, e.no, e.fact from facts_of_erasures_3(${all}) e
      union all select 4, e.no, e.fact from facts_of_table_v4('erasures', ${all}) e) f
    where f.version = ${encodingOf(sql`f`)} order by f.no`);
  return rows.map(({ fact }) => fact);
}

/** SQL for the version of the change that covers a fact; the newest version if no change covers it. */
const encodingOf = (fact: Sql): Sql =>
  sql`coalesce((select c.version from change c where c.no >= ${fact}.no and c.version >= 2 order by c.no limit 1), ${newestVersion})`;

/** All facts by change number, each in the encoding of the change that covers it. */
async function* allFacts(connection: Connection): AsyncGenerator<Fact, void> {
  const all = sql`1, ${fragment(untilFurtherNotice)} - 1`;
  const { rows } = await connection.query<{ version: number }>('select distinct version from change');
  const parts: Sql[] = [];
  for (const version of [2, 3, newestVersion]) {
    // The newest encoding is also used for uncovered facts.
    if (version < newestVersion && !rows.some((row) => row.version === version)) continue;
    const covered = sql`${encodingOf(sql`f`)} = ${version}`;
    parts.push(
      version === 2
        ? sql`select f.no, f.opened, f.fact, null, null from ${encodedFacts(version)}(${all}) f where ${covered}`
        : sql`${await withPersonal(connection, version, all)} where ${covered}`,
    );
    if (version < newestVersion)
      parts.push(sql`select f.no, f.opened, f.fact, null, null from facts_unseen_v4(${all}) f where ${covered}`);
  }
  yield* rowsOf<Fact>(
    connection,
    sql`select * from (${join(parts, ' union all ')}) f (no, opened, fact, salt, personal) order by f.no`,
    5000,
  );
}

/** SQL for facts in the encoding of version 3 or later, each with the input of its commitment. */
async function withPersonal(connection: Connection, version: number, all: Sql): Promise<Sql> {
  const [salts, texts, joins]: [Sql[], Sql[], Sql[]] = [[], [], []];
  for (const table of personalTables) {
    const alias = `of_${table}`;
    const row = identifier(alias);
    const text = await personalText(connection, table, alias);
    // Version 3 leaves out columns that were added later. The line of a row with erased values has the commitment that
    // is stored in the row.
    const personalFields =
      version === 3
        ? sql`case when ${row}.committed is null then ${identifier(`facts_personal_${table}_3`)}(${row}) else ${text} end`
        : text;
    salts.push(sql`${row}.salt`);
    texts.push(sql`case when ${row}.id is not null then ${personalFields} end`);
    joins.push(
      sql`left join ${identifier(table)} ${row} on encoded.key ->> 0 = ${table} and ${row}.id = row.id and ${row}.no_from = row.no`,
    );
  }
  return sql`
    select f.no, f.opened, f.fact, encode(coalesce(${join(salts, ', ')}), 'hex'), coalesce(${join(texts, ', ')})
    from ${encodedFacts(version)}(${all}) f
      cross join lateral (select case when f.fact ~ ${`^\\["(${personalTables.join('|')})",`} then f.fact::json end as key) encoded
      cross join lateral (select (encoded.key ->> 2)::uuid as id, (encoded.key ->> 1)::bigint as no) row
      ${join(joins, ' ')}`;
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
