import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { limits } from '@licet/contract';
import { type Connection, type Database, transaction } from '../kernel/database.ts';
import { poolOf, type Queryable } from '../kernel/pool.ts';
import { prepared, type Sql, sql } from '../kernel/sql.ts';

/** What attempts are counted on, and how many may fail before each further one makes the next wait. */
export interface Counter {
  readonly key: Buffer;
  readonly kind: 'account' | 'name' | 'network' | 'browser' | 'session' | 'code' | 'passkey' | 'reset';
  readonly free: number;
  /** After so many in a row no more are taken. */
  readonly ever: number;
}

/** What was tried. */
export type Tried = 'passwords' | 'codes' | 'passkeys';

const endless = 2_000_000_000;

/**
 * The attempts on a name as it was typed, a username or an e-mail address. Both of an account are counted apart, and one that
 * nobody has as an account would be, so that the answers link nothing and tell nothing.
 * @param known whether somebody has it: then it is never forgotten
 */
export const nameFailures = (folded: string, known: boolean): Counter => ({
  ...counter('name', folded, limits.failuresFree.value, limits.failuresEver.value / namesOfAccount),
  kind: known ? 'account' : 'name',
});

/**
 * The attempts of a user in a browser in which they have signed in before, apart for each thing that is tried: a right password
 * must not forgive wrong codes.
 */
export const browserFailures = (browser: Buffer, tried: Tried = 'passwords'): Counter =>
  counter(
    'browser',
    tried === 'passwords' ? browser.toString('hex') : `${browser.toString('hex')}\0${tried}`,
    limits.failuresFree.value,
    limits.knownBrowserFailures.value,
  );

/**
 * The attempts at an entry of a directory, by whatever names: a directory knows one by several, and by spellings that are another name
 * here. It takes no more wrong passwords from here than of one name, whoever types them.
 */
export const entryFailures = (connection: string, subject: string): Counter => ({
  ...counter('session', `entry\0${connection}\0${subject}`, limits.failuresFree.value, endless),
  kind: 'name',
});

/** The attempts of somebody who is signed in to prove it again. */
export const sessionFailures = (session: string): Counter =>
  counter('session', session, limits.failuresFree.value, limits.knownBrowserFailures.value);

/** The codes of a user, of whichever kind and wherever they are tried, but in browsers in which the user is known. */
export const codeFailures = (userId: string): Counter =>
  counter('code', userId, limits.failuresFree.value, limits.codeFailures.value);

/**
 * The attempts with a passkey from a network, but in browsers in which its user is known; with all those that nobody has together.
 * Nobody guesses one, but each costs a look and a line of the log; and nobody keeps others out of theirs.
 */
export const passkeyFailures = (address: string | null, passkeyId: string | undefined): Counter =>
  counter('passkey', `${networkOf(address ?? '')}\0${passkeyId ?? ''}`, limits.networkFailuresFree.value, endless);

/** How often a link for a name that was typed is asked for, whether anybody has it or not. */
export const nameResets = (folded: string): Counter =>
  counter('reset', `name\0${folded}`, limits.resetsFree.value, endless);

/** How often a network asks for links. */
export const networkResets = (address: string | null): Counter =>
  counter('reset', `network\0${networkOf(address ?? '')}`, limits.networkResetsFree.value, endless);

/** An IPv6 customer has a /64 (RFC 6177): it is one network. */
export const networkFailures = (address: string | null): Counter =>
  counter('network', networkOf(address ?? ''), limits.networkFailuresFree.value, endless);

/** How often a link that verifies an address is mailed for one user. */
export const addressMails = (userId: string): Counter =>
  counter('reset', `address\0${userId}`, limits.resetsFree.value, endless);

/** Codes of devices that are entered from a network (RFC 8628 section 5.1). */
export const userCodeFailures = (address: string | null): Counter =>
  counter('network', `${networkOf(address ?? '')}\0devices`, limits.failuresFree.value, endless);

/** How long nothing can be tried: seconds, or `forever`. */
export type Wait = number | 'forever';

/**
 * Counts an attempt as failed on each counter, before it is made: on all, or on none when one of them is blocked. Of any number
 * of attempts at the same moment, on any number of servers, no more go through than the counters allow.
 * @returns undefined when it may be made, else how long none may be
 */
