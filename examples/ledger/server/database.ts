import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { customers, sales } from './books.ts';

/** Runs queries with the claims of a verified token. The row-level security policies decide which rows the queries see and change. */
export interface Books {
  as<Result>(claims: string, work: (query: Query) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

export type Query = <Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]) => Promise<Row[]>;

/**
 * Opens Ledger's database. If the database is empty, first creates the permission rule, the tables with their policies,
 * and some invoices.
 */
export async function openBooks(connectionString: string): Promise<Books> {
  const pool = new pg.Pool({ connectionString, max: 10, options: '-c search_path=public' });
  pool.on('error', (error) => console.error(`An idle database connection broke: ${error.message}`));
  const { rowCount } = await pool.query(`select from pg_class where relname = 'invoices'`);
  if (rowCount === 0) await fillWhole(pool);
  return {
    as: (claims, work) => inTransaction(pool, claims, work),
    close: () => pool.end(),
  };
}

async function inTransaction<Result>(
  pool: pg.Pool,
  claims: string,
  work: (query: Query) => Promise<Result>,
): Promise<Result> {
  const connection = await pool.connect();
  try {
    await connection.query('begin');
    await connection.query('set local role ledger_api');
    await connection.query(`select set_config('request.jwt.claims', $1, true)`, [claims]);
    const result = await work(async (text, values = []) => (await connection.query(text, [...values])).rows);
    await connection.query('commit');
    connection.release();
    return result;
  } catch (error) {
    await connection.query('rollback').then(
      () => connection.release(),
      () => connection.release(true),
    );
    throw error;
  }
}

/** Fills the database in one transaction, so that an interrupted start leaves it empty. */
async function fillWhole(pool: pg.Pool): Promise<void> {
  const connection = await pool.connect();
  try {
    await connection.query('begin');
    await fill(connection);
    await connection.query('commit');
  } finally {
    connection.release(true); // Closes the connection, which rolls an uncommitted transaction back.
  }
}

async function fill(connection: pg.PoolClient): Promise<void> {
  const rule = readFileSync(fileURLToPath(import.meta.resolve('@licet/rule/sql/licet.sql')), 'utf8');
  const schema = readFileSync(new URL('schema.sql', import.meta.url), 'utf8');
  await connection.query(rule);
  await connection.query(schema);
  for (const [name, city, country] of customers)
    await connection.query('insert into customers (name, city, country) values ($1, $2, $3)', [name, city, country]);
  for (const { number, customer, issued, lines, payments } of sales) {
    await connection.query(
      `insert into invoices (number, customer, issued, due)
       select $1, id, current_date - $3::int, current_date - $3::int + 30 from customers where name = $2`,
      [number, customer, issued],
    );
    for (const [position, [item, quantity, unit, cents]] of lines.entries())
      await connection.query('insert into lines values ($1, $2, $3, $4, $5, $6)', [
        number,
        position,
        item,
        quantity,
        unit,
        cents,
      ]);
    for (const [daysAgo, method, share] of payments)
      await connection.query(
        `insert into payments (invoice, at, method, cents)
         select $1, now() - $2::int * interval '1 day', $3, round(total * $4::numeric) from totals where number = $1`,
        [number, daysAgo, method, share],
      );
  }
}
