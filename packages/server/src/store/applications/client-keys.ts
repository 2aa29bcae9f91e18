import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { type ClientKey, type EndingClientKey, limits, type PublicKey } from '@licet/contract';
import type { Change } from '../kernel/change.ts';
import { clock, instantAsText } from '../kernel/clock.ts';
import type { Database } from '../kernel/database.ts';
import { present } from '../kernel/facts.ts';
import { newId } from '../kernel/ids.ts';
import { later } from '../kernel/instants.ts';
import { poolOf } from '../kernel/pool.ts';
import type { Snapshot } from '../kernel/snapshot.ts';
import { literal, named, prepared, type Sql, sql } from '../kernel/sql.ts';

/** A new secret and its stored form. */
export interface NewSecret {
  readonly secret: string;
  readonly hash: string;
  readonly hint: string;
}

/** A new secret of 256 random bits. It cannot be guessed, so a fast hash is enough. Its last four characters identify it to people. */
export function newSecret(): NewSecret {
  const secret = randomBytes(32).toString('base64url');
  return { secret, hash: hashOfSecret(secret), hint: secret.slice(-4) };
}

/** Whether a secret matches the hash, compared in constant time. */
export function secretMatches(hash: string, secret: string): boolean {
  const [known, given] = [Buffer.from(hash), Buffer.from(hashOfSecret(secret))];
  return known.length === given.length && timingSafeEqual(known, given);
}

/** The credentials of a client. */
export interface ProvingKey {
  readonly id: string;
  readonly name: string;
  readonly secretHash: string | null;
  readonly publicKey: PublicKey | null;
  readonly endsAt: string | null;
  /** Whether the key has ended by the database's clock when the statement runs. */
  readonly ended: boolean;
  /** Whether the next use should be stored, because the last stored use is old. */
  readonly noteUse: boolean;
}

/** The keys of a client that are in force, then the last few that ended. */
export async function provingKeys(database: Database, clientId: string): Promise<readonly ProvingKey[]> {
  const { rows } = await poolOf(database).query<{ keys: readonly ProvingKey[] }>(
    keysOfClient(clientId, database.clockOffset()),
  );
  return rows[0]?.keys ?? [];
}

/** The maximum number of keys to read: all that are in force, and as many ended ones. The bound keeps each verification cheap. */
const looked = 2 * limits.clientKeysMax.value;

/** SQL for the keys of {@link provingKeys} as JSON. */
export const provingKeysOf = (clientId: unknown, offset: unknown): Sql => {
  const now = clock(offset);
  return sql`coalesce((
    select json_agg(json_build_object('id', k.id, 'name', k.name, 'secretHash', k.secret_hash, 'publicKey', k.public_key,
      'endsAt', ${instantAsText(sql`k.ends_at`)}, 'ended', ${endedAt(now)}, 'noteUse', ${isNotedAt(now)}))
    from (
      select k.* from client_keys k where k.client_id = ${clientId}
      order by k.ends_at desc nulls first, k.made_at desc, k.id limit ${literal(looked)}
    ) k), '[]')`;
};

/** Stores that a client has authenticated with a key. */
export async function usedClientKey(database: Database, id: string): Promise<void> {
  const now = clock(database.clockOffset());
  await poolOf(database).query(
    named(
      'client-key-used',
      sql`update client_keys k set last_used_at = ${now} where k.id = ${id}
            and ${isNotedAt(now)}`,
    ),
  );
}

/** The keys of a client, newest first; ended keys come last. */
export async function clientKeysOf({ connection, clock: now }: Snapshot, clientId: string): Promise<ClientKey[]> {
  const { rows } = await connection.query<ClientKey>(
    sql`select ${columns(now)} from client_keys k where k.client_id = ${clientId} order by ended, k.made_at desc, k.id desc`,
  );
  return rows;
}

