import type { SharedView } from '@licet/contract';
import { newId } from '../kernel/ids.ts';
import type { Queryable } from '../kernel/pool.ts';
import { sql } from '../kernel/sql.ts';

/** The shared views of the list of users, by name. */
export async function sharedViews(connection: Queryable): Promise<SharedView[]> {
  const { rows } = await connection.query<SharedView>(
    sql`select v.id, v.name, v.address from shared_views v where v.list = 'users' order by v.name collate "und-x-icu"`,
  );
  return rows;
}

/** Stores a view, in place of the one with the same name. */
export async function putView(connection: Queryable, { name, address }: Omit<SharedView, 'id'>): Promise<SharedView> {
  const { rows } = await connection.query<{ id: string }>(sql`
    insert into shared_views (id, list, name, address) values (${newId()}, 'users', ${name}, ${JSON.stringify(address)}::jsonb)
    on conflict (list, name) do update set address = excluded.address returning id`);
  return { id: rows[0]?.id ?? '', name, address };
}

export async function deleteView(connection: Queryable, id: string): Promise<void> {
  await connection.query(sql`delete from shared_views where id = ${id}`);
}
