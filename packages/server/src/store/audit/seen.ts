import type { Queryable } from '../kernel/pool.ts';
import { sql } from '../kernel/sql.ts';

/** The time up to which a user has seen the changes; null if they have never marked them as seen. */
export async function seenUntil(connection: Queryable, userId: string): Promise<string | null> {
  const { rows } = await connection.query<{ until: string }>(
    sql`select s.until from seen_changes s where s.user_id = ${userId}`,
  );
  return rows[0]?.until ?? null;
}

/**
 * Marks the changes up to this one as seen, and returns the time. It is a whole millisecond after the change, because
 * the filters of the audit log are that coarse. Has no effect if later changes are already marked. Undefined if there
 * is no such change.
 */
export async function markSeen(connection: Queryable, userId: string, no: number): Promise<string | undefined> {
  const { rows } = await connection.query<{ until: string }>(sql`
    insert into seen_changes as s (user_id, until)
    select ${userId}, date_trunc('milliseconds', c.at) + interval '1 millisecond' from change c where c.no = ${no}
    on conflict (user_id) do update set until = greatest(s.until, excluded.until) returning s.until`);
  return rows[0]?.until;
}
