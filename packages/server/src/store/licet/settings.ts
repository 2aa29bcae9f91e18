import { limits, type Settings } from '@licet/contract';
import type { Change } from '../kernel/change.ts';
import { present } from '../kernel/facts.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { sql } from '../kernel/sql.ts';

/** The present settings of the organisation. */
export async function findSettings({ connection }: Snapshot): Promise<Settings> {
  const { rows } = await connection.query<Settings>(
    sql`select s.organisation, s.remind_days as "remindDays", s.no_from as version from settings s where ${present('s')}`,
  );
  return rows[0] ?? { organisation: 'Licet', remindDays: limits.reminderDays.value, version: 0 };
}

/** Replaces the settings by new ones. */
export async function updateSettings(
  change: Change,
  { organisation, remindDays }: { readonly [K in 'organisation' | 'remindDays']?: Settings[K] | undefined },
): Promise<Settings> {
  const { connection, no } = change;
  const before = await findSettings(change);
  const after = { organisation: organisation ?? before.organisation, remindDays: remindDays ?? before.remindDays };
  await connection.query(sql`delete from settings s where ${present('s')} and s.no_from = ${no}`);
  await connection.query(sql`update settings s set no_to = ${no} where ${present('s')}`);
  await connection.query(
    sql`insert into settings (organisation, remind_days, no_from) values (${after.organisation}, ${after.remindDays}, ${no})`,
  );
  return { ...after, version: no };
}
