import type { Mail, MailFailure, MailLanguage, MailPreview, MailTemplate, Page } from '@licet/contract';
import { type JobsQueue, queueJobs } from '../jobs/jobs.ts';
import type { Change } from '../kernel/change.ts';
import { present } from '../kernel/facts.ts';
import { newId } from '../kernel/ids.ts';
import { later } from '../kernel/instants.ts';
import { byId, type ListQuery } from '../kernel/lists.ts';
import { folded, searchFor } from '../kernel/matching.ts';
import { mapPage, orderOf, page } from '../kernel/paging.ts';
import type { Queryable } from '../kernel/pool.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { type Sql, sql } from '../kernel/sql.ts';

/** A mail to be queued. Its data contain no link and no token. */
export interface NewMail {
  readonly template: MailTemplate;
  readonly data: object;
  readonly language?: MailLanguage | undefined;
  /** Seconds after which the mail expires. */
  readonly usefulFor: number;
  readonly madeBy?: string | null | undefined;
  /** The recipient's address, if it is not the user's address at sending time. */
  readonly address?: string | undefined;
  /** The time to send it; immediately by default. */
  readonly due?: string | undefined;
}

/** The kind of the job that sends a mail. */
export const mailJob = 'mail';

/**
 * Queues the same mail for each of the users, in the transaction that causes it. Returns the mails' ids in the users'
 * order. Drops unsent invitations of these users, because a new invitation ends the link of the previous one.
 */
export async function insertMails(queue: JobsQueue, userIds: readonly string[], mail: NewMail): Promise<string[]> {
  const { connection, clock } = queue;
  if (mail.template === 'invitation')
    await connection.query(sql`
      update mails set state = 'dropped', dropped = 'sent_again', changed_at = ${clock}
      where user_id = any(${userIds}::uuid[]) and template = 'invitation' and state in ('waiting', 'held')`);
  const ids = userIds.map(newId);
  await connection.query(sql`
    insert into mails (id, template, data, language, user_id, address, made_by, queued_at, useful_until, changed_at)
    select id, ${mail.template}, ${JSON.stringify(mail.data)}::jsonb, ${mail.language ?? null}, user_id, ${mail.address ?? null},
      ${mail.madeBy ?? null}::uuid, ${clock}, ${later(clock, mail.usefulFor)}, ${clock}
    from unnest(${ids}::uuid[], ${userIds}::uuid[]) as mail (id, user_id)`);
  await queueJobs(
    queue,
    mailJob,
    ids.map((mailId) => ({ mail: mailId })),
    mail.due,
  );
  return ids;
}

/**
 * Adds an item to a list in mails that are still waiting and not final, and extends their expiry. If the list is full,
 * only counts the item in `more`. Returns the users whose mails were updated. The rows stay locked until the change
 * commits, so the item is not lost if a mail is being sent at the same time.
 */
export async function addToWaiting(
  { connection, clock }: JobsQueue,
  userIds: readonly string[],
  { template, list, item, most, usefulFor }: Addition,
): Promise<string[]> {
  const { rows } = await connection.query<{ user_id: string }>(sql`
    update mails set useful_until = ${later(clock, usefulFor)}, data = case
        when jsonb_array_length(data -> ${list}::text) < ${most}::int8
        then jsonb_set(data, array[${list}::text], (data -> ${list}::text) || jsonb_build_array(${JSON.stringify(item)}::jsonb))
        else jsonb_set(data, '{more}', to_jsonb((data ->> 'more')::int + 1)) end
    where user_id = any(${userIds}::uuid[]) and template = ${template} and state in ('waiting', 'held') and minted_at is null
    returning user_id`);
  return rows.map((row) => row.user_id);
}

interface Addition {
  readonly template: MailTemplate;
  readonly list: string;
  readonly item: object;
  readonly most: number;
  readonly usefulFor: number;
}

/** Makes a mail final, so that nothing more is added to it. Returns its data. */
export async function makeUp(connection: Queryable, id: string, at: string): Promise<object | undefined> {
  const { rows } = await connection.query<{ data: object }>(
    sql`update mails set minted_at = coalesce(minted_at, ${at}) where id = ${id} returning data`,
  );
  return rows[0]?.data;
}

/**
 * Stores the final data of a mail. Returns false if the data were changed after they were read, because a user in them
 * was erased.
 */
