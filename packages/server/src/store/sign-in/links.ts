import { createHash, randomBytes } from 'node:crypto';
import { limits } from '@licet/contract';
import type { Change } from '../kernel/change.ts';
import { clockOfFacts } from '../kernel/clock.ts';
import type { Database } from '../kernel/database.ts';
import { present } from '../kernel/facts.ts';
import { later } from '../kernel/instants.ts';
import { poolOf } from '../kernel/pool.ts';
import { sql } from '../kernel/sql.ts';
import { enabled } from '../walk/walk.ts';

/** Whom a set-password link is for. */
export interface LinkState {
  readonly userId: string;
  readonly username: string;
  readonly name: string;
  readonly email: string | null;
  readonly status: 'invited' | 'active' | 'suspended';
  readonly expiresAt: string;
  /** The user who made the link; null for the operator. */
  readonly madeBy: string | null;
  readonly madeAt: string;
}

/** Makes the token of a link; only its SHA-256 is kept. Earlier links of the user end. */
export async function makeLink(
  { connection, at }: Change,
  userId: string,
  madeBy: string | null,
): Promise<{ token: string; expiresAt: string }> {
  const token = randomBytes(32).toString('base64url');
  const { rows } = await connection.query<{ expires_at: string }>(
    sql`insert into password_links (token_hash, user_id, made_by, made_at, expires_at)
     values (${hashOf(token)}, ${userId}, ${madeBy}, ${at}, ${later(at, limits.setPasswordLinkLife.value)})
     on conflict (user_id) do update set token_hash = excluded.token_hash, made_by = excluded.made_by, made_at = excluded.made_at, expires_at = excluded.expires_at
     returning expires_at`,
  );
  return { token, expiresAt: rows[0]?.expires_at ?? '' };
}

/** Whom a link is for, while it can be used. Suspended users' links wait until they are let in again. */
export async function findLink(database: Database, token: string): Promise<LinkState | undefined> {
  const { rows } = await poolOf(database).query<LinkState>(
    sql`select u.id as "userId", u.username, u.name, u.email, u.status, l.expires_at as "expiresAt", l.made_by as "madeBy",
       l.made_at as "madeAt"
     from password_links l join users u on u.id = l.user_id and ${present('u')}
     where l.token_hash = ${hashOf(token)} and ${enabled('u')}
       and l.expires_at > ${clockOfFacts(database.clockOffset())}`,
  );
  return rows[0];
}

/** Uses a link up. False when somebody else has, or it was replaced, or has run out. */
export async function useLink({ connection, at }: Change, token: string): Promise<boolean> {
  const { rowCount } = await connection.query(
    sql`delete from password_links where token_hash = ${hashOf(token)} and expires_at > ${at}`,
  );
  return rowCount === 1;
}

/** Ends a link that nobody may use any more. */
export async function endLink(database: Database, token: string): Promise<void> {
  await poolOf(database).query(sql`delete from password_links where token_hash = ${hashOf(token)}`);
}

const hashOf = (token: string) => createHash('sha256').update(token).digest();
