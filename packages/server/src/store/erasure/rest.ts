import { erasedName } from '@licet/contract';
import { breathing } from '../../breathing.ts';
import { serverStopped } from '../connections/syncs.ts';
import type { Connection } from '../kernel/database.ts';
import { identifier, type Sql, sql } from '../kernel/sql.ts';
import { blankJson, mayName } from './blank.ts';
import type { ErasedTable } from './facts.ts';
import { type KnownBy, nameKeyOf } from './known-by.ts';
import { waitForCopies } from './referring.ts';

/**
 * Tables whose rows belong to one person and are deleted with the person. The epoch of the person's sign-ins stays, as
 * an id and a number. Without it, a sign-in in progress would match the first epoch and create a session.
 */
export const ownTables = [
  'credentials',
  'password_links',
  'sign_ins',
  'last_sign_ins',
  'sessions',
  'known_browsers',
  'passkeys',
  'totp',
  'totp_offers',
  'recovery_codes',
  'sign_in_steps',
  'identities',
  'mails',
  'set_up_windows',
  'deletion_requests',
  'upstream_sign_ins',
  'address_states',
  'address_links',
  'address_setters',
  'invitation_round_users',
  'usage_users',
  'review_told',
  'request_comments',
  'directory_absences',
  'seen_changes',
] as const;

/** The number of other rows that belong to a person or name them, by table. */
export async function countTheRest(
  connection: Connection,
  known: KnownBy,
  theirs: ReadonlySet<string>,
): Promise<ErasedTable[]> {
  const counts = new Map<string, number>();
  const add = (table: string, rows: number) => rows > 0 && counts.set(table, (counts.get(table) ?? 0) + rows);
  for (const [table, whose] of keptOf(known)) {
    const { rows: counted } = await connection.query<{ rows: number }>(
      sql`select count(*)::int as rows from ${identifier(table)} where ${whose}`,
    );
    add(table, counted[0]?.rows ?? 0);
  }
  for (const it of documents) add(it.table, (await documentsOf(connection, it, known, theirs)).length);
  return [...counts].map(([table, rows]) => ({ table, rows }));
}

/** Deletes everything else about a person, and removes their names from other users' rows. */
export async function eraseTheRest(connection: Connection, known: KnownBy, theirs: ReadonlySet<string>): Promise<void> {
  await waitForCopies(connection);
  // A writer of the sign-in log waits for this transaction and then writes nothing (`leave_out_the_erased`).
  await connection.query(sql`select pg_advisory_xact_lock(1166, hashtext((${known.id}::uuid)::text))`);
  for (const [table, whose] of keptOf(known))
    await connection.query(sql`${instead[table] ?? sql`delete from ${identifier(table)}`} where ${whose}`);
  for (const it of documents) await blankDocuments(connection, it, known, theirs);
}

/** Removes the person from the rows that name them. A row that changed since it was read is read again. */
async function blankDocuments(
  connection: Connection,
  document: Document,
  known: KnownBy,
  theirs: ReadonlySet<string>,
): Promise<void> {
  const { table, column, key, holds } = document;
  for (let changed = true; changed; ) {
    changed = false;
    const found = await documentsOf(connection, document, known, theirs);
    if (holds && found.length > 0) await connection.query(holds(found.map(({ place }) => place)));
    for (const { place, text, blanked } of found) {
      const { rowCount } = await connection.query(
        sql`update ${identifier(table)} set ${identifier(column)} = ${key ? sql`${blanked}::jsonb ->> ${key}` : sql`${blanked}::jsonb`}
          where ctid = ${place}::tid and ${documentIn(document)} = ${text}::jsonb`,
      );
      if (rowCount === 0) changed = true;
    }
  }
}

const { sentence: stopped, ...why } = serverStopped;

/**
 * Statements that update rows instead of deleting them. A running synchronisation is ended, because it would store the
 * person's data again.
 */
const instead: Readonly<Record<string, Sql>> = {
  invitation_rounds: sql`update invitation_rounds set by_name = ${erasedName}`,
  directory_syncs: sql`update directory_syncs set plan = null, problem = case when state = 'running' then ${stopped} end,
    problem_reason = case when state = 'running' then ${JSON.stringify(why)}::jsonb end,
    state = case when state = 'running' then 'failed' else state end`,
};

