import type { UserFilter } from '@licet/contract';
import { inNameOrder } from '../kernel/lists.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { join, sql } from '../kernel/sql.ts';
import { usersWhere } from '../users/list.ts';

/** The ids of users who match a filter and have not signed in yet, by name; at most so many. */
export async function chosenBy(snapshot: Snapshot, filter: UserFilter, most: number): Promise<string[]> {
  const where = join([...(await usersWhere(snapshot, filter)), sql`u.status = 'invited'`], ' and ');
  const { rows } = await snapshot.connection.query<{ id: string }>(
    sql`select u.id from users u where ${where} order by ${inNameOrder(sql`u.name`)}, u.id limit ${most}`,
  );
  return rows.map(({ id }) => id);
}
