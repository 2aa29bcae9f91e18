import { limits } from '@licet/contract';
import { later } from '../kernel/instants.ts';
import type { Queryable } from '../kernel/pool.ts';
import { sql } from '../kernel/sql.ts';

/** For a limited time after setting a password by a link, a user may set up in any browser what the policy requires. */
export async function openSetUpWindow(connection: Queryable, userId: string, now: string): Promise<void> {
  await connection.query(
    sql`insert into set_up_windows (user_id, expires_at) values (${userId}, ${later(now, limits.setUpAfterLink.value)})
     on conflict (user_id) do update set expires_at = excluded.expires_at`,
  );
}

/** Ends it: it was used, or the password is another by now. */
export async function closeSetUpWindow(connection: Queryable, users: readonly string[]): Promise<void> {
  await connection.query(sql`delete from set_up_windows where user_id = any(${users}::uuid[])`);
}
