import { limits } from '@licet/contract';
import { type Database, transaction } from '../kernel/database.ts';
import { sql } from '../kernel/sql.ts';

/** Removes what has run out, a bounded number of rows at a time. One process sweeps at a time; others answer 0. */
export async function sweep(database: Database): Promise<number> {
  return transaction(database, 'begin', async (connection) => {
    const { rows } = await connection.query<{ mine: boolean }>(
      sql`select pg_try_advisory_xact_lock(${sweepLock}) as mine`,
    );
    if (!rows[0]?.mine) return 0;
    let removed = 0;
    for (const [table, condition] of expired) {
      const { rowCount } = await connection.query(
        `delete from ${table} where ctid in (select ctid from ${table} where ${condition} limit ${batch})`,
      );
      removed += rowCount ?? 0;
    }
    return removed;
  });
}

const sweepLock = 0x11ce9;
const batch = 5000;

const past = 'expires_at < clock_timestamp()';
const expired: readonly (readonly [string, string])[] = [
  ['oidc_records', past],
  ['dpop_proofs', past],
  ['permission_lists', past],
  ['setup_codes', past],
  ['password_links', past],
  ['known_browsers', past],
  ['sessions', `expires_at < clock_timestamp() - interval '1 day'`],
  ['cut_offs', `at < clock_timestamp() - interval '${2 * limits.accessTokenLife.value} seconds'`],
  ['usage_days', `day < current_date - ${limits.usageKept.value}`],
  ['usage_users', `last_at < clock_timestamp() - interval '${limits.usageKept.value} days'`],
  ['sign_ins', `at < clock_timestamp() - interval '${limits.signInsKept.value} days'`],
  ['failures', `kind in ('network', 'session') and last_at < clock_timestamp() - interval '1 day'`],
  // As long as the log: until then a name that nobody has is no other than one that somebody has.
  [
    'failures',
    `kind in ('name', 'browser') and last_at < clock_timestamp() - interval '${limits.signInsKept.value} days'`,
  ],
];
