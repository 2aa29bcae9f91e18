import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { limits } from '@licet/contract';
import { type Database, unawaited, withConnection } from '../kernel/database.ts';
import { failed, poolOf, type Queryable } from '../kernel/pool.ts';
import { named, prepared, type Sql, sql } from '../kernel/sql.ts';

/** A counter of attempts. After `free` failures, each further failure adds a waiting time. */
export interface AttemptCounter {
  readonly key: Buffer;
  readonly kind: 'account' | 'name' | 'network' | 'browser' | 'session' | 'code' | 'passkey' | 'reset';
  readonly free: number;
  /** After this many failures in a row, all further attempts are refused. */
  readonly ever: number;
}

/** The kind of attempt. */
export type AttemptKind = 'passwords' | 'codes' | 'passkeys';

const endless = 2_000_000_000;

/**
 * Attempts with a typed name: a username or an e-mail address. The two names of an account are counted separately, and
 * unknown names are counted the same way. So the answers do not reveal which names exist.
 * @param known whether a user has the name; the counter of such a name never expires
 */
export const nameFailures = (folded: string, known: boolean): AttemptCounter => ({
  ...counter('name', folded, limits.failuresFree.value, limits.failuresEver.value / namesOfAccount),
  kind: known ? 'account' : 'name',
});

/** Attempts of a user in a known browser, separately for each kind: a correct password must not reset the count of wrong codes. */
export const browserFailures = (browser: Buffer, tried: AttemptKind = 'passwords'): AttemptCounter =>
  counter(
    'browser',
    tried === 'passwords' ? browser.toString('hex') : `${browser.toString('hex')}\0${tried}`,
    limits.failuresFree.value,
    limits.knownBrowserFailures.value,
  );

/**
 * Attempts at a directory entry, whichever of its names was typed. A directory accepts several names for an entry, and
 * spellings that Licet distinguishes. All of them share one counter, so the directory receives no more wrong passwords
 * than for one name.
 * @param knownFor a user whose known browsers are counted separately
 */
export const entryFailures = (connection: string, subject: string, knownFor?: string): AttemptCounter => ({
  ...counter(
    'session',
    ['entry', connection, subject, ...(knownFor ? [knownFor] : [])].join('\0'),
    limits.failuresFree.value,
    endless,
  ),
  kind: 'name',
});

/** Attempts of a signed-in user at a step-up. */
export const sessionFailures = (session: string): AttemptCounter =>
  counter('session', session, limits.failuresFree.value, limits.knownBrowserFailures.value);

/** Attempts at any kind of code of a user, from anywhere except known browsers. */
export const codeFailures = (userId: string): AttemptCounter =>
  counter('code', userId, limits.failuresFree.value, limits.codeFailures.value);

/**
 * Attempts with a passkey from a network, except in the user's known browsers. They are limited because each attempt
 * costs a query and a log line; passkeys cannot be guessed. Each passkey has its own counter, so no one can block
 * another user's passkey. Unknown passkeys share one counter.
 */
export const passkeyFailures = (address: string | null, passkeyId: string | undefined): AttemptCounter =>
  counter('passkey', `${networkOf(address ?? '')}\0${passkeyId ?? ''}`, limits.networkFailuresFree.value, endless);

/** Counts the requests for a reset link for a typed name, whether or not a user has that name. */
export const nameResets = (folded: string): AttemptCounter =>
  counter('reset', `name\0${folded}`, limits.resetsFree.value, endless);

/** Counts the requests for reset links from a network. */
export const networkResets = (address: string | null): AttemptCounter =>
  counter('reset', `network\0${networkOf(address ?? '')}`, limits.networkResetsFree.value, endless);

/** Counts the wrong passwords from a network. An IPv6 customer has a /64 (RFC 6177), so a /64 is one network. */
export const networkFailures = (address: string | null): AttemptCounter =>
  counter('network', networkOf(address ?? ''), limits.networkFailuresFree.value, endless);

/** Counts the verification mails to one user. */
export const addressMails = (userId: string): AttemptCounter =>
  counter('reset', `address\0${userId}`, limits.resetsFree.value, endless);

/**
 * Counts the new sets of recovery codes for one user. They are limited because each set takes the time of ten passwords and delays
 * other sign-ins.
 */
