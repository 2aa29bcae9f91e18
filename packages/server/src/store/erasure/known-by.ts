import { erasedName, erasedUsername, identityKeys } from '@licet/contract';
import { personalColumns, personalTables } from '../audit/erasures.ts';
import type { Connection } from '../kernel/database.ts';
import type { Queryable } from '../kernel/pool.ts';
import { identifier, join, type Sql, sql } from '../kernel/sql.ts';

/**
 * The names of a person from one change to another. Both changes are included, because an event has the names before
 * and after it.
 */
export interface Called {
  readonly name: string;
  readonly username: string;
  readonly email: string | null;
  readonly from: number;
  readonly to: number;
}

/** All names and addresses that a person has ever had. */
export interface KnownBy {
  readonly id: string;
  readonly called: readonly Called[];
  /**
   * Names of other users, groups and programs that equal a name of the person, as keys ({@link nameKey}). Events name
   * the person as “name (username)”, so these forms are compared as well: “name (username)”, “name (group)”, “name
   * (program of …)”.
   */
  readonly others: readonly { readonly text: string; readonly from: number; readonly to: number }[];
  /**
   * Keys of those of the person's names that a group, an application, a role, a permission or a program also has or
   * had.
   */
  readonly things: ReadonlySet<string>;
  /** The addresses that were verified for the person and for no other user, as keys. */
  readonly proved: readonly string[];
  /**
   * All names, usernames and addresses, as written and as keys: a text without any of them does not name the person.
   */
  readonly words: readonly string[];
  /**
   * Event fields of personal columns that were added later, such as `jobTitle`. They are free text, which may contain
   * an address.
   */
  readonly laterFields: ReadonlySet<string>;
}

/** All names of the user with an id, also of a deleted user; undefined if there never was one. */
export async function knownBy(connection: Connection, asked: string): Promise<KnownBy | undefined> {
  // Events have ids as text, in lower case.
  const id = asked.toLowerCase();
  const { rows: called } = await connection.query<Called>(sql`
    select u.name, u.username, u.email, u.no_from as "from", u.no_to as "to" from users u where u.id = ${id} order by u.no_from`);
  if (called.length === 0) return undefined;
  const { rows: more } = await connection.query<{ text: string }>(sql`
    select address as text from address_states where user_id = ${id}
    union select address from address_links where user_id = ${id}
    union select address from mails where user_id = ${id} and address is not null
    union select name from identities where user_id = ${id} and name like '%@%'`);
  const texts = [
    ...called.flatMap(({ name, username, email }) => [name, username, email ?? '']),
    ...more.map((it) => it.text),
  ];
  const words = new Set(texts.flatMap(formsOf).flatMap((text) => [text, nameKey(text)]));
  for (const blank of ['', erasedName, erasedUsername]) words.delete(blank);
  const composed = called.map(({ name, username }) => nameKey(`${name} (${username})`));
  const own = [sql`u.name`, sql`u.username`, sql`u.email`, sql`u.name || ' (' || u.username || ')'`].map(
    (text) => sql`(${nameKeyOf(text)})`,
  );
  const { rows: others } = await connection.query<KnownBy['others'][number]>(sql`
    with asked (text) as (select unnest(${[...words, ...composed]}::text[]))
    select it.text, u.no_from as "from", u.no_to as "to" from users u
      cross join lateral (values ${join(own, ', ')}) it (text)
    where u.id <> ${id} and it.text in (select text from asked)
    union all
    select a.text, g.no_from, g.no_to from asked a join groups g on a.text = ${nameKeyOf(sql`g.name`)} || ' (group)'
    union all
    select a.text, c.no_from, c.no_to from asked a join clients c on starts_with(a.text, ${nameKeyOf(sql`c.name`)} || ' (program of ')`);
  const { rows: things } = await connection.query<{ text: string }>(sql`
    select distinct it.text from (${join(namesOfThings, ' union all ')}) it where it.text = any(${[...words]}::text[])`);
  const laterFields = new Set<string>();
  for (const table of personalTables)
    for (const { name, later } of await personalColumns(connection, table)) if (later) laterFields.add(fieldOf(name));
  return {
    id,
    called,
    others,
    things: new Set(things.map(({ text }) => text)),
    proved: await provedBy(connection, id),
    words: [...words],
    laterFields,
  };
}

