import type { Connection } from './database.ts';
import { type Sql, sql } from './sql.ts';

/** The rows of a statement, in batches from a database cursor, so that memory is bounded. Only one cursor at a time in a transaction. */
export async function* rowsOf<Row extends object>(
  connection: Connection,
  select: Sql,
  atOnce = 1000,
): AsyncGenerator<Row> {
  await connection.query(sql`declare rows_in_turn no scroll cursor for ${select}`);
  for (;;) {
    const { rows } = await connection.query<Row>(`fetch ${atOnce} from rows_in_turn`);
    yield* rows;
    if (rows.length < atOnce) break;
  }
  await connection.query('close rows_in_turn');
}
