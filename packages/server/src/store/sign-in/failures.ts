import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { limits } from '@licet/contract';
import type { Database } from '../kernel/database.ts';
import { poolOf } from '../kernel/pool.ts';

/** What attempts are counted on, and how many may fail before each further one makes the next wait. */
export interface Counter {
  readonly key: Buffer;
  readonly kind: 'account' | 'name' | 'network' | 'setup';
  readonly free: number;
  /** After so many nothing helps but a new link. */
  readonly ever: number;
}

const counter = (kind: Counter['kind'], what: string, free: number, ever: number): Counter => ({
  key: createHash('sha256').update(`${kind}\0${what}`).digest(),
  kind,
  free,
  ever,
});

const endless = 2_000_000_000;

export const accountFailures = (userId: string): Counter =>
  counter('account', userId, limits.failuresFree.value, limits.failuresEver.value);

/** A name that nobody has is counted as an account would be, so that the two cannot be told apart. */
export const nameFailures = (name: string): Counter =>
  counter('name', name, limits.failuresFree.value, limits.failuresEver.value);

export const setupFailures = (): Counter => counter('setup', '', limits.failuresFree.value, endless);

/** An IPv6 customer has a /64 (RFC 6177): it is one network. */
export const networkFailures = (address: string | null): Counter =>
  counter('network', networkOf(address ?? ''), limits.networkFailuresFree.value, endless);

/**
 * Counts an attempt as failed before it is made. Of any number of attempts at the same moment, on any number of servers, no
 * more go through than the counter allows.
 * @returns undefined when it may be made, else the seconds to wait
 */
export async function charge(database: Database, { key, kind, free, ever }: Counter): Promise<number | undefined> {
  const offset = database.clockOffset();
  const { rowCount } = await poolOf(database).query({
    name: 'failures-charge',
    text: chargeQuery,
    values: [key, kind, free, ever, offset, limits.throttleMax.value, kind === 'network' ? forgetNetwork : endless],
  });
  if (rowCount === 1) return undefined;
  const { rows } = await poolOf(database).query<{ wait: number }>(
    `select ceil(extract(epoch from blocked_until - (clock_timestamp() + $2::int8 * interval '1 millisecond')))::float8 as wait
     from failures where key = $1 and failures < $3`,
    [key, offset, ever],
  );
  return rows[0] ? Math.max(1, rows[0].wait) : limits.throttleMax.value;
}

/** Takes back one charged attempt, which did not fail. */
export async function refund(database: Database, { key, free }: Counter): Promise<void> {
  await poolOf(database).query(
    `update failures set failures = greatest(failures - 1, 0),
       blocked_until = case when failures - 1 <= $2 then '-infinity' else blocked_until end
     where key = $1`,
    [key, free],
  );
}

/** Forgets every failure: the account's owner was here. */
export async function forgive(database: Database, { key }: Counter): Promise<void> {
  await poolOf(database).query('delete from failures where key = $1', [key]);
}

/** Seconds after which a network that was quiet begins anew. */
const forgetNetwork = 3600;

// The wait after n failures beyond the free ones is 2^(n-1) seconds, up to the longest.
const now = `clock_timestamp() + $5::int8 * interval '1 millisecond'`;
const wait = (count: string) =>
  `case when ${count} <= $3::int then '-infinity'::timestamptz
        else ${now} + least(power(2, least(${count} - $3::int - 1, 30)), $6::float8) * interval '1 second' end`;
const counted = `case when f.last_at < ${now} - $7::float8 * interval '1 second' then 1 else f.failures + 1 end`;
const chargeQuery = `
  insert into failures as f (key, kind, failures, last_at, blocked_until)
  values ($1, $2, 1, ${now}, ${wait('1')})
  on conflict (key) do update set failures = ${counted}, last_at = ${now}, blocked_until = ${wait(counted)}
  where f.blocked_until <= ${now} and f.failures < $4::int`;

function networkOf(address: string): string {
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
