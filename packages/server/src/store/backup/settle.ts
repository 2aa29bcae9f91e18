import type { Change } from '../kernel/change.ts';
import { identifier, sql } from '../kernel/sql.ts';
import { remindDays, takeEndingGrants, takeEndingKeys } from '../reminders/reminders.ts';

/** What a restore removed from the database, because it may have been used, revoked or sent since the backup. */
export interface Settled {
  readonly sessions: number;
  readonly mails: number;
}

/**
 * Makes a restored database safe to use. All sessions end, because what was revoked since the backup is unknown. All older access tokens
 * are refused. Waiting mails may already have been sent, so they are not sent automatically, and jobs that send mails are dropped.
 */
export async function settleRestored(change: Change, jobsThatMail: readonly string[]): Promise<Settled> {
  const { connection, clock } = change;
  const { rows } = await connection.query<{ open: number }>(
    sql`select count(*)::int as open from sessions where ended_at is null and expires_at > ${clock}`,
  );
  for (const table of usedOnce) await connection.query(sql`delete from ${identifier(table)}`);
  await connection.query(sql`delete from password_links where kind <> 'invitation'`);
  await connection.query(sql`
    insert into cut_offs (kind, id, at) values ('everyone', '', ${clock}) on conflict (kind, id) do update set at = excluded.at`);
  const said = 'It waited when a backup was made, which was restored since: it may have been sent.';
  const failure = { kind: 'other', said };
  const { rowCount: mails } = await connection.query(sql`
    update mails set state = 'failed', failure = ${JSON.stringify(failure)}::jsonb, changed_at = ${clock} where state in ('waiting', 'held')`);
  await connection.query(sql`update invitation_rounds set stopped_at = ${clock} where id in (
    select round_id from invitation_round_users where outcome is null)`);
  await connection.query(sql`update invitation_round_users set outcome = 'stopped' where outcome is null`);
  await connection.query(sql`delete from jobs where kind = any(${jobsThatMail})`);
  await noteReminded(change);
  return { sessions: rows[0]?.open ?? 0, mails: mails ?? 0 };
}

/** Reminders that are due now may have been sent since the backup, so they are stored as sent. */
async function noteReminded(change: Change): Promise<void> {
  const days = await remindDays(change.connection);
  if (days === 0) return;
  await takeEndingGrants(change, days, Number.MAX_SAFE_INTEGER);
  await takeEndingKeys(change, days, Number.MAX_SAFE_INTEGER);
}

/**
 * Things that work once or for a limited time: refresh tokens, codes, sessions, links, challenges, unfinished
 * sign-ins.
 */
const usedOnce = [
  'oidc_records',
  'sessions',
  'upstream_sessions',
  'upstream_sign_ins',
  'upstream_sign_outs',
  'sign_in_steps',
  'set_up_windows',
  'passkey_challenges',
  'totp_offers',
  'setup_codes',
  'address_links',
  'dpop_proofs',
  'permission_lists',
];
