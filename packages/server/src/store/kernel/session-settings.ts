import { refuse } from '../../refusal.ts';
import type { Database } from './database.ts';
import { poolOf } from './pool.ts';
import { sql } from './sql.ts';

/** Through a pooler the settings of Licet's sessions are those of its role. @throws Refusal when they are not what it goes by */
export async function requireSettings(database: Pick<Database, 'connect'>): Promise<void> {
  const { rows } = await poolOf(database).query<{ role: string; name: string; needed: string }>(sql`
    select current_user as role, name, needed
    from (values ('TimeZone', 'UTC'), ('jit', 'off'), ('statement_timeout', '1min'), ('max_parallel_workers_per_gather', '0')) as needs (name, needed)
    where current_setting(name) <> needed`);
  const [first] = rows;
  if (!first) return;
  const mended = rows.map(({ role, name, needed }) => `alter role "${role}" set ${name} = '${needed}';`).join(' ');
  refuse(
    'internal',
    `Behind a pooler Licet's sessions have the settings of their role, and these are others. Run: ${mended} Then restart the pooler, so that it connects anew.`,
  );
}
