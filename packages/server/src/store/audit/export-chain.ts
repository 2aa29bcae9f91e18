import type { ExportedLine } from '@licet/contract/audit-chain';
import type { Connection } from '../kernel/database.ts';
import { untilFurtherNotice } from '../kernel/facts.ts';
import { raw, sql } from '../kernel/sql.ts';
import { changesAfter } from './chained-changes.ts';
import { listCheckpoints } from './checkpoints.ts';

/**
 * The chain as lines of JSON, some at a time: the checkpoints, then each change after the facts that it opened and closed, then facts beyond
 * the last change, then the end. Read in one snapshot.
 */
export async function* exportChain(connection: Connection): AsyncGenerator<string> {
  const lines = new Lines();
  for (const signed of await listCheckpoints(connection)) yield* lines.add({ checkpoint: signed });
  const facts = allFacts(connection);
  let fact = await facts.next();
  let [changes, last] = [0, 0];
  for (;;) {
    const batch = await changesAfter(connection, last, 1000);
    for (const change of batch) {
      for (; !fact.done && fact.value.no <= change.no; fact = await facts.next())
        yield* lines.add({ fact: [fact.value.no, fact.value.opened ? 1 : 0, fact.value.fact] });
      yield* lines.add({ change });
      changes += 1;
    }
    last = batch.at(-1)?.no ?? last;
    if (batch.length === 0) break;
  }
  for (; !fact.done; fact = await facts.next())
    yield* lines.add({ fact: [fact.value.no, fact.value.opened ? 1 : 0, fact.value.fact] });
  yield* lines.add({ end: { changes } });
  yield lines.rest();
}

interface Fact {
  readonly no: number;
  readonly opened: boolean;
  readonly fact: string;
}

/** All facts by the number of their change, some hundred changes at a time: more of them are sorted than need be held. */
async function* allFacts(connection: Connection): AsyncGenerator<Fact, undefined> {
  await connection.query(
    sql`declare facts_of_the_chain no scroll cursor for
        select f.no, f.opened, f.fact from facts_of_changes_2(1, ${raw(untilFurtherNotice)} - 1) f order by f.no`,
  );
  for (;;) {
    const { rows } = await connection.query<Fact>('fetch 5000 from facts_of_the_chain');
    if (rows.length === 0) return;
    yield* rows;
  }
}

/** Lines, handed on when there are enough of them. */
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
