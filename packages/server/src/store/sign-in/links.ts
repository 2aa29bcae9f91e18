import { createHash, randomBytes } from 'node:crypto';
import { limits } from '@licet/contract';
import type { Change } from '../kernel/change.ts';
import { clockOfFacts } from '../kernel/clock.ts';
import type { Database } from '../kernel/database.ts';
import { present } from '../kernel/facts.ts';
import { later } from '../kernel/instants.ts';
import { poolOf, type Queryable } from '../kernel/pool.ts';
import { sql } from '../kernel/sql.ts';
import { enabled } from '../walk/walk.ts';

/** The user and state of a set-password link. */
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
  readonly kind: LinkKind;
  /** The address that the link was mailed to; null if the link was handed over by hand. */
  readonly address: string | null;
}

/**
 * How the user got the link: by hand, or by mail after forgetting the password (reset) or before the first sign-in
 * (invitation).
 */
export type LinkKind = 'by_hand' | 'reset' | 'invitation';

/**
 * Creates a link to hand over by hand, and returns its token. Stores only the SHA-256 of the token. Ends an earlier
 * link of the user.
 */
export async function makeLink(
  { connection, at }: Change,
  userId: string,
  madeBy: string | null,
): Promise<{ token: string; expiresAt: string }> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = later(at, limits.setPasswordLinkLifetime.value);
  return {
    token,
    expiresAt: await keepLink(connection, {
      kind: 'by_hand',
      token,
      userId,
      madeBy,
      madeAt: at,
      expiresAt,
      address: null,
    }),
  };
}

/** A link to store. */
export interface NewLink extends Pick<LinkState, 'kind' | 'userId' | 'madeBy' | 'madeAt' | 'expiresAt' | 'address'> {
  readonly token: string;
}

/** Stores the SHA-256 of a link's token, and ends the user's earlier link of this kind. Returns when the link expires. */
export async function keepLink(connection: Queryable, link: NewLink): Promise<string> {
  const { kind, token, userId, madeBy, madeAt, expiresAt, address } = link;
  const { rows } = await connection.query<{ expires_at: string }>(
    sql`insert into password_links (token_hash, kind, user_id, made_by, made_at, expires_at, address)
     values (${hashOf(token)}, ${kind}, ${userId}, ${madeBy}, ${madeAt}, ${expiresAt}, ${address})
     on conflict (user_id, kind) do update set token_hash = excluded.token_hash, made_by = excluded.made_by, made_at = excluded.made_at, expires_at = excluded.expires_at,
       address = excluded.address
     returning expires_at`,
  );
  return rows[0]?.expires_at ?? '';
}

/** The user of a link while it can be used. Links of suspended users work again after their reactivation. */
export async function findLink(database: Database, token: string): Promise<LinkState | undefined> {
  const { rows } = await poolOf(database).query<LinkState>(
    sql`select u.id as "userId", u.username, u.name, u.email, u.status, l.expires_at as "expiresAt", l.made_by as "madeBy",
       l.made_at as "madeAt", l.kind, l.address
     from password_links l join users u on u.id = l.user_id and ${present('u')}
     where l.token_hash = ${hashOf(token)} and ${enabled('u')}
       and l.expires_at > ${clockOfFacts(database.clockOffset())}`,
  );
  return rows[0];
}

/**
 * Uses up a link and ends all other links of the user. Returns false if the link was used by another request, was
 * replaced, or has expired.
 */
export async function useLink({ connection, at }: Change, token: string): Promise<boolean> {
  const { rows } = await connection.query<{ user_id: string }>(
    sql`delete from password_links where token_hash = ${hashOf(token)} and expires_at > ${at} returning user_id`,
  );
  const [used] = rows;
  if (used) await connection.query(sql`delete from password_links where user_id = ${used.user_id}`);
  return used !== undefined;
}

/** Ends an unused link. */
export async function endLink(database: Database, token: string): Promise<void> {
  await poolOf(database).query(sql`delete from password_links where token_hash = ${hashOf(token)}`);
}

const hashOf = (token: string) => createHash('sha256').update(token).digest();
