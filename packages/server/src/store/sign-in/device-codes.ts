import { limits } from '@licet/contract';
import { clock } from '../kernel/clock.ts';
import { type Database, unawaited } from '../kernel/database.ts';
import { poolOf } from '../kernel/pool.ts';
import { sql } from '../kernel/sql.ts';
import { hashOf } from './records.ts';

/**
 * Claims a device code for the user who has just answered it. False if another user has claimed it, on any server: of several concurrent
 * calls, exactly one returns true.
 */
export async function claimDeviceCode(database: Database, id: string): Promise<boolean> {
  const { rowCount } = await poolOf(database).query(sql`
    update oidc_records set payload = payload || '{"inFlight":true}'
    where model = 'DeviceCode' and id = ${hashOf(id)}
      and not payload ?| array['inFlight', 'accountId', 'error']`);
  return rowCount === 1;
}

/**
 * Stores that a client polled for its device code, on any server. False if it polled too soon, which also extends its interval. A poll
 * after the code was answered is never too soon.
 */
export async function notePoll(database: Database, id: string, clientId: string): Promise<boolean> {
  const now = sql`extract(epoch from ${clock(database.clockOffset())})`;
  const interval = sql`coalesce((payload->>'interval')::float8, ${limits.devicePollInterval.value})`;
  const soon = sql`coalesce(${now} - (payload->>'polledAt')::float8 < ${interval} - ${limits.devicePollSlack.value}, false)`;
  const { rows } = await poolOf(database).query<{ soon: boolean }>(sql`
    update oidc_records set payload = payload || jsonb_build_object('polledAt', ${now}, 'soon', ${soon},
      'interval', ${interval} + case when ${soon} then ${limits.devicePollLonger.value} else 0 end)
    where model = 'DeviceCode' and id = ${hashOf(id)} and payload->>'clientId' = ${clientId}
      and not payload ?| array['accountId', 'error'] and ${unawaited}
    returning (payload->>'soon')::boolean as soon`);
  return rows[0]?.soon !== true;
}
