import type { AuditKey } from '@licet/contract/audit-chain';
import { clock } from '../kernel/clock.ts';
import type { Connection, Database } from '../kernel/database.ts';
import { poolOf, type Queryable } from '../kernel/pool.ts';
import { sql } from '../kernel/sql.ts';
import { epochsOf } from './restores.ts';

/** An audit key as stored. `sealed` contains the private key while the key signs, and the public key afterwards. */
export interface StoredAuditKey extends AuditKey {
  readonly sealed: Buffer;
  readonly createdAt: string;
  readonly retiredAt: string | null;
}

/** The newest change of the chain and the newest checkpoint. */
export interface Head {
  readonly no: number;
  readonly hash: string;
  readonly epoch: number;
  readonly clock: string;
  readonly last: {
    readonly sequence: number;
    readonly epoch: number;
    readonly no: number;
    readonly signed: string;
  } | null;
}

/** The kind of the jobs that send a checkpoint to an external place. */
export const checkpointJob = 'audit.checkpoint';

/** The keys, newest first. The first one signs. */
export async function listAuditKeys(database: Queryable): Promise<StoredAuditKey[]> {
  const { rows } = await database.query<StoredAuditKey>(sql`
    select kid, public_key as "publicKey", sealed, created_at as "createdAt", retired_at as "retiredAt" from audit_keys
    order by retired_at desc nulls first, created_at desc, kid`);
  return rows;
}

/** Adds a key that signs from now on, unless a signing key exists. */
export async function addAuditKey(database: Database, { kid, publicKey, sealed }: NewAuditKey): Promise<void> {
  await poolOf(database).query(sql`
    insert into audit_keys (kid, public_key, sealed, created_at)
    values (${kid}, ${JSON.stringify(publicKey)}::jsonb, ${sealed}, ${clock(database.clockOffset())})
    on conflict ((true)) where retired_at is null do nothing`);
}

export type NewAuditKey = Pick<StoredAuditKey, 'kid' | 'publicKey' | 'sealed'>;

/** Replaces the signing key; only the public half of the old one is kept. */
export async function replaceAuditKey(
  { connection, clock: now }: { readonly connection: Connection; readonly clock: string },
  retired: Pick<NewAuditKey, 'kid' | 'sealed'> | undefined,
  { kid, publicKey, sealed }: NewAuditKey,
): Promise<void> {
  if (retired)
    await connection.query(
      sql`update audit_keys set retired_at = ${now}, sealed = ${retired.sealed} where kid = ${retired.kid} and retired_at is null`,
    );
  await connection.query(sql`
    insert into audit_keys (kid, public_key, sealed, created_at)
    values (${kid}, ${JSON.stringify(publicKey)}::jsonb, ${sealed}, ${now})`);
}

/** The head of the chain; undefined if another process is signing now. */
export async function headToSign(connection: Connection, offset: number): Promise<Head | undefined> {
  const { rows: locks } = await connection.query<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(${checkpointLock}) as locked`,
  );
  if (!locks[0]?.locked) return undefined;
  const { rows } = await connection.query<Omit<Head, 'epoch'>>(sql`
    select c.no, encode(c.hash, 'hex') as hash, ${clock(offset)} as clock,
      (select json_build_object('sequence', k.sequence, 'epoch', k.epoch, 'no', k.no, 'signed', k.signed)
       from audit_checkpoints k order by k.sequence desc limit 1) as last
    from change c order by c.no desc limit 1`);
  const [head] = rows;
  return head && { ...head, epoch: (await epochsOf(connection, head.no)).current };
}

/** Waits until no other process signs, and prevents signing by other processes until the transaction ends. */
export async function waitToSign(connection: Connection): Promise<void> {
  await connection.query(sql`select pg_advisory_xact_lock(${checkpointLock})`);
}

/** Stores a checkpoint. */
export async function insertCheckpoint(
  connection: Connection,
  {
    sequence,
    epoch,
    no,
    at,
  }: { readonly sequence: number; readonly epoch: number; readonly no: number; readonly at: string },
  signed: string,
): Promise<void> {
  await connection.query(
    sql`insert into audit_checkpoints (sequence, epoch, no, signed, at) values (${sequence}, ${epoch}, ${no}, ${signed}, ${at})`,
  );
}

/** All checkpoints, in order. */
export async function listCheckpoints(database: Queryable): Promise<string[]> {
  const { rows } = await database.query<{ signed: string }>('select signed from audit_checkpoints order by sequence');
  return rows.map(({ signed }) => signed);
}

/** The newest checkpoint, in its signed form. */
export async function newestCheckpoint(database: Queryable): Promise<string | undefined> {
  const { rows } = await database.query<{ signed: string }>(
    'select signed from audit_checkpoints order by sequence desc limit 1',
  );
  return rows[0]?.signed;
}

/** One checkpoint, in its signed form, and whether it is in the folder of a server. */
export async function findCheckpoint(
  database: Database,
  sequence: number,
): Promise<{ readonly signed: string; readonly inFolder: boolean } | undefined> {
  const { rows } = await poolOf(database).query<{ signed: string; inFolder: boolean }>(
    sql`select signed, in_folder as "inFolder" from audit_checkpoints where sequence = ${sequence}`,
  );
  return rows[0];
}

/** The hashes of the given changes, by number. */
export async function hashesOf(connection: Connection, numbers: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await connection.query<{ no: number; hash: string }>(
    sql`select no, encode(hash, 'hex') as hash from change where no = any(${numbers})`,
  );
  return new Map(rows.map(({ no, hash }) => [no, hash]));
}

/** Records that a checkpoint is in the folder of a server. */
export async function recordInFolder(database: Queryable, sequence: number): Promise<void> {
  await database.query(sql`update audit_checkpoints set in_folder = true where sequence = ${sequence}`);
}

/**
 * Returns the oldest checkpoints that are not in a folder yet and have no delivery queued, because a server without a
 * folder has delivered them. Locks them, and skips those that another server is writing.
 */
export async function lockOutsideFolder(connection: Connection): Promise<{ sequence: number; signed: string }[]> {
  const { rows } = await connection.query<{ sequence: number; signed: string }>(sql`
    select sequence, signed from audit_checkpoints c
    where not in_folder and not exists (
      select from jobs where kind = ${checkpointJob} and given_up_at is null and (data ->> 'sequence')::bigint = c.sequence)
    order by sequence limit 100 for update skip locked`);
  return rows;
}

const checkpointLock = 0x11ce9;
