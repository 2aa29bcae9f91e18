import type { Mail, Page } from '@licet/contract';
import { byId, type ListQuery } from '../kernel/lists.ts';
import { folded, searchFor } from '../kernel/matching.ts';
import { mapPage, orderOf, page } from '../kernel/paging.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { type Sql, sql } from '../kernel/sql.ts';

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
  // Searches users as the user list does, and also the address of the mail.
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
