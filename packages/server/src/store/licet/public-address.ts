import type pg from 'pg';
import type { Connection } from '../kernel/database.ts';
import { sql } from '../kernel/sql.ts';

/** Another server runs on this database with another public address. The message is for the operator. */
export class PublicAddressError extends Error {
  override readonly name = 'PublicAddressError';
}

/** First half of the key of the advisory lock that each running server holds; the second half is the hash of its public address. */
const addressLock = 1167;

/** Marks the public address as served for as long as this session lasts. Servers with the same address share the lock. */
export async function holdAddress(session: pg.Client, issuer: string): Promise<void> {
  await session.query('select pg_advisory_lock_shared($1, hashtext($2))', [addressLock, issuer]);
}

/**
 * Refuses while another server runs on this database with another public address.
 * @param present the address that the database has now
 * @throws PublicAddressError
 */
export async function requireAddressFree(connection: Connection, present: string, wanted: string): Promise<void> {
  const { rows } = await connection.query<{ taken: boolean }>(sql`
    select exists (
      select from pg_locks l join pg_database d on d.oid = l.database and d.datname = current_database()
      where l.locktype = 'advisory' and l.classid = ${addressLock} and l.objsubid = 2 and l.granted
        and l.objid <> (hashtext(${wanted})::bigint & 4294967295)::oid
    ) as taken`);
  if (!rows[0]?.taken) return;
  throw new PublicAddressError(
    `Another server is using this database with another public address (the database has ${present}). Stop it before you start one with ${wanted}, or set LICET_ISSUER to its address.`,
  );
}
