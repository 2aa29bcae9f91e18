import type { Invitation, MailState } from '@licet/contract';
import type { Change } from '../kernel/change.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { type Sql, sql } from '../kernel/sql.ts';

/** True for a user `u` who has a valid link, or a mail with a link that is still to be sent. */
export const openInvitation = (at: string): Sql => sql`(
  exists (select from password_links l where l.user_id = u.id and l.expires_at > ${at}::timestamptz)
  or exists (select from mails m where m.user_id = u.id and m.template = 'invitation' and m.state in ('waiting', 'held')))`;

/** The invitation and links that a user can still use. */
export async function invitationOf({ connection, at }: Snapshot, userId: string): Promise<Invitation> {
  const mail = await connection.query<{ state: MailState; queuedAt: string; changedAt: string }>(sql`
    select state, queued_at as "queuedAt", changed_at as "changedAt" from mails
    where user_id = ${userId} and template = 'invitation' order by queued_at desc, id desc limit 1`);
  const link = await connection.query<{ byMail: boolean; madeAt: string; expiresAt: string }>(sql`
    select kind = 'invitation' as "byMail", made_at as "madeAt", expires_at as "expiresAt" from password_links
    where user_id = ${userId} and kind in ('invitation', 'by_hand') and expires_at > ${at}::timestamptz
    order by expires_at desc limit 1`);
  return { mail: mail.rows[0] ?? null, link: link.rows[0] ?? null };
}

/** The users with anything that {@link withdrawInvitations} withdraws. */
export async function whoHasInvitation({ connection, at }: Snapshot, userIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await connection.query<{ id: string }>(sql`
    select u.id from unnest(${userIds}::uuid[]) u (id)
    where ${openInvitation(at)} or exists (select from invitation_round_users r where r.user_id = u.id and r.outcome is null)
      or exists (select from mails m where m.user_id = u.id and m.template = 'invitation' and m.state = 'failed' and m.useful_until > ${at}::timestamptz)`);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Ends every link of these users, drops invitations that wait to be sent or could be sent again, and removes the users from rounds.
 * Returns the users who had any of these. The link in a mail that is being sent now will not work.
 */
export async function withdrawInvitations(
  { connection, clock }: Change,
  userIds: readonly string[],
): Promise<string[]> {
  const { rows } = await connection.query<{ id: string }>(sql`
    with links as (delete from password_links where user_id = any(${userIds}::uuid[]) returning user_id),
    dropped as (
      update mails set state = 'dropped', dropped = 'withdrawn', changed_at = ${clock}
      where user_id = any(${userIds}::uuid[]) and template = 'invitation' and state in ('waiting', 'held', 'failed') returning user_id
    ),
    left_out as (
      update invitation_round_users set outcome = 'stopped' where user_id = any(${userIds}::uuid[]) and outcome is null returning user_id
    )
    select user_id as id from links union select user_id from dropped union select user_id from left_out`);
  return rows.map(({ id }) => id);
}