export const recoveryCodeSets = (userId: string): AttemptCounter =>
  counter('reset', `recovery codes\0${userId}`, limits.recoveryCodesFree.value, endless);

/** Counts wrong user codes of devices that are entered from one network (RFC 8628 section 5.1). */
export const userCodeFailures = (address: string | null): AttemptCounter =>
  counter('network', `${networkOf(address ?? '')}\0devices`, limits.failuresFree.value, endless);

/** Invalid logout tokens from a network. */
export const logoutFailures = (address: string | null): AttemptCounter =>
  counter('network', `${networkOf(address ?? '')}\0logout tokens`, limits.networkFailuresFree.value, endless);

/** The time until the next attempt: seconds, or `forever`. */
export type Wait = number | 'forever';

/**
 * Counts an attempt as failed before it is made: on every counter, or on none if one of them is blocked. So parallel
 * attempts, on any number of servers, cannot exceed what the counters allow.
 * @returns undefined if the attempt may be made, otherwise the waiting time
 */
export async function chargeAttempt(
  database: Database,
  counters: readonly AttemptCounter[],
  now: string,
): Promise<Wait | undefined> {
  const of = <Key extends keyof AttemptCounter>(key: Key) => counters.map((counter) => counter[key]);
  const resetFailuresIn = counters.map(({ kind }) => (forgotten.has(kind) ? forgetNetwork : endless));
  const statement = attempts(of('key'), of('kind'), of('free'), of('ever'), resetFailuresIn, now);
  const charged = await withConnection(database, (connection) => connection.query<{ charged: boolean }>(statement))
    .then(({ rows }) => rows[0]?.charged === true)
    .catch((error: unknown) => (isUndone(error) ? false : failed(error)));
  return charged ? undefined : longestWait(database, counters, now);
}

/**
 * Settles the counters of a successful attempt in one statement. Refunds counters that were charged without a failure,
 * and resets others. Locks them in the order of charging, to prevent deadlocks.
 */
export async function settleAttempt(database: Database, owed: Owed): Promise<void> {
  await poolOf(database).query(settled(...settlement(owed)));
}

/** The counters that a successful attempt refunds, and those that it resets. */
export interface Owed {
  readonly refunds: readonly AttemptCounter[];
  readonly forgiven: readonly AttemptCounter[];
}

/** The arguments of {@link settling}. */
export function settlement({ refunds, forgiven }: Owed): [refunds: Buffer[], free: number[], forgiven: Buffer[]] {
  const keys = (counters: readonly AttemptCounter[]) => counters.map(({ key }) => key);
  return [keys(refunds), refunds.map(({ free }) => free), keys(forgiven)];
}

/** Refunds one charged attempt that did not fail. */
export async function refundAttempt(database: Database, { key, free }: AttemptCounter): Promise<void> {
  await poolOf(database).query(
    named(
      'failures-refund',
      sql`update failures set failures = greatest(failures - 1, 0),
             blocked_until = case when failures - 1 <= ${free} then '-infinity' else blocked_until end
           where key = ${key}`,
    ),
  );
}

/** Resets all failures, because the account's owner has signed in. */
export async function resetFailures(database: Database, counters: readonly AttemptCounter[]): Promise<void> {
  await forget(poolOf(database), counters);
}

/** Resets all failures, within a transaction. */
export async function forget(connection: Queryable, counters: readonly AttemptCounter[]): Promise<void> {
  const keys = counters.map(({ key }) => key);
  await connection.query(named('failures-forget', sql`delete from failures where key = any(${keys}::bytea[])`));
}

/** Whether one of the counters is blocked for ever. */
export async function isLocked(connection: Queryable, counters: readonly AttemptCounter[]): Promise<boolean> {
  const { rows } = await connection.query(
    sql`select from failures f join unnest(${counters.map(({ key }) => key)}::bytea[], ${counters.map(({ ever }) => ever)}::int[]) as c(key, ever) on c.key = f.key
     where f.failures >= c.ever`,
  );
  return rows.length > 0;
}

/** The network of an address: the range that one customer usually has. */
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

