import { adminRole, licetApplication } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import type { Snapshot } from '../kernel/snapshot.ts';

/**
 * At least one active user holds the role admin of Licet directly and without end, once Licet is set up.
 * @throws Refusal `last_admin`
 */
export async function requireAdministrator({ connection, at }: Snapshot): Promise<void> {
  const { rows } = await connection.query<{ kept: boolean }>(keptQuery, [at, adminRole, licetApplication]);
  if (!rows[0]?.kept)
    refuse('last_admin', 'No active user would hold the role admin of Licet directly and without end.');
}

// Before set-up there is no grant of the role, and there never was one.
const keptQuery = `
  with admin as (
    select r.id from roles r join applications a on a.id = r.app_id and a.no_to = 9223372036854775807
    where a.key = $3 and r.name = $2 and r.no_to = 9223372036854775807
  )
  select exists (
    select 1 from grants g join users u on u.id = g.principal_id and u.no_to = 9223372036854775807
    where g.role_id = (select id from admin) and g.no_to = 9223372036854775807 and g.starts <= $1 and g.ends = 'infinity' and u.status = 'active'
  ) or not exists (select 1 from grants g where g.role_id = (select id from admin)) as kept`;

/** Whether nobody was ever given the role admin of Licet: the first start is not over. */
export async function needsSetup({ connection }: Snapshot): Promise<boolean> {
  const { rowCount } = await connection.query(everQuery, [adminRole, licetApplication]);
  return rowCount === 0;
}

const everQuery = `
  select 1 from grants g join roles r on r.id = g.role_id and r.name = $1
  join applications a on a.id = r.app_id and a.key = $2 limit 1`;
