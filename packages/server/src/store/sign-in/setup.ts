import { createHash } from 'node:crypto';
import { adminRole, licetApplication, limits } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import type { Change } from '../kernel/change.ts';
import type { Database } from '../kernel/database.ts';
import { newId } from '../kernel/ids.ts';
import { poolOf, type Queryable } from '../kernel/pool.ts';

/** Keeps the SHA-256 of a code that a process prints; each process that waits has its own. */
export async function addSetupCode(database: Database, code: string): Promise<void> {
  await poolOf(database).query('delete from setup_codes where expires_at <= clock_timestamp()');
  await poolOf(database).query(
    `insert into setup_codes (code_hash, expires_at) values ($1, clock_timestamp() + $2::int8 * interval '1 second')`,
    [hashOf(code), limits.setupCodeLife.value],
  );
}

export async function setupCodeKnown(database: Database, code: string): Promise<boolean> {
  const { rows } = await poolOf(database).query(
    'select from setup_codes where code_hash = $1 and expires_at > clock_timestamp()',
    [hashOf(code)],
  );
  return rows.length === 1;
}

export async function removeSetupCodes(connection: Queryable): Promise<void> {
  await connection.query('delete from setup_codes');
}

/**
 * Sees to it that a user holds the role admin of Licet directly, now and without end. An existing direct grant with an end, or
 * one that begins later, is replaced.
 */
export async function makeAdministrator(change: Change, userId: string, reason: string): Promise<void> {
  const { connection, no, at } = change;
  const { rows } = await connection.query<{ id: string; app_id: string }>(
    `select r.id, r.app_id from roles r where r.id = (${adminRoleQuery}) and r.no_to = 9223372036854775807`,
    [licetApplication, adminRole],
  );
  const [role] = rows;
  if (!role) refuse('internal', 'Licet’s own application is not there. Start the server once, then try again.');
  const { rowCount: kept } = await connection.query(
    `select from grants where principal_id = $1 and role_id = $2 and no_to = 9223372036854775807 and starts <= $3 and ends = 'infinity'`,
    [userId, role.id, at],
  );
  if (kept) return;
  await connection.query(
    `update grants set no_to = $3 where principal_id = $1 and role_id = $2 and no_to = 9223372036854775807 and ends > $4`,
    [userId, role.id, no, at],
  );
  await connection.query(
    `insert into grants (id, app_id, principal_id, principal_kind, role_id, starts, reason, granted_by, created_no, no_from)
     values ($1, $2, $3, 'user', $4, $5, $6, $7, $8, $8)`,
    [newId(), role.app_id, userId, role.id, at, reason, change.actor.name, no],
  );
}

const hashOf = (code: string) => createHash('sha256').update(code).digest();

const adminRoleQuery = `
  select r.id from roles r join applications a on a.id = r.app_id and a.no_to = 9223372036854775807
  where a.key = $1 and r.name = $2 and r.no_to = 9223372036854775807`;
