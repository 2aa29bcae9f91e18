import type { Change } from '../kernel/change.ts';
import { raw, sql } from '../kernel/sql.ts';
import { remindDays, takeEndingGrants, takeEndingKeys } from '../reminders/reminders.ts';

/** What of a restored database was let go of, because it may have been used, ended or done since the backup. */
export interface Settled {
  readonly sessions: number;
  readonly mails: number;
}

/**
 * Makes what was restored safe to go on with. Who was signed in then has to sign in again: nobody knows what was ended since. Every
 * access token of before is refused, whatever it says of itself. Mails that waited may have gone out, and are not sent by themselves;
 * nor is anything done of the kinds of jobs that send some.
 */
export async function settleRestored(change: Change, jobsThatMail: readonly string[]): Promise<Settled> {
  const { connection, clock } = change;
  const { rows } = await connection.query<{ open: number }>(
    sql`select count(*)::int as open from sessions where ended_at is null and expires_at > ${clock}`,
  );
  for (const table of usedOnce) await connection.query(sql`delete from ${raw(table)}`);
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

/** What ends soon now, people may have been reminded of since the backup: it is noted as told. */
async function noteReminded(change: Change): Promise<void> {
  const days = await remindDays(change.connection);
  if (days === 0) return;
  await takeEndingGrants(change, days, Number.MAX_SAFE_INTEGER);
  await takeEndingKeys(change, days, Number.MAX_SAFE_INTEGER);
}

/** What is good once, or for a while: refresh tokens, codes, sessions, links, challenges, half a sign-in. */
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
