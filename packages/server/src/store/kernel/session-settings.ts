import { InstallationError } from '../../installation-error.ts';
import { type Database, sessionSettings } from './database.ts';
import { poolOf } from './pool.ts';
import { sql } from './sql.ts';

const needed = { ...sessionSettings, statement_timeout: '1min' };

/**
 * Checks the session settings: behind a pooler they must be set on the database role.
 * @throws InstallationError if they differ from the required ones
 */
export async function requireSettings(database: Pick<Database, 'connect'>): Promise<void> {
  const { rows } = await poolOf(database).query<{ role: string; name: string; value: string }>(sql`
    select current_user as role, name, value
    from unnest(${Object.keys(needed)}::text[], ${Object.values(needed)}::text[]) as needs (name, value)
    where current_setting(name) <> value`);
  const [first] = rows;
  if (!first) return;
  const mended = rows.map(({ role, name, value }) => `alter role "${role}" set ${name} = '${value}';`).join(' ');
  throw new InstallationError(
    `Behind a pooler Licet's sessions have the settings of their role, and these are others. Run: ${mended} Then restart the pooler, so that it connects anew.`,
  );
}
