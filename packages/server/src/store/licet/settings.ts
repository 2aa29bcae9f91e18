import type { Settings } from '@licet/contract';
import type { Change } from '../kernel/change.ts';
import { present } from '../kernel/facts.ts';
import type { Snapshot } from '../kernel/snapshot.ts';

/** The present settings of the organisation. */
export async function findSettings({ connection }: Snapshot): Promise<Settings> {
  const { rows } = await connection.query<Settings>(
    `select s.organisation, s.no_from as version from settings s where ${present('s')}`,
  );
  return rows[0] ?? { organisation: 'Licet', version: 0 };
}

/** Replaces the settings by new ones. */
export async function updateSettings({ connection, no }: Change, organisation: string): Promise<Settings> {
  await connection.query(`delete from settings s where ${present('s')} and s.no_from = $1`, [no]);
  await connection.query(`update settings s set no_to = $1 where ${present('s')}`, [no]);
  await connection.query('insert into settings (organisation, no_from) values ($1, $2)', [organisation, no]);
  return { organisation, version: no };
}
