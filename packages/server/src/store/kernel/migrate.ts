import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { refuse } from '../../refusal.ts';
import { type Database, transaction } from './database.ts';
import { sql } from './sql.ts';

/** Brings the database to the present schema: each file of `migrations/` once, in order, under a lock when two start. */
export async function migrate(database: Database): Promise<readonly string[]> {
  const folder = new URL('../migrations/', import.meta.url);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return transaction(database, 'begin', async (connection) => {
    await connection.query(sql`select pg_advisory_xact_lock(${migrationLock})`);
    await connection.query(
      'create table if not exists migration (name text primary key, digest text not null, at timestamptz not null default now())',
    );
    const { rows } = await connection.query<{ name: string; digest: string }>('select name, digest from migration');
    const done = new Map(rows.map((row) => [row.name, row.digest]));
    const unknown = rows.find((row) => !names.includes(row.name));
    if (unknown)
      refuse(
        'internal',
        `The database has the migration ${unknown.name}, which this version of Licet does not know. Start the newer version.`,
      );
    const applied: string[] = [];
    for (const name of names) {
      const written = await readFile(new URL(name, folder), 'utf8');
      const digest = createHash('sha256').update(written).digest('hex');
      const known = done.get(name);
      if (known === digest) continue;
      if (known)
        refuse('internal', `The migration ${name} was changed after it had been applied. Restore the file as it was.`);
      await connection.query(written);
      await connection.query(sql`insert into migration (name, digest) values (${name}, ${digest})`);
      applied.push(name);
    }
    return applied;
  });
}

const migrationLock = 0x11ce8;
