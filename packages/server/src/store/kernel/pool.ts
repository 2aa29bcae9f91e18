import type { QueryResult, QueryResultRow } from 'pg';
import { lost } from './connect.ts';
import { type Database, unavailable, withConnection } from './database.ts';
import { refusalOf } from './database-fault.ts';
import type { Statement } from './sql.ts';

/** Runs statements: a connection runs them inside a transaction, and the pool runs a single one. */
export interface Queryable {
  query<Row extends QueryResultRow>(statement: string | Statement, values?: unknown[]): Promise<QueryResult<Row>>;
}

/**
 * The pool, for single statements. Replaces U+0000, which PostgreSQL's text cannot store, with U+FFFD, as the driver
 * does for lone surrogates. A search for such a text then finds nothing, and a stored note (such as a user agent) stays
 * readable. Transactions refuse such a text instead ({@link refusalOf}), because the audit chain covers it.
 * @throws Refusal `unavailable` if the database is gone
 */
export function poolOf(database: Pick<Database, 'connect'>): Queryable {
  return {
    query: (statement, values) =>
      withConnection(database, (connection) =>
        typeof statement === 'string'
          ? connection.query(statement, values && withoutNul(values))
          : connection.query(holdable(statement)),
      ).catch(failed),
  };
}

function holdable(statement: Statement): Statement {
  const { text, values, name } = statement;
  if (!values.some(holdsNul)) return statement;
  return { text, values: withoutNul(values), ...(name !== undefined && { name }) };
}

const holdsNul = (value: unknown): boolean =>
  typeof value === 'string' ? value.includes('\0') : Array.isArray(value) && value.some(holdsNul);

const withoutNul = (values: unknown[]): unknown[] =>
  values.map((value) => {
    if (Array.isArray(value)) return withoutNul(value);
    return typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : value;
  });

/**
 * Throws the refusal for a failed single statement.
 * @throws Refusal `unavailable` if the database is gone
 */
export function failed(error: unknown): never {
  if (lost(error)) unavailable(error);
  throw refusalOf(error) ?? error;
}
