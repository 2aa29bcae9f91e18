import type { Queryable } from '../kernel/pool.ts';
import { identifier, type Sql, sql } from '../kernel/sql.ts';

/** A row with a sealed value. */
export interface SealedRow {
  readonly key: string;
  readonly sealed: Buffer | string;
  /** The part of the sealing context that differs from row to row. */
  readonly of: readonly string[];
}

/** A column with sealed values. */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  readonly key: Sql;
  readonly value: Sql;
  readonly of: Sql;
  readonly where: Sql;
  /** The assignment that stores the newly sealed value. */
  readonly set: (next: unknown) => Sql;
}

/** Every column with sealed values. A test compares the list with the schema. */
export const sealedColumns = {
  'signing_keys.private_key': bytes('signing_keys', 'private_key', sql`t.kid`),
  'audit_keys.sealed': bytes('audit_keys', 'sealed', sql`t.kid`),
  'erased_name_keys.sealed': bytes('erased_name_keys', 'sealed', sql`t.one::text`),
  'totp.secret': bytes('totp', 'secret', sql`t.user_id::text`),
  'totp_offers.secret': bytes('totp_offers', 'secret', sql`t.user_id::text`),
  'mail_settings.password': bytes('mail_settings', 'password', sql`t.one::text`),
  'connection_secrets.secret': bytes('connection_secrets', 'secret', sql`t.connection_id::text`),
  'upstream_sessions.id_token': bytes(
    'upstream_sessions',
    'id_token',
    sql`t.session_uid || ' ' || t.connection_id`,
    sql`array[t.connection_id::text, t.issuer, t.subject]`,
  ),
  'upstream_sign_ins.proved': {
    ...bytes('upstream_sign_ins', 'proved', sql`encode(t.state_hash, 'hex')`),
    value: sql`t.proved ->> 'idToken'`,
    of: sql`array[t.proved ->> 'connection', t.proved ->> 'issuer', t.proved ->> 'subject']`,
    where: sql`t.proved ->> 'idToken' is not null`,
    set: (next) => sql`proved = jsonb_set(t.proved, '{idToken}', to_jsonb(${next}::text))`,
  },
  'oidc_records.payload': {
    ...bytes('oidc_records', 'payload', sql`t.model || encode(t.id, 'hex')`),
    value: sql`t.payload ->> 'sealed'`,
    where: sql`t.model = 'DeviceCode' and t.payload ->> 'sealed' is not null`,
    set: (next) => sql`payload = jsonb_set(t.payload, '{sealed}', to_jsonb(${next}::text))`,
  },
  'credentials.password_hash': {
    ...bytes('credentials', 'password_hash', sql`t.user_id::text`),
    where: sql`t.password_hash like 'imported:%$firebase-scrypt$%'`,
    set: (next) => sql`password_hash = ${next}::text`,
  },
} as const satisfies Readonly<Record<string, SealedColumn>>;
export type SealedName = keyof typeof sealedColumns;
export const sealedNames = Object.keys(sealedColumns) as SealedName[];

/** A batch of rows after a key, sorted by key. */
export async function sealedAfter(
  database: Queryable,
  name: SealedName,
  after: string,
  most: number,
): Promise<SealedRow[]> {
  const { table, key, value, of, where }: SealedColumn = sealedColumns[name];
  const { rows } = await database.query<SealedRow>(sql`
    select ${key} as key, ${value} as sealed, ${of} as of from ${identifier(table)} t
    where ${where} and (${key}) collate "C" > ${after} order by (${key}) collate "C" limit ${most}`);
  return rows;
}

/** Writes the newly sealed value, unless a different value was written meanwhile. */
export async function writeSealed(database: Queryable, name: SealedName, row: SealedRow, next: unknown): Promise<void> {
  const { table, key, value, where, set }: SealedColumn = sealedColumns[name];
  await database.query(
    sql`update ${identifier(table)} t set ${set(next)} where ${where} and (${key}) = ${row.key} and (${value}) = ${row.sealed}`,
  );
}

/** Stores the fingerprint of the key that encrypts secrets from now on. Returns false if it is stored already. */
export async function moveFingerprint(database: Queryable, fingerprint: Buffer): Promise<boolean> {
  const { rowCount } = await database.query(
    sql`update server_key set fingerprint = ${fingerprint} where fingerprint <> ${fingerprint}`,
  );
  return rowCount === 1;
}

/** Whether this is the fingerprint of the key that encrypts the database's secrets. */
export async function hasFingerprint(database: Queryable, fingerprint: Buffer): Promise<boolean> {
  const { rowCount } = await database.query(sql`select from server_key where fingerprint = ${fingerprint}`);
  return rowCount === 1;
}

function bytes(table: string, column: string, key: Sql, of: Sql = sql`array[${key}]`): SealedColumn {
  const value = identifier(`t.${column}`);
  return {
    table,
    column,
    key,
    value,
    of,
    where: sql`${value} is not null`,
    set: (next) => sql`${identifier(column)} = ${next}`,
  };
}