/** The columns of a key that are written. */
export interface ClientKeyFields {
  readonly name: string;
  readonly secret: Pick<NewSecret, 'hash' | 'hint'> | null;
  readonly publicKey: PublicKey | null;
  readonly endsAt: string | null;
}

/** Writes a key and returns its id. */
export async function insertClientKey(
  { connection, clock: now, no }: Pick<Change, 'connection' | 'clock' | 'no'>,
  clientId: string,
  { name, secret, publicKey, endsAt }: ClientKeyFields,
): Promise<string> {
  const id = newId();
  await connection.query(sql`
    insert into client_keys (id, client_id, name, secret_hash, hint, public_key, made_at, ends_at, version)
    values (${id}, ${clientId}, ${name}, ${secret?.hash ?? null}, ${secret?.hint ?? null},
      ${publicKey && JSON.stringify(publicKey)}::jsonb, ${now}, ${endsAt}, ${no})`);
  return id;
}

/** Renames a key or changes its end. */
export async function updateClientKey(
  { connection, no }: Change,
  id: string,
  { name, endsAt }: Pick<ClientKeyFields, 'name' | 'endsAt'>,
): Promise<void> {
  await connection.query(
    sql`update client_keys set name = ${name}, ends_at = ${endsAt}, version = ${no} where id = ${id}`,
  );
}

/** Deletes the keys of a deleted client. */
export async function deleteClientKeys({ connection }: Change, clientId: string): Promise<void> {
  await connection.query(sql`delete from client_keys where client_id = ${clientId}`);
}

/**
 * Returns the keys that end soon, and the keys whose recent end left their client without a valid key, in order of
 * their end. Skips a key that ends soon if the client has since used a newer, longer-lasting key.
 * @param applications their identifiers; all applications if omitted
 */
export async function endingClientKeys(
  { connection, clock: now }: Snapshot,
  applications: readonly string[] | undefined,
  most: number,
): Promise<EndingClientKey[]> {
  const span = limits.clientKeyWarning.value * 86_400;
  const { rows } = await connection.query<EndingClientKey>(sql`
    select json_build_object('id', c.id, 'name', c.name) as client, json_build_object('id', a.key, 'name', a.name) as application,
      (select to_jsonb(shown) from (select ${columns(now)}) shown) as key
    from client_keys k join clients c on c.id = k.client_id and ${present('c')} join applications a on a.id = c.app_id and ${present('a')}
    where k.ends_at > ${later(now, -span)} and k.ends_at < ${later(now, span)}
      and (${applications ?? null}::text[] is null or a.key = any(${applications ?? null}::text[]))
      and case when ${endedAt(sql`${now}::timestamptz`)}
        then not exists (select from client_keys o where o.client_id = k.client_id and (o.ends_at is null or o.ends_at > ${now}))
        else not exists (select from client_keys o where o.client_id = k.client_id and o.made_at > k.made_at
          and (o.ends_at is null or o.ends_at > k.ends_at) and o.last_used_at >= coalesce(k.last_used_at, '-infinity')) end
    order by k.ends_at, k.id limit ${most}`);
  return rows;
}

const hashOfSecret = (secret: string) => createHash('sha256').update(secret).digest('base64url');

const keysOfClient = prepared<[clientId: string, offset: number]>(
  'proving-keys',
  (clientId, offset) => sql`select ${provingKeysOf(clientId, offset)} as keys`,
);

const isNotedAt = (now: Sql) =>
  sql`(k.last_used_at is null or k.last_used_at < ${now} - ${literal(limits.clientKeyUseNoted.value)} * interval '1 second')`;

const endedAt = (now: Sql) => sql`(k.ends_at is not null and k.ends_at <= ${now})`;

const columns = (now: string) => sql`
  k.id, case when k.public_key is null then 'secret' else 'public_key' end as kind, k.name, k.hint, k.public_key as "publicKey",
  k.made_at as "madeAt", k.ends_at as "endsAt", ${endedAt(sql`${now}::timestamptz`)} as ended, k.last_used_at as "lastUsedAt", k.version`;
