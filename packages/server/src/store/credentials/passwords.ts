import { identityKey } from '@licet/contract';
import type { Change } from '../kernel/change.ts';
import type { Database } from '../kernel/database.ts';
import { present } from '../kernel/facts.ts';
import { poolOf, type Queryable } from '../kernel/pool.ts';
import { sql } from '../kernel/sql.ts';
import { closeSetUpWindow } from './credentials.ts';
import { codeFailures, nameFailures } from './throttle.ts';

/**
 * Sets the password of a user, and resets failed attempts at passwords and codes. Deletes earlier password links, so
 * that they cannot set another password.
 */
export async function setPasswordHash({ connection, at }: Change, userId: string, hash: string): Promise<void> {
  await connection.query(
    sql`insert into credentials (user_id, password_hash, set_at) values (${userId}, ${hash}, ${at})
     on conflict (user_id) do update set password_hash = excluded.password_hash, set_at = excluded.set_at`,
  );
  await connection.query(sql`delete from password_links where user_id = ${userId}`);
  await closeSetUpWindow(connection, [userId]);
  const { rows } = await connection.query<{ names: string[] }>(
    sql`select array[username_key, email_key] as names from users u where u.id = ${userId} and ${present('u')}`,
  );
  const keys = (rows[0]?.names ?? []).flatMap((name) =>
    name === null ? [] : nameFailures(identityKey(name), true).key,
  );
  await connection.query(sql`delete from failures where key = any(${[...keys, codeFailures(userId).key]})`);
}

/** Deletes the password of a user. False if there was none. */
export async function removePassword(connection: Queryable, userId: string): Promise<boolean> {
  await closeSetUpWindow(connection, [userId]);
  const { rowCount } = await connection.query(sql`delete from credentials where user_id = ${userId}`);
  return rowCount === 1;
}

/** Replaces a hash by a stronger one of the same password, unless the password has changed. */
export async function strengthenHash(database: Database, userId: string, from: string, to: string): Promise<void> {
  await poolOf(database).query(
    sql`update credentials set password_hash = ${to} where user_id = ${userId} and password_hash = ${from}`,
  );
}

/** Whether the password hash of a user is still the one that was read. */
export async function isPasswordHash(connection: Queryable, userId: string, hash: string | null): Promise<boolean> {
  const { rows } = await connection.query(
    sql`select from credentials where user_id = ${userId} and password_hash = ${hash}`,
  );
  return rows.length === 1;
}

export async function hasPassword(connection: Queryable, userId: string): Promise<boolean> {
  const { rows } = await connection.query(sql`select from credentials where user_id = ${userId}`);
  return rows.length === 1;
}

/** Returns one imported hash for each cost, using the index of costs. */
export async function importedCosts(database: Database): Promise<{ cost: string; hash: string }[]> {
  const found: { cost: string; hash: string }[] = [];
  for (let last = ''; ; ) {
    const { rows } = await poolOf(database).query<{ cost: string; hash: string }>(
      sql`select ${cost} as cost, c.password_hash as hash from credentials c
       where c.password_hash like 'imported:%' and ${cost} > ${last} order by ${cost} limit 1`,
    );
    const [next] = rows;
    if (!next) return found;
    found.push(next);
    last = next.cost;
  }
}

const cost = sql`(split_part(c.password_hash, ':', 2) || ':' || split_part(c.password_hash, ':', 3)) collate "C"`;
