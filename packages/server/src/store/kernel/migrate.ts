import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { InstallationError } from '../../installation-error.ts';
import { type Connection, type Database, transaction } from './database.ts';
import { endDrafts } from './overlay.ts';
import { sql } from './sql.ts';

/** An applied migration, as stored. */
export interface Migration {
  readonly name: string;
  /** SHA-256 of its file, in hexadecimal digits. */
  readonly digest: string;
}

/**
 * Migrates the database to the current schema. Each file of `migrations/` runs once, in order, under a lock, because several servers may
 * start at the same time.
 */
export function migrate(database: Database): Promise<readonly string[]> {
  return transaction(database, 'begin', async (connection) => {
    await holdMigrations(connection);
    const applied = await migrateWithin(connection);
    await rebuildNameOrder(connection);
    return applied;
  });
}

/** Blocks other migrations until the transaction ends. */
export async function holdMigrations(connection: Connection): Promise<void> {
  await connection.query(sql`select pg_advisory_xact_lock(${migrationLock})`);
}

/** Migrates within an open transaction that holds the lock. Runs only the migrations in `only`, if it is given. */
export async function migrateWithin(connection: Connection, only?: ReadonlySet<string>): Promise<readonly string[]> {
  await inUtf8(connection);
  await withIcu(connection);
  const steps = await migrationsKnown();
  await connection.query(
    'create table if not exists migration (name text primary key, digest text not null, at timestamptz not null default now())',
  );
  const { rows } = await connection.query<Migration>('select name, digest from migration');
  const done = new Map(rows.map((row) => [row.name, row.digest]));
  const unknown = rows.find((row) => !steps.some(({ name }) => name === row.name));
  if (unknown)
    throw new InstallationError(
      `The database has the migration ${unknown.name}, which this version of Licet does not know. Start the newer version.`,
    );
  const applied: string[] = [];
  for (const { name, digest } of steps) {
    const known = done.get(name);
    if (known === digest || (only && !only.has(name))) continue;
    if (known)
      throw new InstallationError(
        `The migration ${name} was changed after it had been applied. Restore the file as it was.`,
      );
    if (applied.length === 0) await endDrafts(connection);
    await connection.query(await readFile(new URL(name, folder), 'utf8'));
    await connection.query(sql`insert into migration (name, digest) values (${name}, ${digest})`);
    applied.push(name);
  }
  return applied;
}

/** Names are compared in a Unicode normal form, which PostgreSQL supports only in databases with encoding UTF8. */
async function inUtf8(connection: Connection): Promise<void> {
  const { rows } = await connection.query<{ name: string; owner: string; encoding: string }>(
    `select current_database() as name, pg_get_userbyid(datdba) as owner, current_setting('server_encoding') as encoding
    from pg_database where datname = current_database()`,
  );
  const [{ name, owner, encoding } = { name: '', owner: '', encoding: '' }] = rows;
  if (encoding === 'UTF8') return;
  throw new InstallationError(
    `The database ${name} is encoded in ${encoding}, and Licet needs UTF8. Make it anew: create database "${name}" owner "${owner}" encoding 'UTF8' template template0.`,
  );
}

/** Names are sorted by Unicode's root collation, which PostgreSQL gets from ICU. */
async function withIcu(connection: Connection): Promise<void> {
  const { rows } = await connection.query("select from pg_collation where collname = 'und-x-icu'");
  if (rows.length > 0) return;
  throw new InstallationError(
    'This PostgreSQL was built without ICU, and Licet sorts names by it. Use a PostgreSQL that has ICU, as the packages of Debian, Red Hat and postgresql.org do.',
  );
}

/** The migrations of this version, in order. */
export async function migrationsKnown(): Promise<readonly Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => ({
      name,
      digest: createHash('sha256')
        .update(await readFile(new URL(name, folder)))
        .digest('hex'),
    })),
  );
}

const folder = new URL('../migrations/', import.meta.url);
const migrationLock = 0x11ce8;

/**
 * Rebuilds the indexes by name if they were built with another ICU version, for example before an upgrade. An index in
 * the old order misses rows, but PostgreSQL only warns. Returns the names of the rebuilt indexes.
 *
 * PostgreSQL stores the ICU version in the collation; `refresh version` updates it in the same transaction.
 */
async function rebuildNameOrder(connection: Connection): Promise<readonly string[]> {
  const { rows } = await connection.query<{ indexes: string[] }>(sql`
    select array(
      select i.indexrelid::regclass::text from pg_index i where c.oid = any(i.indcollation) order by 1
    ) as indexes from pg_collation c
    where c.oid = 'names'::regcollation and c.collversion is distinct from pg_collation_actual_version(c.oid)`);
  const [stale] = rows;
  if (!stale) return [];
  await connection.query(`select set_config('statement_timeout', '0', true)`);
  for (const index of stale.indexes) await connection.query(`reindex index ${index}`);
  await connection.query('alter collation names refresh version');
  return stale.indexes;
}
