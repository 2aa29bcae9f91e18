import type { Page, SignIn } from '@licet/contract';
import { newId } from '../kernel/ids.ts';
import { mapPage, orderOf, type PageQuery, page } from '../kernel/paging.ts';
import { parameters } from '../kernel/parameters.ts';
import type { Queryable } from '../kernel/pool.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { networkOf } from './failures.ts';

export interface SignInLine {
  readonly userId: string | null;
  readonly outcome: SignIn['outcome'];
  /** The name of the client that it was on the way to. */
  readonly client: string | null;
  readonly address: string | null;
  readonly agent: string | null;
}

/** Which lines of the sign-in log. */
export interface SignInFilter extends PageQuery {
  readonly userId?: string | undefined;
  readonly outcome?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Part of the user's name, the address or the client. */
  readonly q?: string | undefined;
  readonly sort?: '-at' | 'at' | undefined;
}

/**
 * Writes a line of the sign-in log, which stands outside the audit chain. What was typed as a name is never kept. Throttled
 * attempts on a user from a network are one line a day, however many they are.
 */
export async function logSignIn(connection: Queryable, line: SignInLine): Promise<void> {
  await connection.query({
    name: 'sign-in-log',
    text: `with line as (
             insert into sign_ins (id, at, user_id, outcome, client, address, agent)
             select case when $3::text = 'throttled' then md5(concat_ws(' ', $2::uuid, $7::text, current_date))::uuid else $1::uuid end,
               clock_timestamp(), $2::uuid, $3::text, $4::text, $5::text, $6::text
             on conflict (id) do update set attempts = sign_ins.attempts + 1, last_at = clock_timestamp(), agent = excluded.agent
             returning user_id, at, outcome
           )
           insert into last_sign_ins (user_id, at)
           select user_id, at from line where outcome = 'signed_in' and user_id is not null
           on conflict (user_id) do update set at = greatest(last_sign_ins.at, excluded.at)`,
    values: [
      newId(),
      line.userId,
      line.outcome,
      line.client,
      line.address,
      line.agent?.slice(0, 300) ?? null,
      networkOf(line.address ?? ''),
    ],
  });
}

/** A page of the sign-in log, newest first unless told. @throws Refusal `invalid_cursor` */
export async function listSignIns(snapshot: Snapshot, filter: SignInFilter): Promise<Page<SignIn>> {
  const values = parameters();
  const where: string[] = [];
  const { userId, outcome, from, to, q } = filter;
  if (userId !== undefined) where.push(`s.user_id = ${values.add(userId)}`);
  if (outcome !== undefined) where.push(`s.outcome = ${values.add(outcome)}`);
  if (from !== undefined) where.push(`s.at >= ${values.add(from)}::timestamptz`);
  if (to !== undefined) where.push(`s.at < ${values.add(to)}::timestamptz`);
  if (q) {
    const part = values.add(`%${q.replaceAll('\0', '').replace(/[\\%_]/g, '\\$&')}%`);
    where.push(`(u.name ilike ${part} or s.address ilike ${part} or s.client ilike ${part})`);
  }
  const order = orderOf(orders, filter.sort ?? '-at');
  const list = {
    name: 'sign-ins',
    select: columns,
    alias: 's',
    also: 'u.name',
    from: source,
    where,
    order,
    parameters: values,
  };
  return mapPage(await page<SignInRow>(snapshot, list, filter), ({ user_id, name, ...row }) => ({
    ...row,
    user: user_id === null ? null : { id: user_id, name: name ?? 'a deleted user' },
  }));
}

interface SignInRow extends Omit<SignIn, 'user'> {
  readonly user_id: string | null;
  readonly name: string | null;
}

const orders = {
  at: [
    { sql: 's.at', type: 'timestamptz' },
    { sql: 's.id', type: 'uuid' },
  ],
} as const;

const columns =
  's.id, s.at, s.user_id, s.name, s.outcome, s.client, s.address, s.agent, s.attempts, coalesce(s.last_at, s.at) as "lastAt"';

const source = `
  sign_ins s left join lateral (
    select n.name from users n where n.id = s.user_id order by n.no_to desc limit 1
  ) u on true`;