async function longestWait(database: Database, counters: readonly AttemptCounter[], now: string): Promise<Wait> {
  const { rows } = await poolOf(database).query<{ forever: boolean; wait: number }>(
    sql`select coalesce(bool_or(f.failures >= c.ever), false) as forever,
       greatest(1, ceil(extract(epoch from max(f.blocked_until) - ${now}::timestamptz)))::float8 as wait
     from failures f join unnest(${counters.map(({ key }) => key)}::bytea[], ${counters.map(({ ever }) => ever)}::int[]) as c(key, ever) on c.key = f.key`,
  );
  return rows[0]?.forever ? 'forever' : (rows[0]?.wait ?? 1);
}

function counter(kind: AttemptCounter['kind'], what: string, free: number, ever: number): AttemptCounter {
  return { key: createHash('sha256').update(`${kind}\0${what}`).digest(), kind, free, ever };
}

/** An account has two names to sign in with: username and e-mail address. */
const namesOfAccount = 2;

/** Seconds without attempts after which a network starts from zero. */
const forgetNetwork = 3600;

// Does not wait for the disk: a crash of the database may lose the most recent attempts.
const quick = sql`select where ${unawaited}`;

/** Counters that restart at zero after a quiet time. */
const forgotten = new Set<AttemptCounter['kind']>(['network', 'passkey', 'reset']);

// The wait after n failures beyond the free ones is 2^(n-1) seconds, up to the maximum.
//
// If one counter is blocked, none is charged. If a concurrent attempt blocks one meanwhile, a deliberate division by
// zero rolls the other charges back.
const attempts = prepared<
  [
    keys: readonly Buffer[],
    kinds: readonly AttemptCounter['kind'][],
    free: readonly number[],
    ever: readonly number[],
    forget: readonly number[],
    at: string,
  ]
>('failures-charge', (keys, kinds, free, ever, forget, at) => {
  const now = sql`${at}::timestamptz`;
  const given = sql`unnest(${keys}::bytea[], ${kinds}::text[], ${free}::int[], ${ever}::int[], ${forget}::float8[]) with ordinality as c(key, kind, free, ever, forget, place)`;
  const one = (column: Sql) => sql`(select ${column} from ${given} where c.key = f.key)`;
  const wait = (count: Sql, freely: Sql) => sql`
    case when ${count} <= ${freely} then '-infinity'::timestamptz
         else ${now} + least(power(2, least(${count} - ${freely} - 1, 30)), ${limits.throttleMax.value}::float8) * interval '1 second' end`;
  const counted = sql`case when f.last_at < ${now} - ${one(sql`c.forget`)} * interval '1 second' then 1 else f.failures + 1 end`;
  return sql`
    with quick as materialized (${quick}), blocked as (
      select from failures f where f.key = any(${keys}::bytea[]) and (f.blocked_until > ${now} or f.failures >= ${one(sql`c.ever`)})
    ), charged as (
      insert into failures as f (key, kind, failures, last_at, blocked_until)
      select c.key, c.kind, 1, ${now}, ${wait(sql`1`, sql`c.free`)} from ${given}
      where exists (select from quick) and not exists (select from blocked) order by c.place
      on conflict (key) do update set kind = excluded.kind, failures = ${counted}, last_at = ${now},
        blocked_until = ${wait(counted, one(sql`c.free`))}
      where f.blocked_until <= ${now} and f.failures < ${one(sql`c.ever`)}
      returning 1
    )
    select count(*) > 0 as charged, 1 / (count(*) in (0, cardinality(${keys}::bytea[])))::int from charged`;
});

const isUndone = (error: unknown) => error instanceof Error && 'code' in error && error.code === '22012';

/** SQL of {@link settleAttempt} as common table expressions, for use in another statement. */
export const settling = (refunds: unknown, free: unknown, forgiven: unknown): Sql => sql`
  quick as materialized (${quick}), refunded as (
    update failures f set failures = greatest(f.failures - 1, 0),
      blocked_until = case when f.failures - 1 <= c.free then '-infinity' else f.blocked_until end
    from unnest(${refunds}::bytea[], ${free}::int[]) as c(key, free)
    where exists (select from quick) and f.key = c.key
    returning 1
  ), forgotten as (
    delete from failures where key = any(${forgiven}::bytea[]) and exists (select from quick) and (select count(*) from refunded) >= 0
    returning 1
  )`;

const settled = prepared<[refunds: readonly Buffer[], free: readonly number[], forgiven: readonly Buffer[]]>(
  'failures-settle',
  (refunds, free, forgiven) => sql`with ${settling(refunds, free, forgiven)} select count(*) from forgotten`,
);
