import type { Queryable } from '../kernel/pool.ts';
import { type Sql, sql } from '../kernel/sql.ts';

// A user's sign-ins have an epoch, which is incremented whenever they are ended. It is read before the user proves anything, and compared
// in the statement that creates the session. That statement and the increment lock the same row, so the later of the two sees the earlier.

/** SQL for the current epoch of a user's sign-ins. */
export const epochOf = (userId: Sql): Sql =>
  sql`coalesce((select e.epoch from sign_in_epochs e where e.user_id = ${userId}), 0)::int8`;

/** The current epoch of a user's sign-ins. */
export async function readEpoch(connection: Queryable, userId: string): Promise<number> {
  const { rows } = await connection.query<{ epoch: number }>(sql`select ${epochOf(sql`${userId}::uuid`)} as epoch`);
  return rows[0]?.epoch ?? 0;
}

/** Increments the epoch, so that proofs from the previous one no longer sign in. */
export async function endEpoch(connection: Queryable, users: readonly string[]): Promise<void> {
  await connection.query(
    sql`insert into sign_in_epochs (user_id, epoch) select id, 1 from unnest(${users}::uuid[]) id order by id
     on conflict (user_id) do update set epoch = sign_in_epochs.epoch + 1`,
  );
}

/** Selects `epoch` and locks it until the transaction ends. */
export const lockedEpoch = (userId: string): Sql => sql`
  insert into sign_in_epochs (user_id, epoch) values (${userId}, 0)
  on conflict (user_id) do update set epoch = sign_in_epochs.epoch returning epoch`;
