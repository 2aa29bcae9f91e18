import { clock } from '../kernel/clock.ts';
import type { Queryable } from '../kernel/pool.ts';
import { sql } from '../kernel/sql.ts';

/** The activity of a database connection, and how long it has lasted. */
export interface Busy {
  readonly pid: number;
  /** The application name. */
  readonly program: string;
  /**
   * What the connection does:
   * - `works`: runs a statement
   * - `waits`: waits for a lock
   * - `idle`: has a transaction open without a statement
   * - `open`: has a transaction that has lasted long
   */
  readonly how: 'works' | 'waits' | 'idle' | 'open';
  readonly seconds: number;
  /** The statement, without its values. */
  readonly statement: string;
}

/** A statement that takes long on average. */
export interface SlowStatement {
  readonly calls: number;
  readonly meanSeconds: number;
  readonly statement: string;
}

/** Seconds after which something is reported. */
export interface Patience {
  readonly works: number;
  readonly idle: number;
  readonly open: number;
}

/** Copying a table, as a backup does, may take a long time. It is reported only when its transaction exceeds `open`. */
export const patience: Patience = { works: 10, idle: 60, open: 3600 };

/** Long-running activity in this database, by any program, longest first. */
export async function busyNow(connection: Queryable, { works, idle, open }: Patience = patience): Promise<Busy[]> {
  const now = clock(0);
  const { rows } = await connection.query<Busy>(sql`
    with a as (
      select pid, application_name as program, query as statement,
        case when state = 'active' and wait_event_type = 'Lock' then 'waits'
             when state = 'active' and query !~* '^\s*(copy|vacuum|analyze)' then 'works'
             when state like 'idle in transaction%' then 'idle' end as how,
        extract(epoch from ${now} - case when state = 'active' then query_start else state_change end)::float8 as seconds,
        extract(epoch from ${now} - xact_start)::float8 as transaction
      from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend')
    select pid, program, statement,
      case when how in ('works', 'waits') and seconds >= ${works}::float8 then how
           when how = 'idle' and seconds >= ${idle}::float8 then how else 'open' end as how,
      round(case when how is not null and seconds >= case how when 'idle' then ${idle}::float8 else ${works}::float8 end
                 then seconds else transaction end)::float8 as seconds
    from a
    where (how in ('works', 'waits') and seconds >= ${works}::float8) or (how = 'idle' and seconds >= ${idle}::float8)
      or transaction >= ${open}::float8
    order by 5 desc limit 20`);
  return rows.map((row) => ({ ...row, statement: withoutValues(row.statement) }));
}

/**
 * The statements that are slow on average, from PostgreSQL's statistics of this database; null if pg_stat_statements is
 * missing or may not be read.
 */
export async function slowOnAverage(connection: Queryable, seconds = 0.25): Promise<SlowStatement[] | null> {
  try {
    const { rows } = await connection.query<SlowStatement>(sql`
      select calls::int8 as calls, mean_exec_time / 1000 as "meanSeconds", query as statement
      from pg_stat_statements s join pg_database d on d.oid = s.dbid and d.datname = current_database()
      where calls >= 20 and mean_exec_time >= ${seconds * 1000}::float8
      order by total_exec_time desc limit 5`);
    return rows.map((row) => ({ ...row, statement: withoutValues(row.statement) }));
  } catch {
    return null;
  }
}

/** The beginning of a statement on one line, without literals, which may contain personal data. */
export function withoutValues(statement: string): string {
  return statement
    .replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, ' ')
    .replace(/\$([a-z_]*)\$[\s\S]*?(?:\$\1\$|$)/gi, '?')
    .replace(/e?'(?:[^'\\]|''|\\[\s\S])*(?:'|$)/gi, '?')
    .replace(/(?<![\w$])\d[\w.]*/g, '?')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 120);
}