export async function keepTold(connection: Queryable, id: string, read: object, data: object): Promise<boolean> {
  const { rowCount } = await connection.query(sql`
    update mails set data = ${JSON.stringify(data)}::jsonb where id = ${id} and data = ${JSON.stringify(read)}::jsonb`);
  return rowCount === 1;
}

/** For each user who got a mail of this template since an instant: how many were queued, and when the last one was. */
export async function mailsSince(
  connection: Queryable,
  template: MailTemplate,
  userIds: readonly string[],
  since: string,
): Promise<ReadonlyMap<string, { readonly count: number; readonly last: string }>> {
  const { rows } = await connection.query<{ userId: string; count: number; last: string }>(sql`
    select user_id as "userId", count(*)::int as count, max(queued_at) as last from mails
    where user_id = any(${userIds}::uuid[]) and template = ${template} and queued_at > ${since} group by user_id`);
  return new Map(rows.map(({ userId, ...queued }) => [userId, queued]));
}

/** A mail to send, with its recipient's current data. */
export interface QueuedMail {
  readonly id: string;
  readonly template: MailTemplate;
  readonly data: object;
  readonly language: MailLanguage | null;
  readonly userId: string;
  readonly name: string | null;
  readonly status: 'invited' | 'active' | 'suspended' | null;
  readonly address: string | null;
  readonly madeBy: string | null;
  readonly state: Mail['state'];
  readonly queuedAt: string;
  readonly usefulUntil: string;
  readonly mintedAt: string | null;
  readonly log: MailPreview['log'];
}

/** The mail with that id; its recipient may no longer exist. */
export async function findMail(connection: Queryable, id: string): Promise<QueuedMail | undefined> {
  const { rows } = await connection.query<QueuedMail>(sql`
    select m.id, m.template, m.data, coalesce(m.language, l.language) as language, m.user_id as "userId", u.name, u.status, coalesce(m.address, u.email) as address,
      m.made_by as "madeBy", m.state, m.queued_at as "queuedAt", m.useful_until as "usefulUntil", m.minted_at as "mintedAt", m.log
    from mails m left join users u on u.id = m.user_id and ${present('u')} left join last_sign_ins l on l.user_id = m.user_id
    where m.id = ${id}`);
  return rows[0];
}

/** The result of a mail. */
export type MailOutcome =
  | { readonly state: 'sent'; readonly address: string }
  | { readonly state: 'held' }
  | { readonly state: 'waiting' | 'failed'; readonly failure: MailFailure }
  | { readonly state: 'dropped'; readonly dropped: NonNullable<Mail['dropped']> };

const attemptsKept = 30;

/** Stores the result of a waiting or held mail. The result `sent` also replaces `failed` and `dropped`. */
export async function noteMail(connection: Queryable, id: string, outcome: MailOutcome, at: string): Promise<void> {
  const tried = outcome.state === 'held' || outcome.state === 'dropped' ? 0 : 1;
  const failure = 'failure' in outcome ? JSON.stringify(outcome.failure) : null;
  await connection.query(sql`
    update mails set state = ${outcome.state}, changed_at = ${at}, attempts = attempts + ${tried}, failure = ${failure}::jsonb,
      address = coalesce(${'address' in outcome ? outcome.address : null}, address),
      dropped = ${'dropped' in outcome ? outcome.dropped : null},
      log = (case when jsonb_array_length(log) >= ${attemptsKept} then log - 0 else log end)
        || jsonb_build_array(jsonb_build_object('at', ${at}::text, 'state', ${outcome.state}::text, 'failure', ${failure}::jsonb))
    where id = ${id} and (state in ('waiting', 'held') or (state <> 'sent' and ${outcome.state}::text = 'sent'))`);
}

/**
 * Stores that the link of a mail is created now. Returns false if the link was already created, because the same mail
 * is being sent again, or if the mail was withdrawn.
 */
export async function noteMinted(connection: Queryable, id: string, at: string): Promise<boolean> {
  const { rowCount } = await connection.query(
    sql`update mails set minted_at = ${at} where id = ${id} and minted_at is null and state = 'waiting'`,
  );
  return rowCount === 1;
}

/** Marks a waiting mail as failed for good, because it was tried too often. */
export async function giveUpMail(connection: Queryable, id: string, at: string): Promise<void> {
  await connection.query(
    sql`update mails set state = 'failed', changed_at = ${at} where id = ${id} and state = 'waiting'`,
  );
}

