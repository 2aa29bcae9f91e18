import { createHash } from 'node:crypto';
import { limits } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import { adminOfLicet } from '../administrators/administrators.ts';
import type { Change } from '../kernel/change.ts';
import { clock } from '../kernel/clock.ts';
import type { Database } from '../kernel/database.ts';
import { insertEntity } from '../kernel/facts.ts';
import { poolOf, type Queryable } from '../kernel/pool.ts';
import { sql } from '../kernel/sql.ts';
import { asRecorded } from '../walk/walk.ts';

/** Stores the SHA-256 of a code that a process prints. Each process that waits for the set-up prints its own. */
export async function addSetupCode(database: Database, code: string): Promise<void> {
  const now = clock(database.clockOffset());
  await poolOf(database).query(
    sql`insert into setup_codes (code_hash, expires_at) values (${hashOf(code)}, ${now} + ${limits.setupCodeLifetime.value}::int8 * interval '1 second')`,
  );
}

/** Whether a code is valid, expired or unknown. Cleanup deletes codes a week after they expired. */
export async function setupCodeState(database: Database, code: string): Promise<'good' | 'run-out' | 'unknown'> {
  const { rows } = await poolOf(database).query<{ good: boolean }>(
    sql`select expires_at > ${clock(database.clockOffset())} as good from setup_codes where code_hash = ${hashOf(code)}`,
  );
  const [found] = rows;
  return found ? (found.good ? 'good' : 'run-out') : 'unknown';
}

export async function removeSetupCodes(connection: Queryable): Promise<void> {
  await connection.query('delete from setup_codes');
}

/**
 * Ensures that a user holds Licet's role admin directly, now and without end. Replaces an existing direct grant that
 * has an end or begins later.
 * @throws Refusal `unavailable` in a database without Licet's own application
 */
export async function makeAdministrator(change: Change, userId: string, reason: string): Promise<void> {
  const { connection, no, at } = change;
  const walk = asRecorded(at);
  const { rows } = await connection.query<{ id: string; app_id: string }>(adminOfLicet(walk));
  const [role] = rows;
  if (!role) return refuse('unavailable', 'own_application_missing', {});
  const mine = sql`principal_id = ${userId} and role_id = ${role.id}`;
  const { rowCount: kept } = await connection.query(
    sql`select from grants x where ${mine} and ${walk.granted('x')} and ends = 'infinity'`,
  );
  if (kept) return;
  await connection.query(sql`update grants x set no_to = ${no} where ${mine} and ${walk.grantedOrLater('x')}`);
  await insertEntity(change, 'grants', {
    app_id: role.app_id,
    principal_id: userId,
    principal_kind: 'user',
    role_id: role.id,
    starts: at,
    reason,
    granted_by: change.actor.name,
  });
}

const hashOf = (code: string) => createHash('sha256').update(code).digest();
