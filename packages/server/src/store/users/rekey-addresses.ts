import { emailKey } from '@licet/contract';
import { Refusal } from '../../refusal.ts';
import { change } from '../kernel/change.ts';
import type { Database } from '../kernel/database.ts';
import { present } from '../kernel/facts.ts';
import { poolOf } from '../kernel/pool.ts';
import { sql } from '../kernel/sql.ts';
import { hasIdn } from './addresses.ts';
import { findUser, updateUser } from './users.ts';

/**
 * Replaces the keys of addresses from earlier versions with current ones, so that users are found by them. The audit
 * chain covers keys, so each replacement is a change, not part of a migration. Returns pairs of users with the same
 * address. The first of a pair keeps its old key, because the other already has the new one.
 */
export async function rekeyAddresses(database: Database): Promise<string[][]> {
  const { rows } = await poolOf(database).query<{ id: string; email: string; key: string }>(sql`
    select u.id::text, u.email, u.email_key as key from users u where ${present('u')} and ${hasIdn(sql`u.email_key`)} order by u.id`);
  const pairs: string[][] = [];
  for (const { id, email } of rows.filter(({ email, key }) => emailKey(email) !== key))
    if (!(await rekey(database, id))) {
      const { rows: others } = await poolOf(database).query<{ id: string }>(
        sql`select u.id::text from users u where ${present('u')} and u.id <> ${id} and address_key(u.email_key) = address_key(${emailKey(email)})`,
      );
      pairs.push([id, ...others.map((other) => other.id)]);
    }
  return pairs;
}

/** Returns false if another user has the address. */
async function rekey(database: Database, id: string): Promise<boolean> {
  try {
    await change(database, { kind: 'system', id: null, name: 'Licet' }, async (handle) => {
      const user = await findUser(handle, id);
      const { rows } = await handle.connection.query<{ key: string }>(
        sql`select u.email_key as key from users u where u.id = ${id} and ${present('u')}`,
      );
      if (!user?.email || emailKey(user.email) === rows[0]?.key) throw new DoneMeanwhile();
      handle.record({ action: 'licet.upgraded', target: { kind: 'user', id, name: user.name } });
      await updateUser(handle, user, {});
    });
  } catch (error) {
    if (error instanceof Refusal && error.problem.code === 'name_taken') return false;
    if (!(error instanceof DoneMeanwhile)) throw error;
  }
  return true;
}

/** Another server has already replaced the key, or the address was set again. */
class DoneMeanwhile extends Error {}
