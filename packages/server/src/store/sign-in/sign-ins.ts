import type { MailLanguage, Page, SignIn } from '@licet/contract';
import { knownBrowserStored } from '../credentials/known-browsers.ts';
import { networkOf } from '../credentials/throttle.ts';
import { unawaited } from '../kernel/database.ts';
import { newId } from '../kernel/ids.ts';
import { folded, searchFor } from '../kernel/matching.ts';
import { mapPage, orderOf, type PageQuery, page } from '../kernel/paging.ts';
import type { Queryable } from '../kernel/pool.ts';
import { rowsOf } from '../kernel/rows.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { join, named, type Sql, sql } from '../kernel/sql.ts';
import { lockedEpoch } from './cut-offs.ts';
import { recordAmended } from './records.ts';

export interface SignInLine {
  readonly userId: string | null;
  readonly outcome: SignIn['outcome'];
  /** The name of the client to which the user signs in. */
  readonly client: string | null;
  /** The methods of a successful sign-in, such as `password+totp`. */
  readonly way?: string;
  /** The session whose tokens were revoked. */
  readonly session?: string | null;
  readonly address: string | null;
  readonly agent: string | null;
  /** The language of the browser. Mails are written in the language of the last sign-in. */
  readonly language?: MailLanguage | undefined;
}

/** A filter of the sign-in log. */
export interface SignInFilter extends PageQuery {
  readonly userId?: string | undefined;
  readonly outcome?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Part of the user's name, username or e-mail address, of the network address or of the client. */
  readonly q?: string | undefined;
  readonly sort?: '-at' | 'at' | undefined;
}

/**
 * Writes a line of the sign-in log, which is not part of the audit chain. Never stores a name that was typed. Throttled
 * attempts on a user from one network share one line a day. So do attempts with an ended key of a program, and
 * revocations by a client in a session.
 */
export async function logSignIn(connection: Queryable, line: SignInLine, at: string): Promise<void> {
  await connection.query(named('sign-in-log', sql`with ${lineWritten(line, at)} ${lastWritten(line)}`));
}

/**
 * The result of storing a sign-in. `ended`: the user's sign-ins were ended after this one was proved. `over`: the
 * started sign-in has expired.
 */
export type Noted = 'signed_in' | 'ended' | 'over';

/** The result to store in the OpenID provider's record of the sign-in. */
export interface Proved {
  readonly uid: string;
  readonly result: object;
}

/**
 * Records a successful sign-in in one statement, or not at all: writes the log line, marks the browser as known, and
 * stores the proof for an application. The user's epoch must still be `epoch`.
 */
export async function logSignedIn(
  connection: Queryable,
  line: SignInLine & { readonly userId: string },
  { browser, epoch, proved }: { readonly browser: Buffer; readonly epoch: number; readonly proved: Proved | null },
  at: string,
): Promise<Noted> {
  const kept = proved && recordAmended('Interaction', proved.uid, { result: proved.result }, at);
  // For an application, this write need not wait for the disk, because the later write of the session does.
  const waits = proved ? unawaited : sql`true`;
  const { rows } = await connection.query<{ noted: Noted }>(
    named(
      proved ? 'signed-in-to' : 'signed-in',
      sql`with present as (${lockedEpoch(line.userId)}), goes_on as (select from present where epoch = ${epoch} and ${waits}),
           there as (${kept ? sql`${kept} and exists (select from goes_on) returning 1` : sql`select from goes_on`}),
           ${knownBrowserStored(line.userId, browser, at)}, ${lineWritten({ ...line, outcome: 'signed_in' }, at, sql`from there`)},
           last as (${lastWritten(line)})
           select case when not exists (select from goes_on) then 'ended' when not exists (select from there) then 'over' else 'signed_in' end as noted`,
    ),
  );
  return rows[0]?.noted ?? 'over';
}

