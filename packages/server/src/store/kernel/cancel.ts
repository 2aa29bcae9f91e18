import type { QueryResult, QueryResultRow } from 'pg';
import type { Connection, Database } from './database.ts';
import { poolOf } from './pool.ts';
import type { Sql } from './sql.ts';

/** Sends one statement of a transaction. */
export type Ask = <Row extends QueryResultRow>(statement: Sql) => Promise<QueryResult<Row>>;

/**
 * Calls `work` with a function that sends statements of a transaction. When the signal aborts, PostgreSQL cancels the
 * running statement, and no further statement is sent.
 * @throws the reason of the signal
 */
export async function cancelledBy<Result>(
  database: Database,
  connection: Connection,
  signal: AbortSignal | undefined,
  work: (ask: Ask) => Promise<Result>,
): Promise<Result> {
  if (!signal) return work((statement) => connection.query(statement));
  const { rows } = await connection.query<{ pid: number }>('select pg_backend_pid() as pid');
  let cancelling: Promise<unknown> | undefined;
  const cancel = () => {
    cancelling = poolOf(database)
      .query('select pg_cancel_backend($1)', [rows[0]?.pid])
      .catch(() => undefined);
  };
  signal.addEventListener('abort', cancel);
  try {
    return await work((statement) => {
      signal.throwIfAborted();
      return connection.query(statement);
    });
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', cancel);
    // The connection will be used again, and a late cancellation would reach a statement of another transaction.
    await cancelling;
  }
}
