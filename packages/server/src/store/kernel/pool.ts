import type { QueryResult, QueryResultRow } from 'pg';
import { lost } from './connect.ts';
import { refusalOf } from './constraints.ts';
import { type Database, unavailable, withConnection } from './database.ts';
import type { Statement } from './sql.ts';

/** What answers a statement: a connection inside a transaction, or the pool for a single one. */
export interface Queryable {
  query<Row extends QueryResultRow>(statement: string | Statement, values?: unknown[]): Promise<QueryResult<Row>>;
}

/** The pool for single statements. @throws Refusal `unavailable` when the database is gone */
export function poolOf(database: Pick<Database, 'connect'>): Queryable {
  return {
    query: (statement, values) =>
      withConnection(database, (connection) =>
        typeof statement === 'string' ? connection.query(statement, values) : connection.query(statement),
      ).catch(failed),
  };
}

/** Throws what the failure of a single statement means. @throws Refusal `unavailable` when the database is gone */
export function failed(error: unknown): never {
  if (lost(error)) unavailable(error);
  throw refusalOf(error) ?? error;
}