const lineWritten = (line: SignInLine, at: string, when = sql``): Sql => sql`
           line as (
             insert into sign_ins (id, at, user_id, outcome, client, address, agent, way)
             select case ${line.outcome}::text
                 when 'throttled' then ${hashedId(sql`concat_ws(' ', ${line.userId}::uuid, ${networkOf(line.address ?? '')}::text, (${at}::timestamptz)::date)`)}
                 when 'key_ended' then ${hashedId(sql`concat_ws(' ', ${line.outcome}::text, ${line.client}::text, ${networkOf(line.address ?? '')}::text, (${at}::timestamptz)::date)`)}
                 when 'token_revoked' then ${hashedId(sql`concat_ws(' ', ${line.outcome}::text, ${line.userId}::uuid, ${line.session ?? null}::text, ${line.client}::text, ${networkOf(line.address ?? '')}::text, (${at}::timestamptz)::date)`)}
                 else ${newId()}::uuid end,
               ${at}::timestamptz, ${line.userId}::uuid, ${line.outcome}::text, ${line.client}::text, ${line.address}::text, ${line.agent?.slice(0, 300) ?? null}::text, ${line.way ?? null}::text
             ${when}
             on conflict (id) do update set attempts = sign_ins.attempts + 1, last_at = ${at}::timestamptz, agent = excluded.agent
             returning user_id, at, outcome
           )`;

const lastWritten = (line: SignInLine): Sql => sql`
           insert into last_sign_ins (user_id, at, language)
           select user_id, at, ${line.language ?? null}::text from line where outcome = 'signed_in' and user_id is not null
           on conflict (user_id) do update set at = greatest(last_sign_ins.at, excluded.at),
             language = coalesce(excluded.language, last_sign_ins.language)`;

/** An id that is the same for the same text: UUID version 8, whose bits the implementation defines (RFC 9562 section 5.8). */
const hashedId = (text: Sql): Sql => sql`overlay(overlay(md5(${text}) placing '8' from 13) placing '8' from 17)::uuid`;

/**
 * A page of the sign-in log, newest first by default.
 * @throws Refusal `invalid_cursor`
 */
export async function listSignIns(snapshot: Snapshot, filter: SignInFilter): Promise<Page<SignIn>> {
  const list = {
    name: 'sign-ins',
    select: columns,
    alias: 's',
    also: sql`u.name`,
    from: source,
    where: conditions(filter),
    order: orderOf(orders, filter.sort ?? '-at'),
  };
  return mapPage(await page<SignInRow>(snapshot, list, filter), signInOf);
}

/** All matching lines of the sign-in log, oldest first. Consume it while the snapshot is open. */
export async function* allSignIns({ connection }: Snapshot, filter: SignInFilter): AsyncGenerator<SignIn> {
  const where = join([sql`true`, ...conditions(filter)], ' and ');
  const rows = rowsOf<SignInRow>(
    connection,
    sql`select ${columns} from (select s.*, u.name from ${source} where ${where}) s order by s.at, s.id`,
  );
  for await (const row of rows) yield signInOf(row);
}

/** Outcomes that ended an attempt. Requests for a further factor are not included. */
export const refusals: readonly SignIn['outcome'][] = [
  ...(['wrong_password', 'unknown_name', 'suspended', 'no_password', 'stopped_by_policy', 'wrong_code'] as const),
  ...(['passkey_refused', 'provider_refused', 'throttled'] as const),
];

const signInOf = ({ user_id, name, ...row }: SignInRow): SignIn => ({
  ...row,
  user: user_id === null ? null : { id: user_id, name: name ?? 'a deleted user' },
});

function conditions(filter: SignInFilter): Sql[] {
  const where: Sql[] = [];
  const { userId, outcome, from, to, q } = filter;
  if (userId !== undefined) where.push(sql`s.user_id = ${userId}`);
  if (outcome === 'refused') where.push(sql`s.outcome = any(${refusals}::text[])`);
  else if (outcome !== undefined) where.push(sql`s.outcome = ${outcome}`);
  if (from !== undefined) where.push(sql`s.at >= ${from}::timestamptz`);
  if (to !== undefined) where.push(sql`s.at < ${to}::timestamptz`);
  const search = searchFor(q);
  if (search)
    where.push(
      search.matches(sql`(coalesce(u.sought, '') || E'\\n' || ${folded(sql`concat_ws(E'\\n', s.address, s.client)`)})`),
    );
  return where;
}

interface SignInRow extends Omit<SignIn, 'user'> {
  readonly user_id: string | null;
  readonly name: string | null;
}

const orders = {
  at: [
    { sql: sql`s.at`, type: 'timestamptz' },
    { sql: sql`s.id`, type: 'uuid' },
  ],
} as const;

const columns = sql`
  s.id, s.at, s.user_id, s.name, s.outcome, s.client, s.address, s.agent, s.attempts, coalesce(s.last_at, s.at) as "lastAt"`;

const source = sql`
  sign_ins s left join lateral (
    select n.name, n.sought from users n where n.id = s.user_id order by n.no_to desc limit 1
  ) u on true`;