/** Tables other than facts, each with a condition that selects the rows of a person. Rows are deleted in this order. */
const keptOf = ({ id, words }: KnownBy): readonly (readonly [table: string, whose: Sql])[] => [
  [
    'upstream_sessions',
    sql`session_uid in (select uid from sessions where user_id = ${id}) or exists (
      select from identities i where i.user_id = ${id} and i.issuer = upstream_sessions.issuer and i.subject = upstream_sessions.subject)`,
  ],
  // All comments on the user's requests, including those by other users.
  ['request_comments', sql`request_id in (select id from requests where user_id = ${id})`],
  // Also matches sign-ins in progress for which one of the person's names was typed.
  [
    'oidc_records',
    sql`payload ->> 'accountId' = ${id} or ${nameKeyOf(sql`payload #>> '{params,login_hint}'`)} = any(${words}::text[])`,
  ],
  // The names by which set files refer to the person.
  ['set_names', sql`thing_id = ${id}`],
  ...ownTables.map((table) => [table, sql`user_id = ${id}`] as const),
  ['event_origins', sql`no in (select c.no from change c where c.actor_id = ${id})`],
  ['invitation_rounds', sql`made_by = ${id} and by_name <> ${erasedName}`],
  [
    'directory_syncs',
    sql`state = 'running' or plan::text like '%' || ${id} || '%' or exists (
      select from unnest(${words}::text[]) word where position(word in ${nameKeyOf(sql`concat(plan, problem, problem_reason)`)}) > 0)`,
  ],
];

interface Document {
  readonly table: string;
  readonly column: string;
  /** For a text column that is not JSON: the key under which the text is handled like a JSON value. */
  readonly key?: string;
  /** SQL for whether a row refers to the user with an id. */
  readonly refers: (id: string) => Sql;
  /** SQL for the rows to read. All rows by default. */
  readonly only?: Sql;
  /** SQL that takes locks in the same order as other writers, to avoid a deadlock. */
  readonly holds?: (places: readonly string[]) => Sql;
}

/** Columns that may contain names and that do not store facts. */
const documents: readonly Document[] = [
  { table: 'mails', column: 'data', refers: (id) => sql`made_by = ${id}` },
  { table: 'mails', column: 'log', refers: (id) => sql`made_by = ${id}` },
  { table: 'jobs', column: 'data', refers: () => sql`false` },
  { table: 'jobs', column: 'last_error', key: 'said', refers: () => sql`false` },
  { table: 'mail_health', column: 'failure', refers: () => sql`false` },
  { table: 'upstream_sign_ins', column: 'proved', refers: () => sql`false` },
  // The scope of a series is a setting: without its search, the next review would have no lines.
  { table: 'reviews', column: 'scope', refers: () => sql`false`, only: sql`next_at is null` },
  {
    table: 'review_items',
    column: 'told',
    refers: (id) => sql`${id} in (principal_id, decided_by, handed_to)`,
    holds: (places) => sql`select from reviews where id in (
      select review_id from review_items where ctid = any(${places}::tid[])) order by id for no key update`,
  },
];

interface Blanked {
  readonly place: string;
  readonly text: string;
  readonly blanked: string;
}

/** The document of a row as jsonb. */
const documentIn = ({ column, key }: Document): Sql =>
  key ? sql`jsonb_build_object(${key}::text, ${identifier(column)})` : identifier(column);

/** Returns the documents that name the person, without the name. */
async function documentsOf(
  connection: Connection,
  document: Document,
  known: KnownBy,
  theirs: ReadonlySet<string>,
): Promise<Blanked[]> {
  const { table, column, refers, only = sql`true` } = document;
  const written = documentIn(document);
  // Skips empty documents, because most review lines have no note and there may be millions of lines.
  const { rows } = await connection.query<{ place: string; text: string; refers: boolean }>(sql`
    select ctid::text as place, ${written}::text as text, coalesce(${refers(known.id)}, false) as refers
    from ${identifier(table)} where ${identifier(column)} is not null and ${written} <> '{}' and ${only}`);
  const found: Blanked[] = [];
  const breathe = breathing();
  for (const { place, text, refers: byId } of rows) {
    await breathe();
    if (!mayName(text, known)) continue;
    const blanked = blankJson(text, { known, theirs, reference: byId ? 'by_id' : 'by_name' });
    if (blanked !== text) found.push({ place, text, blanked });
  }
  return found;
}