/** Returns the field name of a column in calls and events. */
const fieldOf = (column: string) => column.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/**
 * Returns the addresses that were verified for the user, now or in an earlier event, as keys. Leaves out addresses that
 * another user had or verified, because a text with such an address may be about that user.
 */
async function provedBy(connection: Connection, id: string): Promise<string[]> {
  const { rows: proved } = await connection.query<{ address: string }>(sql`
    select p.address from (
      select s.address from address_states s where s.user_id = ${id} and s.verified_at is not null
      union
      select c.after ->> 'email' from change c
      where c.target_id = ${id} and (c.action = 'user.email_verified' or (c.action = 'user.changed' and c.after ->> 'verified' = 'true'))
    ) p where p.address like '%@%'`);
  const { rows } = await connection.query<{ address: string }>(sql`
    select distinct p.address from unnest(${proved.flatMap(({ address }) => formsOf(address).map(nameKey))}::text[]) p (address) where true
      and not exists (select from users u where u.id <> ${id} and ${nameKeyOf(sql`u.email`)} = p.address)
      and not exists (select from address_states s where s.user_id <> ${id} and s.verified_at is not null and ${nameKeyOf(sql`s.address`)} = p.address)`);
  return rows.map(({ address }) => address);
}

/** Returns the text. For an address, also returns the form with its domain in the other spelling, Unicode or ASCII. */
const formsOf = (text: string): readonly string[] =>
  text.includes('@') ? [text, ...identityKeys(text).slice(1)] : [text];

// Erasure compares names and addresses by this key, in JavaScript and in PostgreSQL. The two differ in lowercasing:
// JavaScript turns a final Σ into ς, and İ into i with a combining dot.

/** The key of a text: lower case, with one lower-case letter for Σ and for İ. */
export const nameKey = (text: string): string => text.replaceAll('İ', 'i').toLowerCase().replaceAll('ς', 'σ');

/** {@link nameKey} in SQL. */
export const nameKeyOf = (text: Sql): Sql => sql`translate(lower(translate(${text}, 'İ', 'i')), 'ς', 'σ')`;

/** Queries for the `text` of all names and titles of things that a user may search for, including former ones. */
const namesOfThings: readonly Sql[] = [
  ...['groups', 'applications', 'roles', 'permissions', 'clients'].map((table) => [table, 'name'] as const),
  ...['roles', 'permissions'].map((table) => [table, 'title'] as const),
].map(([table, column]) => sql`select ${nameKeyOf(identifier(`it.${column}`))} as text from ${identifier(table)} it`);

/** The sealed key for hashing usernames of erased people; undefined before the first erasure. */
export async function erasedNamesKey(connection: Queryable): Promise<Buffer | undefined> {
  const { rows } = await connection.query<{ sealed: Buffer }>(sql`select k.sealed from erased_name_keys k`);
  return rows[0]?.sealed;
}

/** Stores the sealed key, unless there is one. */
export async function keepErasedNamesKey(connection: Connection, sealed: Buffer): Promise<void> {
  await connection.query(sql`insert into erased_name_keys (sealed) values (${sealed}) on conflict do nothing`);
}

/** A username of an erased person: its keyed hash, and the changes at which the person got and lost it. */
export interface ErasedName {
  readonly hash: Buffer;
  readonly from: number;
  readonly until: number;
}

/** Stores the keyed hashes of an erased person's usernames. */
export async function keepErasedNames(
  connection: Connection,
  personId: string,
  names: readonly ErasedName[],
): Promise<void> {
  await connection.query(sql`
    insert into erased_names (name_hash, person_id, had_from, had_until)
    select n.hash, ${personId}::uuid, n.since, n.until
    from unnest(${names.map(({ hash }) => hash)}::bytea[], ${names.map(({ from }) => from)}::bigint[],
      ${names.map(({ until }) => until)}::bigint[]) n(hash, since, until)
    on conflict (name_hash, person_id) do nothing`);
}
