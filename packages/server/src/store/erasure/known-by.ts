import { erasedName, erasedUsername } from '@licet/contract';
import type { Connection } from '../kernel/database.ts';
import { sql } from '../kernel/sql.ts';

/** All that a person was ever known by: as it was written, and in small letters, of which the database may have others. */
export interface KnownBy {
  readonly id: string;
  /** What is theirs alone wherever it stands: their addresses, and whole names that nobody else ever had. */
  readonly everywhere: readonly string[];
  /** What is theirs only where the text speaks of people: usernames, and names of one word or of somebody else too. */
  readonly amongPeople: readonly string[];
}

/** Whom the id names, also when they were deleted; undefined when it never named anybody. */
export async function knownBy(connection: Connection, id: string): Promise<KnownBy | undefined> {
  const { rows } = await connection.query<{
    name: string;
    username: string;
    email: string | null;
    shared: boolean;
  }>(sql`
    select distinct u.name, u.username, u.email,
      exists (select from users o where o.id <> u.id and lower(o.name) = lower(u.name)) as shared
    from users u where u.id = ${id}`);
  if (rows.length === 0) return undefined;
  const { rows: more } = await connection.query<{ text: string }>(sql`
    select address as text from address_states where user_id = ${id}
    union select address from address_links where user_id = ${id}
    union select address from mails where user_id = ${id} and address is not null
    union select name from identities where user_id = ${id} and name like '%@%'`);
  const everywhere = new Set<string>(more.flatMap(({ text }) => written(text)));
  const amongPeople = new Set<string>();
  for (const { name, username, email, shared } of rows) {
    const add = (words: Set<string>, text: string) => written(text).forEach((word) => void words.add(word));
    if (email !== null) add(everywhere, email);
    add(username.includes('@') ? everywhere : amongPeople, username);
    add(name.trim().includes(' ') && !shared ? everywhere : amongPeople, name);
  }
  for (const blank of [erasedName, erasedUsername]) for (const set of [everywhere, amongPeople]) set.delete(blank);
  return { id, everywhere: [...everywhere], amongPeople: [...amongPeople] };
}

const written = (text: string) => [text, text.toLowerCase()];
