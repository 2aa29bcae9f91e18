import { limits } from '@licet/contract';
import type { Change } from '../kernel/change.ts';
import { clock } from '../kernel/clock.ts';
import type { Database } from '../kernel/database.ts';
import { poolOf, type Queryable } from '../kernel/pool.ts';
import { sql } from '../kernel/sql.ts';

/** ES256 signs everything, except the ID tokens of clients that only verify RS256. */
export type SigningAlgorithm = 'ES256' | 'RS256';

/** A signing key as stored, with the private key encrypted. */
export interface StoredKey {
  readonly kid: string;
  readonly state: 'next' | 'current' | 'retired';
  readonly algorithm: SigningAlgorithm;
  readonly publicKey: Record<string, unknown>;
  readonly privateKey: Buffer;
  readonly createdAt: string;
  readonly retiredAt: string | null;
}

export type NewKey = Pick<StoredKey, 'kid' | 'algorithm' | 'publicKey' | 'privateKey'>;

/** The channel that notifies processes of changed keys. */
export const keysChannel = 'licet_keys';

/** The keys by algorithm, ES256 first: current, next, and then the retired ones, latest first. */
export async function listKeys(database: Database): Promise<StoredKey[]> {
  const { rows } = await poolOf(database).query<StoredKey>(sql`select ${columns} from signing_keys ${inOrder}`);
  return rows;
}

/** Keys whose signatures may still be valid. */
export async function keysInUse(database: Database): Promise<StoredKey[]> {
  const { rows } = await poolOf(database).query<StoredKey>(
    sql`select ${columns} from signing_keys
        where retired_at is null or retired_at > ${clock(database.clockOffset())} - ${retiredKeyLifetime}::float8 * interval '1 second'
        ${inOrder}`,
  );
  return rows;
}

/**
 * The public key of an ID token from a session that may still exist, even if the key is no longer published. Use it
 * only to verify `id_token_hint`.
 */
export async function keyOfHint(
  database: Database,
  kid: string,
): Promise<Pick<StoredKey, 'algorithm' | 'publicKey'> | undefined> {
  const { rows } = await poolOf(database).query<Pick<StoredKey, 'algorithm' | 'publicKey'>>(
    sql`select algorithm, public_key as "publicKey" from signing_keys
        where kid = ${kid} and (retired_at is null or retired_at > ${clock(database.clockOffset())} - ${limits.memberSessionLifetime.value}::float8 * interval '1 second')`,
  );
  return rows[0];
}

/** Writes the first two keys of an algorithm, unless another process has already done so. */
export async function addFirstKeys(database: Database, current: NewKey, next: NewKey): Promise<void> {
  const at = clock(database.clockOffset());
  await poolOf(database).query(sql`
    with first as (
      insert into signing_keys (kid, state, algorithm, public_key, private_key, created_at) values (${valuesOf(current, 'current')}, ${at})
      on conflict (algorithm) where state = 'current' do nothing returning kid
    )
    insert into signing_keys (kid, state, algorithm, public_key, private_key, created_at)
    select ${valuesOf(next, 'next')}, ${at} from first
    on conflict (algorithm) where state = 'next' do nothing`);
}

/**
 * Starts to sign with the next key of an algorithm, and makes `added` the new next key. Notifies every process on
 * commit.
 */
export async function advanceKeys(
  { connection, clock }: Change,
  added: NewKey,
): Promise<{ retired: string; current: string }> {
  const { rows: retired } = await connection.query<{ kid: string }>(
    sql`update signing_keys set state = 'retired', retired_at = ${clock} where state = 'current' and algorithm = ${added.algorithm} returning kid`,
  );
  const { rows: current } = await connection.query<{ kid: string }>(
    sql`update signing_keys set state = 'current' where state = 'next' and algorithm = ${added.algorithm} returning kid`,
  );
  await connection.query(
    sql`insert into signing_keys (kid, state, algorithm, public_key, private_key, created_at) values (${valuesOf(added, 'next')}, ${clock})`,
  );
  await connection.query(`notify ${keysChannel}`);
  return { retired: retired[0]?.kid ?? '', current: current[0]?.kid ?? '' };
}

/** The fingerprint of the key that encrypts this database's secrets. Stores the given one if there is none yet. */
export async function keyFingerprint(database: Database, fingerprint: Buffer): Promise<Buffer> {
  await poolOf(database).query(
    sql`insert into server_key (fingerprint) values (${fingerprint}) on conflict (one) do nothing`,
  );
  return (await knownFingerprint(poolOf(database))) ?? Buffer.alloc(0);
}

/** The fingerprint of the key that encrypts this database's secrets; undefined if none was ever stored. */
export async function knownFingerprint(connection: Queryable): Promise<Buffer | undefined> {
  const { rows } = await connection.query<{ fingerprint: Buffer }>(sql`select fingerprint from server_key`);
  return rows[0]?.fingerprint;
}

const columns = sql`
  kid, state, algorithm, public_key as "publicKey", private_key as "privateKey", created_at as "createdAt", retired_at as "retiredAt"`;

const inOrder = sql`order by algorithm, array_position('{current,next,retired}', state), retired_at desc, kid`;

/** Seconds for which a retired key stays published after it stopped signing. This exceeds the lifetime of everything that it signed. */
const retiredKeyLifetime = 2 * limits.accessTokenLifetime.value;

const valuesOf = ({ kid, algorithm, publicKey, privateKey }: NewKey, state: StoredKey['state']) =>
  sql`${kid}, ${state}, ${algorithm}, ${JSON.stringify(publicKey)}::jsonb, ${privateKey}::bytea`;
