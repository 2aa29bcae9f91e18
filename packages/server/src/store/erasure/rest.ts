import { erasedName } from '@licet/contract';
import { serverStopped } from '../connections/syncs.ts';
import type { Connection } from '../kernel/database.ts';
import { raw, type Sql, sql } from '../kernel/sql.ts';
import { blankJson, mayName } from './blank.ts';
import { waitForCopies } from './copying.ts';
import type { ErasedTable } from './facts.ts';
import type { KnownBy } from './known-by.ts';
import { nameKeyOf } from './name-key.ts';

/**
 * Tables whose rows are a person's own, and go with them. The epoch of their sign-ins stays, an id and a number: without it one that was under way would
 * be of the first epoch again, and leave a session.
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
  'invitation_round_users',
  'usage_users',
  'review_told',
  'request_comments',
  'directory_absences',
] as const;

/** How many rows else are kept of a person, or name them, by table. */
export async function countTheRest(
  connection: Connection,
  known: KnownBy,
  theirs: ReadonlySet<string>,
): Promise<ErasedTable[]> {
  const counts = new Map<string, number>();
  const add = (table: string, rows: number) => rows > 0 && counts.set(table, (counts.get(table) ?? 0) + rows);
  for (const [table, whose] of keptOf(known)) {
    const { rows: counted } = await connection.query<{ rows: number }>(
      sql`select count(*)::int as rows from ${raw(table)} where ${whose}`,
    );
    add(table, counted[0]?.rows ?? 0);
  }
  for (const it of documents) add(it.table, (await documentsOf(connection, it, known, theirs)).length);
  return [...counts].map(([table, rows]) => ({ table, rows }));
}

/** Deletes what else is kept of a person, and takes their names out of what is kept of others. */
export async function eraseTheRest(connection: Connection, known: KnownBy, theirs: ReadonlySet<string>): Promise<void> {
  await waitForCopies(connection);
  // Who writes that they tried to sign in waits for the end, and then writes nothing (`leave_out_the_erased`).
  await connection.query(sql`select pg_advisory_xact_lock(1166, hashtext((${known.id}::uuid)::text))`);
  for (const [table, whose] of keptOf(known))
    await connection.query(sql`${instead[table] ?? sql`delete from ${raw(table)}`} where ${whose}`);
  for (const it of documents) await blankDocuments(connection, it, known, theirs);
}

/** Takes the person out of the rows that name them. A row that changed since it was read is read again. */
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
        sql`update ${raw(table)} set ${raw(column)} = ${key ? sql`${blanked}::jsonb ->> ${key}` : sql`${blanked}::jsonb`}
          where ctid = ${place}::tid and ${documentIn(document)} = ${text}::jsonb`,
      );
      if (rowCount === 0) changed = true;
    }
  }
}

const { sentence: stopped, ...why } = serverStopped;

/** What is done with rows that stay without the person. A synchronisation that is under way ends: it would write down again whom it found. */
const instead: Readonly<Record<string, Sql>> = {
  invitation_rounds: sql`update invitation_rounds set by_name = ${erasedName}`,
  directory_syncs: sql`update directory_syncs set plan = null, problem = case when state = 'running' then ${stopped} end,
    problem_reason = case when state = 'running' then ${JSON.stringify(why)}::jsonb end,
    state = case when state = 'running' then 'failed' else state end`,
};

/** The tables beside the facts with rows of a person, and which rows these are; in the order in which they can be deleted. */
const keptOf = ({ id, words }: KnownBy): readonly (readonly [table: string, whose: Sql])[] => [
  [
    'upstream_sessions',
    sql`session_uid in (select uid from sessions where user_id = ${id}) or exists (
      select from identities i where i.user_id = ${id} and i.issuer = upstream_sessions.issuer and i.subject = upstream_sessions.subject)`,
  ],
  // What others said about what they asked for.
  ['request_comments', sql`request_id in (select id from requests where user_id = ${id})`],
  // Also a sign-in that was begun with what somebody typed.
  [
    'oidc_records',
    sql`payload ->> 'accountId' = ${id} or ${nameKeyOf(sql`payload #>> '{params,login_hint}'`)} = any(${words}::text[])`,
  ],
  // What files meant by a username of theirs.
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
  /** Of a column of text, which is no JSON: the key that says what it is. */
  readonly key?: string;
  /** SQL for whether a row refers to the user of an id. */
  readonly refers: (id: string) => Sql;
  /** SQL that locks what others lock before rows at these places, to avoid a deadlock. */
  readonly holds?: (places: readonly string[]) => Sql;
}

/** What is kept as JSON beside the facts, and may name people. */
const documents: readonly Document[] = [
  { table: 'mails', column: 'data', refers: (id) => sql`made_by = ${id}` },
  { table: 'mails', column: 'log', refers: (id) => sql`made_by = ${id}` },
  { table: 'jobs', column: 'data', refers: () => sql`false` },
  { table: 'jobs', column: 'last_error', key: 'said', refers: () => sql`false` },
  { table: 'mail_health', column: 'failure', refers: () => sql`false` },
  { table: 'upstream_sign_ins', column: 'proved', refers: () => sql`false` },
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
  key ? sql`jsonb_build_object(${key}::text, ${raw(column)})` : raw(column);

/** Those that name the person, as they read without them. */
async function documentsOf(
  connection: Connection,
  document: Document,
  known: KnownBy,
  theirs: ReadonlySet<string>,
): Promise<Blanked[]> {
  const { table, column, refers } = document;
  const { rows } = await connection.query<{ place: string; text: string; refers: boolean }>(sql`
    select ctid::text as place, ${documentIn(document)}::text as text, coalesce(${refers(known.id)}, false) as refers
    from ${raw(table)} where ${raw(column)} is not null`);
  return rows.flatMap(({ place, text, refers: byId }) => {
    if (!mayName(text, known)) return [];
    const blanked = blankJson(text, { known, theirs, speaks: byId ? 'by_id' : 'by_name' });
    return blanked === text ? [] : [{ place, text, blanked }];
  });
}
