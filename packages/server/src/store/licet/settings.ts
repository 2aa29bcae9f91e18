import type { Settings } from '@licet/contract';
import type { Change } from '../kernel/change.ts';
import { present } from '../kernel/facts.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { sql } from '../kernel/sql.ts';

/** The present settings of the organisation. */
export async function findSettings({ connection }: Snapshot): Promise<Settings> {
  const { rows } = await connection.query<Settings>(
    sql`select s.organisation, s.no_from as version from settings s where ${present('s')}`,
  );
  return rows[0] ?? { organisation: 'Licet', version: 0 };
}

/** Replaces the settings by new ones. */
export async function updateSettings({ connection, no }: Change, organisation: string): Promise<Settings> {
  await connection.query(sql`delete from settings s where ${present('s')} and s.no_from = ${no}`);
  await connection.query(sql`update settings s set no_to = ${no} where ${present('s')}`);
  await connection.query(sql`insert into settings (organisation, no_from) values (${organisation}, ${no})`);
  return { organisation, version: no };
}