/** Sends the mails that were held for lack of a mail server, except expired ones. */
export async function releaseMails(queue: JobsQueue): Promise<number> {
  const { connection, clock } = queue;
  const { rows } = await connection.query<{ id: string; state: string }>(sql`
    update mails set changed_at = ${clock}, state = case when useful_until > ${clock} then 'waiting' else 'dropped' end,
      dropped = case when useful_until > ${clock} then null else 'too_late' end
    where state = 'held' returning id, state`);
  const waiting = rows.filter(({ state }) => state === 'waiting');
  await queueJobs(
    queue,
    mailJob,
    waiting.map(({ id }) => ({ mail: id })),
  );
  return waiting.length;
}

/** The number of mails that wait for a mail server. */
export async function countHeld(connection: Queryable): Promise<number> {
  const { rows } = await connection.query<{ held: number }>(
    sql`select count(*)::int as held from mails where state = 'held'`,
  );
  return rows[0]?.held ?? 0;
}

/**
 * Sends a failed or held mail again, as a new mail with its own link and `Message-ID`, so that no used link becomes
 * valid again. Returns false for any other mail, and for an expired one.
 */
export async function sendMailAgain(change: Change, id: string): Promise<boolean> {
  const { connection, clock } = change;
  const again = newId();
  const { rowCount } = await connection.query(sql`
    with old as (
      update mails set state = 'dropped', dropped = 'sent_again', changed_at = ${clock}
      where id = ${id} and state in ('failed', 'held') and useful_until > ${clock} returning *
    )
    insert into mails (id, template, data, language, user_id, address, made_by, queued_at, useful_until, changed_at)
    select ${again}::uuid, template, data, language, user_id, case when template in ('address_changed', 'email_verification') then address end,
      made_by, queued_at, useful_until, ${clock} from old`);
  if (rowCount !== 1) return false;
  await queueJobs(change, mailJob, [{ mail: again }]);
  return true;
}

/** Drops a mail. Returns false if it was sent or is no longer waiting. */
export async function dropMail({ connection, clock }: Change, id: string): Promise<boolean> {
  const { rowCount } = await connection.query(sql`
    update mails set state = 'dropped', dropped = 'by_hand', changed_at = ${clock}
    where id = ${id} and state in ('waiting', 'held', 'failed')`);
  await connection.query(sql`delete from jobs where kind = ${mailJob} and data ->> 'mail' = ${id}`);
  return rowCount === 1;
}

export interface MailQuery extends ListQuery {
  readonly state?: Mail['state'] | undefined;
  /** The id of the recipient. */
  readonly user?: string | undefined;
}

/**
 * A page of the outbox, newest first by default.
 * @throws Refusal `invalid_cursor`
 */
export async function listMails(snapshot: Snapshot, query: MailQuery): Promise<Page<Mail>> {
  const { q, state, user, sort = '-queuedAt' } = query;
  const where: Sql[] = [];
  if (state) where.push(sql`m.state = ${state}`);
  if (user !== undefined) where.push(sql`m.user_id = ${user}`);
  const search = searchFor(q);
  // Searches the same fields as the user list, and the address of the mail.
  if (search)
    where.push(search.matches(sql`(coalesce(u.sought, '') || E'\\n' || ${folded(sql`coalesce(m.address, '')`)})`));
  const order = orderOf({ queuedAt: [{ sql: sql`m.queued_at`, type: 'timestamptz' }, byId('m.id')] }, sort);
  const list = { name: 'mails', select: columns, alias: 'm', also: sql`u.name, u.email`, from: source, where, order };
  return mapPage(await page<MailRow>(snapshot, list, query), ({ userId, name, ...mail }) => ({
    ...mail,
    user: { id: userId, name: name ?? 'a deleted user' },
  }));
}

interface MailRow extends Omit<Mail, 'user'> {
  readonly userId: string;
  readonly name: string | null;
}

const columns = sql`
  m.id, m.template, m.user_id as "userId", m.name, coalesce(m.address, m.email) as address, m.state, m.queued_at as "queuedAt",
  m.changed_at as "changedAt", m.attempts, m.failure, m.dropped`;

const source = sql`
  mails m left join lateral (
    select n.name, n.email, n.sought from users n where n.id = m.user_id order by n.no_to desc limit 1
  ) u on true`;