export async function charge(database: Database, counters: readonly Counter[], now: string): Promise<Wait | undefined> {
  try {
    await transaction(database, 'begin', async (connection) => {
      for (const counter of counters) if (!(await chargeOne(connection, counter, now))) throw new Blocked();
    });
    return undefined;
  } catch (error) {
    if (!(error instanceof Blocked)) throw error;
    return longestWait(database, counters, now);
  }
}

/** Takes back one charged attempt, which did not fail. */
export async function refund(database: Database, { key, free }: Counter): Promise<void> {
  await poolOf(database).query(
    sql`update failures set failures = greatest(failures - 1, 0),
       blocked_until = case when failures - 1 <= ${free} then '-infinity' else blocked_until end
     where key = ${key}`,
  );
}

/** Forgets every failure: the account's owner was here. */
export async function forgive(database: Database, counters: readonly Counter[]): Promise<void> {
  await forget(poolOf(database), counters);
}

/** The same in a transaction. */
export async function forget(connection: Queryable, counters: readonly Counter[]): Promise<void> {
  await connection.query(sql`delete from failures where key = any(${counters.map(({ key }) => key)})`);
}

/** Whether no more attempts are taken on one of the counters. */
export async function isLocked(connection: Queryable, counters: readonly Counter[]): Promise<boolean> {
  const { rows } = await connection.query(
    sql`select from failures f join unnest(${counters.map(({ key }) => key)}::bytea[], ${counters.map(({ ever }) => ever)}::int[]) as c(key, ever) on c.key = f.key
     where f.failures >= c.ever`,
  );
  return rows.length > 0;
}

/** The network of an address, as far as one customer has it for themselves. */
export function networkOf(address: string): string {
  const [plain = ''] = address.split('%');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(plain)) return plain;
  const [left = '', right] = plain.split('::');
  const head = left === '' ? [] : left.split(':');
  const tail = right === undefined || right === '' ? [] : right.split(':');
  const whole =
    right === undefined ? head : [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail];
  return whole
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

class Blocked extends Error {}

async function chargeOne(connection: Connection, counter: Counter, now: string): Promise<boolean> {
  const { key, kind, free, ever } = counter;
  const forget = kind === 'network' || kind === 'passkey' || kind === 'reset' ? forgetNetwork : endless;
  const { rowCount } = await connection.query(attempt(key, kind, free, ever, now, forget));
  return rowCount === 1;
}

async function longestWait(database: Database, counters: readonly Counter[], now: string): Promise<Wait> {
  const { rows } = await poolOf(database).query<{ forever: boolean; wait: number }>(
    sql`select coalesce(bool_or(f.failures >= c.ever), false) as forever,
       greatest(1, ceil(extract(epoch from max(f.blocked_until) - ${now}::timestamptz)))::float8 as wait
     from failures f join unnest(${counters.map(({ key }) => key)}::bytea[], ${counters.map(({ ever }) => ever)}::int[]) as c(key, ever) on c.key = f.key`,
  );
  return rows[0]?.forever ? 'forever' : (rows[0]?.wait ?? 1);
}

function counter(kind: Counter['kind'], what: string, free: number, ever: number): Counter {
  return { key: createHash('sha256').update(`${kind}\0${what}`).digest(), kind, free, ever };
}

/** What an account is signed in to with: its username and its e-mail address. */
const namesOfAccount = 2;

/** Seconds after which a network that was quiet begins anew. */
const forgetNetwork = 3600;

// The wait after n failures beyond the free ones is 2^(n-1) seconds, up to the longest.
const attempt = prepared<[key: Buffer, kind: Counter['kind'], free: number, ever: number, at: string, forget: number]>(
  'failures-charge',
  (key, kind, free, ever, at, forget) => {
    const now = sql`${at}::timestamptz`;
    const wait = (count: Sql) => sql`
    case when ${count} <= ${free}::int then '-infinity'::timestamptz
         else ${now} + least(power(2, least(${count} - ${free}::int - 1, 30)), ${limits.throttleMax.value}::float8) * interval '1 second' end`;
    const counted = sql`case when f.last_at < ${now} - ${forget}::float8 * interval '1 second' then 1 else f.failures + 1 end`;
    return sql`
    insert into failures as f (key, kind, failures, last_at, blocked_until)
    values (${key}, ${kind}, 1, ${now}, ${wait(sql`1`)})
    on conflict (key) do update set kind = excluded.kind, failures = ${counted}, last_at = ${now}, blocked_until = ${wait(counted)}
    where f.blocked_until <= ${now} and f.failures < ${ever}::int`;
  },
);
