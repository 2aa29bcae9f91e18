import { limits } from '@licet/contract';
import { readClock } from '../kernel/clock.ts';
import { type Database, transaction } from '../kernel/database.ts';
import { later } from '../kernel/instants.ts';
import { identifier, literal, type Sql, sql } from '../kernel/sql.ts';

/** Deletes expired rows in bounded batches until none are left, so that no table grows faster than it is cleaned up. */
export async function sweep(database: Database): Promise<number> {
  let removed = 0;
  for (let more = true; more; ) {
    const some = await sweepSome(database);
    removed += some.removed;
    more = some.more;
  }
  return removed;
}

/** Only one process cleans up at a time. Other processes do nothing. */
async function sweepSome(database: Database): Promise<{ readonly removed: number; readonly more: boolean }> {
  const now = await readClock(database);
  return transaction(database, 'begin', async (connection) => {
    const { rows } = await connection.query<{ locked: boolean }>(
      sql`select pg_try_advisory_xact_lock(${sweepLock}) as locked`,
    );
    if (!rows[0]?.locked) return { removed: 0, more: false };
    let removed = 0;
    let more = false;
    for (const [table, condition] of expired(now)) {
      const { rowCount } = await connection.query(
        sql`delete from ${identifier(table)} where ctid in (select ctid from ${identifier(table)} where ${condition} limit ${literal(batch)})`,
      );
      removed += rowCount ?? 0;
      more ||= rowCount === batch;
    }
    return { removed, more };
  });
}

const sweepLock = 0x11cea;
const batch = 5000;

const { interactionLifetime, usageKept, signInsKept, accessTokenLifetime, jobsKept, mailsKept, clientKeysKept } =
  limits;
const day = 86_400;

/** Expired rows, as pairs of a table and a condition. */
function expired(now: string): readonly (readonly [table: string, condition: Sql])[] {
  const past = sql`expires_at < ${now}`;
  const before = (seconds: number) => sql`${later(now, -seconds)}::timestamptz`;
  return [
    ['oidc_records', past],
    ['dpop_proofs', past],
    ['permission_lists', past],
    // Kept for a week, so that an expired code is not reported as unknown.
    ['setup_codes', sql`expires_at < ${before(7 * day)}`],
    ['password_links', past],
    ['address_links', past],
    ['known_browsers', past],
    ['passkey_challenges', past],
    ['totp_offers', past],
    ['sign_in_steps', past],
    ['set_up_windows', past],
    // Kept as long as the sign-in page may be open, so that it can report a late answer.
    ['upstream_sign_ins', sql`expires_at < ${before(interactionLifetime.value)}`],
    ['upstream_sessions', past],
    ['upstream_sign_outs', past],
    ['sessions', sql`expires_at < ${before(day)}`],
    ['cut_offs', sql`at < ${before(2 * accessTokenLifetime.value)}`],
    ['usage_days', sql`day < (${before(usageKept.value * day)} at time zone 'UTC')::date`],
    ['usage_users', sql`last_at < ${before(usageKept.value * day)}`],
    ['client_keys', sql`ends_at < ${before(clientKeysKept.value * day)}`],
    ['jobs', sql`given_up_at < ${before(jobsKept.value * day)}`],
    ['mails', sql`state <> 'waiting' and queued_at < ${before(mailsKept.value * day)}`],
    ['reminders', sql`ends_at < ${now}`],
    ['invitation_rounds', sql`started_at < ${before(mailsKept.value * day)}`],
    // Kept as long as the sign-in log, which contains the same data about users.
    ['event_origins', sql`at < ${before(signInsKept.value * day)}`],
    ['sign_ins', sql`at < ${before(signInsKept.value * day)}`],
    ['failures', sql`kind in ('network', 'session', 'passkey', 'reset') and last_at < ${before(day)}`],
    // Kept as long as the sign-in log. Until then an unknown name behaves like a known one.
    ['failures', sql`kind in ('name', 'browser') and last_at < ${before(signInsKept.value * day)}`],
  ];
}
