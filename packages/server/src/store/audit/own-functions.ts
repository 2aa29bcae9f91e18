import { readdir, readFile } from 'node:fs/promises';
import type { Connection } from '../kernel/database.ts';
import { sql } from '../kernel/sql.ts';

/** Whether the functions that tell the facts of changes are those that the migrations made: another could leave facts out. */
export async function functionsAreOwn(connection: Connection): Promise<boolean> {
  const made = await written();
  const { rows } = await connection.query<{ name: string; source: string }>(sql`
    select proname as name, prosrc as source from pg_catalog.pg_proc where proname = any(${[...made.keys()]})`);
  return rows.length === made.size && rows.every(({ name, source }) => made.get(name) === source);
}

let known: Promise<ReadonlyMap<string, string>> | undefined;

const written = () => {
  known ??= read();
  return known;
};

/** The functions by name, as the last migration that makes them has them. */
async function read(): Promise<ReadonlyMap<string, string>> {
  const folder = new URL('../migrations/', import.meta.url);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const texts = await Promise.all(names.map((name) => readFile(new URL(name, folder), 'utf8')));
  const made = texts.flatMap((text) => [
    ...text.matchAll(/create (?:or replace )?function (facts_\w+)\([^$]*\$\$([\s\S]*?)\$\$/g),
  ]);
  return new Map(made.map(([, name = '', source = '']) => [name, source]));
}
