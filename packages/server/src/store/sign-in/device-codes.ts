import { createHash } from 'node:crypto';
import type { Database } from '../kernel/database.ts';
import { poolOf } from '../kernel/pool.ts';
import { sql } from '../kernel/sql.ts';

/** Takes a device code for whoever has just answered it. False when somebody else has, on whichever server: of any number at once one is told true. */
export async function claimDeviceCode(database: Database, id: string): Promise<boolean> {
  const { rowCount } = await poolOf(database).query(sql`
    update oidc_records set payload = payload || '{"inFlight":true}'
    where model = 'DeviceCode' and id = ${createHash('sha256').update(id).digest()}
      and not payload ?| array['inFlight', 'accountId', 'error']`);
  return rowCount === 1;
}
