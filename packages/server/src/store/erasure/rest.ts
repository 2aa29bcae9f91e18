import { erasedName } from '@licet/contract';
import type { Connection } from '../kernel/database.ts';
import { raw, type Sql, sql } from '../kernel/sql.ts';
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
  ...['upstream_sign_ins', 'address_states', 'address_links', 'invitation_round_users', 'usage_users', 'review_told'],
  ...['request_comments'],
] as const;

/** How many rows else are kept of a person, or name them. */
export async function countTheRest(connection: Connection, known: KnownBy): Promise<number> {
  let rows = 0;
  for (const [table, whose] of keptOf(known)) {
    const { rows: counted } = await connection.query<{ rows: number }>(
      sql`select count(*)::int as rows from ${raw(table)} where ${whose}`,
    );
    rows += counted[0]?.rows ?? 0;
  }
  for (const [table, column] of documents) rows += (await documentsOf(connection, table, column, known)).length;
  return rows;
}

/** Deletes what else is kept of a person, and takes their names out of what is kept of others. */
export async function eraseTheRest(connection: Connection, known: KnownBy): Promise<void> {
  // Who writes that they tried to sign in waits for the end, and then writes nothing (`leave_out_the_erased`).
  await connection.query(sql`select pg_advisory_xact_lock(1166, hashtext((${known.id}::uuid)::text))`);
  for (const [table, whose] of keptOf(known))
    await connection.query(
      table === 'invitation_rounds'
        ? sql`update invitation_rounds set by_name = ${erasedName} where ${whose}`
        : sql`delete from ${raw(table)} where ${whose}`,
    );
  for (const [table, column] of documents)
    for (const { place, blanked } of await documentsOf(connection, table, column, known))
      await connection.query(
        sql`update ${raw(table)} set ${raw(column)} = ${blanked}::jsonb where ctid = ${place}::tid`,
      );
}

/** The tables beside the facts with rows of a person, and which rows these are; in the order in which they can be deleted. */
const keptOf = ({ id }: KnownBy): readonly (readonly [table: string, whose: Sql])[] => [
  [
    'upstream_sessions',
    sql`session_uid in (select uid from sessions where user_id = ${id}) or exists (
      select from identities i where i.user_id = ${id} and i.issuer = upstream_sessions.issuer and i.subject = upstream_sessions.subject)`,
  ],
  // What others said about what they asked for.
  ['request_comments', sql`request_id in (select id from requests where user_id = ${id})`],
  ['oidc_records', sql`payload ->> 'accountId' = ${id}`],
  ...ownTables.map((table) => [table, sql`user_id = ${id}`] as const),
  ['invitation_rounds', sql`made_by = ${id} and by_name <> ${erasedName}`],
];

/** What is kept as JSON beside the facts, and may name people. */
const documents = [
  ['mails', 'data'],
  ['mails', 'log'],
  ['jobs', 'data'],
  ['upstream_sign_ins', 'proved'],
  ['review_items', 'told'],
] as const;

interface Blanked {
  readonly place: string;
  readonly blanked: string;
}

/** Those that name the person, as they read without them. */
async function documentsOf(connection: Connection, table: string, column: string, known: KnownBy): Promise<Blanked[]> {
  const value = raw(column);
  const { rows } = await connection.query<{ place: string; text: string }>(
    sql`select ctid::text as place, ${value}::text as text from ${raw(table)} where ${value} is not null`,
  );
  return rows.flatMap(({ place, text }) => {
    if (!mayName(text, known)) return [];
    const blanked = blankJson(text, known, 'of_what_they_have');
    return blanked === text ? [] : [{ place, blanked }];
  });
}
