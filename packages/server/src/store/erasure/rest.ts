import { erasedName } from '@licet/contract';
import type { Connection } from '../kernel/database.ts';
import { raw, sql } from '../kernel/sql.ts';
import { blankJson, mayName } from './blank.ts';
import type { KnownBy } from './known-by.ts';

/**
 * Tables whose rows are a person's own, and go with them. The epoch of their sign-ins stays, an id and a number: without it one that was under way would
 * be of the first epoch again, and leave a session.
 */
export const ownTables = [
  ...[
    'credentials',
    'password_links',
    'sign_ins',
    'last_sign_ins',
    'sessions',
    'known_browsers',
    'passkeys',
    'totp',
    'totp_offers',
  ],
  ...['recovery_codes', 'sign_in_steps', 'identities', 'mails', 'set_up_windows', 'deletion_requests'],
  ...['upstream_sign_ins', 'address_states', 'address_links', 'invitation_round_users', 'usage_users'],
] as const;

/** Deletes what else is kept of a person, and takes their names out of what is kept of others. How many rows that were. */
export async function eraseTheRest(connection: Connection, known: KnownBy): Promise<number> {
  const { id } = known;
  let rows = 0;
  const run = async (statement: ReturnType<typeof sql>) => {
    rows += (await connection.query(statement)).rowCount ?? 0;
  };
  await run(sql`delete from upstream_sessions s where s.session_uid in (select uid from sessions where user_id = ${id})
    or exists (select from identities i where i.user_id = ${id} and i.issuer = s.issuer and i.subject = s.subject)`);
  await run(sql`delete from oidc_records where payload ->> 'accountId' = ${id}`);
  for (const table of ownTables) await run(sql`delete from ${raw(table)} where user_id = ${id}`);
  await run(
    sql`update invitation_rounds set by_name = ${erasedName} where made_by = ${id} and by_name <> ${erasedName}`,
  );
  for (const [table, column] of documents) rows += await blankDocuments(connection, table, column, known);
  return rows;
}

/** What is kept as JSON beside the facts, and may name people. */
const documents = [
  ['mails', 'data'],
  ['mails', 'log'],
  ['jobs', 'data'],
  ['upstream_sign_ins', 'proved'],
] as const;

async function blankDocuments(connection: Connection, table: string, column: string, known: KnownBy): Promise<number> {
  const [rowsOf, value] = [raw(table), raw(column)];
  const { rows } = await connection.query<{ place: string; text: string }>(
    sql`select ctid::text as place, ${value}::text as text from ${rowsOf} where ${value} is not null`,
  );
  let count = 0;
  for (const { place, text } of rows) {
    if (!mayName(text, known)) continue;
    const blanked = blankJson(text, known, 'of_what_they_have');
    if (blanked === text) continue;
    await connection.query(sql`update ${rowsOf} set ${value} = ${blanked}::jsonb where ctid = ${place}::tid`);
    count += 1;
  }
  return count;
}
