import { createHash } from 'node:crypto';
import { clock } from '../kernel/clock.ts';
import { type Database, unawaited } from '../kernel/database.ts';
import { poolOf } from '../kernel/pool.ts';
import { named, prepared, type Sql, type Statement, sql, Value } from '../kernel/sql.ts';
import { cutOffChannel } from './cut-offs.ts';

/** A record of the OpenID provider under an id: a code, a refresh token, a session, an interaction, a grant. */
export type RecordPayload = Record<string, unknown>;

/** A record to store for `seconds` seconds. It replaces an earlier one with the same id. */
export interface NewRecord {
  readonly model: string;
  readonly id: string;
  readonly payload: RecordPayload;
  readonly seconds: number;
}

/** The writes of one request. */
export interface RecordWrites {
  readonly saved: readonly NewRecord[];
  readonly removed: readonly Pick<NewRecord, 'model' | 'id'>[];
  /** The record that this request uses up. If another request has done so first, nothing is saved. */
  readonly used: Pick<NewRecord, 'model' | 'id'> | null;
}

/** Makes the writes in one statement. Returns false and saves nothing if the record in `used` was already used up. */
export async function writeRecords(database: Database, writes: RecordWrites): Promise<boolean> {
  const { saved, removed, used } = writes;
  const [only, ...others] = saved;
  if (only && others.length + removed.length === 0) {
    if (used) return exchangeRecord(database, used, only);
    await saveRecord(database, only);
    return true;
  }
  const { rows } = await poolOf(database).query<{ used: number }>(
    named(
      'oidc-write',
      sql`with ${recordsWritten(writes, database.clockOffset(), sql`true`)} select (select count(*) from used)::int as used`,
    ),
  );
  return used === null || rows[0]?.used === 1;
}

/**
 * Uses up one record and saves another, as a refresh does. The general statement below takes arrays, whose length
 * PostgreSQL does not know, so it might plan that statement again for each request.
 */
async function exchangeRecord(
  database: Database,
  used: Pick<NewRecord, 'model' | 'id'>,
  { model, id, payload, seconds }: NewRecord,
): Promise<boolean> {
  const { jti: _, ...stored } = payload;
  const { grantId, uid, sessionUid } = payload;
  const { rowCount } = await poolOf(database).query(
    exchange(
      used.model,
      hashOf(used.id),
      model,
      hashOf(id),
      JSON.stringify(stored),
      textOf(grantId),
      textOf(uid),
      textOf(sessionUid),
      seconds,
      database.clockOffset(),
    ),
  );
  return rowCount === 1;
}

/**
 * The writes as the common table expressions `removed`, `used` and `saved`, for a statement that saves only if `when` is
 * true.
 */
export function recordsWritten({ saved, removed, used }: RecordWrites, offset: number, when: Sql): Sql {
  const now = clock(offset);
  const usedModel = new Value(used?.model ?? null);
  const of = (name: string) => saved.map(({ payload }) => textOf(payload[name]));
  const written = saved.map(({ payload: { jti: _, ...stored } }) => JSON.stringify(stored));
  return sql`removed as (
      delete from oidc_records r using unnest(${removed.map(({ model }) => model)}::text[], ${removed.map(({ id }) => hashOf(id))}::bytea[]) as d(model, id)
      where r.model = d.model and r.id = d.id
    ), used as (
      update oidc_records set consumed_at = ${now}
      where model = ${usedModel} and id = ${used && hashOf(used.id)} and consumed_at is null and expires_at > ${now} returning 1
    ), saved as (
      insert into oidc_records (model, id, payload, grant_id, uid, session_uid, expires_at)
      select s.model, s.id, s.payload::jsonb, s.grant_id, s.uid, s.session_uid, ${now} + s.seconds * interval '1 second'
      from unnest(${saved.map(({ model }) => model)}::text[], ${saved.map(({ id }) => hashOf(id))}::bytea[], ${written}::text[],
        ${of('grantId')}::text[], ${of('uid')}::text[], ${of('sessionUid')}::text[], ${saved.map(({ seconds }) => seconds)}::float8[])
        as s(model, id, payload, grant_id, uid, session_uid, seconds)
      where ${when} and (${usedModel}::text is null or exists (select from used))
      ${replacing}
    )`;
}

const replacing = sql`
  on conflict (model, id) do update set
    payload = excluded.payload, grant_id = excluded.grant_id, uid = excluded.uid,
    session_uid = excluded.session_uid, expires_at = excluded.expires_at`;

/** A code or a refresh token, with the data that it depends on. */
export interface TokenRecord {
  readonly token: RecordPayload;
  readonly session: RecordPayload | undefined;
  readonly grant: RecordPayload | undefined;
}

/** A row of {@link tokenAt}. */
export type FoundToken = FoundRecord & { readonly session: RecordPayload | null; readonly grant: RecordPayload | null };

/** Finds a code or a refresh token with its session and its grant. */
export async function findTokenRecord(database: Database, model: string, id: string): Promise<TokenRecord | undefined> {
  const { rows } = await poolOf(database).query<FoundToken>(findToken(model, hashOf(id), database.clockOffset()));
  return rows[0] && tokenOf(rows[0], id);
}

/** Converts a row to a token record. */
export const tokenOf = (row: FoundToken, id: string): TokenRecord => ({
  token: { ...withUse(row), jti: id },
  session: row.session ?? undefined,
  grant: row.grant ?? undefined,
});

/** SQL for the client id of a sign-in in progress `r`; null without a client. */
export const clientOfInteraction = sql`
  case when r.payload #>> '{params,client_id}' ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    then (r.payload #>> '{params,client_id}')::uuid end`;

/** Stores one record. */
export async function saveRecord(database: Database, { model, id, payload, seconds }: NewRecord): Promise<void> {
  const { jti: _, ...stored } = payload;
  const { grantId, uid, sessionUid } = payload;
  const save = model === 'Interaction' ? saveBegun : saveAny;
  await poolOf(database).query(
    save(
      model,
      hashOf(id),
      JSON.stringify(stored),
      textOf(grantId),
      textOf(uid),
      textOf(sessionUid),
      seconds,
      database.clockOffset(),
    ),
  );
}

/** SQL that merges fields into a record, if the record has not expired. A further condition can be appended. */
export const recordAmended = (model: string, id: string, more: RecordPayload, now: string): Sql => sql`
  update oidc_records set payload = payload || ${JSON.stringify(more)}::jsonb
  where model = ${model} and id = ${hashOf(id)} and expires_at > ${now}`;

/** Finds a record by id. A used record has `consumed`. */
export async function findRecord(database: Database, model: string, id: string): Promise<RecordPayload | undefined> {
  const payload = await first(database, find(model, hashOf(id), database.clockOffset()));
  return payload && { ...payload, jti: id };
}

/** Finds a session by the `uid` that its tokens contain. That does not reveal its secret id. */
export function findRecordByUid(database: Database, model: string, uid: string): Promise<RecordPayload | undefined> {
  return first(database, findByUid(model, uid, database.clockOffset()));
}

/**
 * Finds a device code by the code that a user types. Also finds a code that expired a short time ago, so that the page
 * can say so.
 */
export function findRecordByUserCode(database: Database, userCode: string): Promise<RecordPayload | undefined> {
  return first(
    database,
    sql`${found} where model = 'DeviceCode' and payload->>'userCode' = ${userCode} order by expires_at desc limit 1`,
  );
}

export async function removeRecord(database: Database, model: string, id: string): Promise<void> {
  await poolOf(database).query(
    named('oidc-remove', sql`delete from oidc_records where model = ${model} and id = ${hashOf(id)}`),
  );
}

/** The id of the grant that a record belongs to. */
export async function grantIdOf(database: Database, model: string, id: string): Promise<string | undefined> {
  const { rows } = await poolOf(database).query<{ grant_id: string | null }>(
    sql`select grant_id from oidc_records where model = ${model} and id = ${hashOf(id)}`,
  );
  return rows[0]?.grant_id ?? undefined;
}

/**
 * Ends a grant with all its codes and tokens, because one of them was used twice or because the client revokes it.
 * Access tokens cannot be recalled, so those of the session, or of that client in the session, are cut off. Calls for
 * the same grant run one after the other, to prevent deadlocks.
 */
export async function removeRecordsOfGrant(database: Database, grantId: string, clientId?: string): Promise<void> {
  const which = clientId === undefined ? sql`'session', session_uid` : sql`'client', session_uid || ' ' || ${clientId}`;
  await poolOf(database).query(
    sql`with locked as materialized (select pg_advisory_xact_lock(hashtextextended(${grantId}, 0))),
       removed as (
         delete from oidc_records where exists (select from locked) and ((grant_id = ${grantId} and model <> 'Interaction') or (model = 'Grant' and id = ${hashOf(grantId)}))
         returning session_uid, payload->>'accountId' as user_id
       )
     insert into cut_offs (kind, id, at)
     select ${which}, ${clock(database.clockOffset())}
     from (select distinct session_uid from removed where session_uid is not null) as sessions
     on conflict (kind, id) do update set at = greatest(cut_offs.at, excluded.at)
     returning pg_notify(${cutOffChannel}, (select user_id from removed where user_id is not null limit 1))`,
  );
}

export const hashOf = (id: string) => createHash('sha256').update(id).digest();

const textOf = (value: unknown) => (typeof value === 'string' ? value : null);

/** A row of {@link recordAt}. */
export interface FoundRecord {
  readonly payload: RecordPayload;
  readonly consumed: number | null;
}

async function first(database: Database, statement: Statement): Promise<RecordPayload | undefined> {
  const { rows } = await poolOf(database).query<FoundRecord>(statement);
  return rows[0] && withUse(rows[0]);
}

/** The stored payload, with `consumed` if the record was used. */
export const withUse = ({ payload, consumed }: FoundRecord): RecordPayload =>
  consumed === null ? payload : { ...payload, consumed };

const found = sql`select payload, floor(extract(epoch from consumed_at))::int as consumed from oidc_records`;
/** SQL that selects the record of a model by the hash of its id. */
export const recordAt = (model: unknown, id: unknown, offset: unknown): Sql =>
  sql`${found} where model = ${model} and id = ${id} and expires_at > ${clock(offset)}`;

const find = prepared<[model: string, id: Buffer, offset: number]>('oidc-find', recordAt);
/**
 * Selects records with a uid, in a subquery with `offset 0`. Otherwise PostgreSQL might read all records of a model,
 * because it has no statistics.
 */
const ofUid = (uid: unknown): Sql => sql`select * from oidc_records where uid = ${uid} offset 0`;
/** SQL that selects a code or a refresh token by the hash of its id, with its session and its grant. */
export const tokenAt = (model: unknown, id: unknown, offset: unknown): Sql => sql`
    select r.payload, floor(extract(epoch from r.consumed_at))::int as consumed, s.payload as session, g.payload as grant
    from oidc_records r
      left join lateral (${ofUid(sql`r.session_uid`)}) s on s.model = 'Session' and s.expires_at > ${clock(offset)}
      left join oidc_records g on g.model = 'Grant' and g.id = sha256(convert_to(r.grant_id, 'UTF8')) and g.expires_at > ${clock(offset)}
    where r.model = ${model} and r.id = ${id} and r.expires_at > ${clock(offset)}`;
const findToken = prepared<[model: string, id: Buffer, offset: number]>('oidc-find-token', tokenAt);
const findByUid = prepared<[model: string, uid: string, offset: number]>(
  'oidc-find-uid',
  (model, uid, offset) => sql`
    select payload, floor(extract(epoch from consumed_at))::int as consumed from (${ofUid(uid)}) named
    where model = ${model} and expires_at > ${clock(offset)}`,
);
type NullableText = string | null;
const exchange = prepared<
  [
    usedModel: string,
    usedId: Buffer,
    model: string,
    id: Buffer,
    json: string,
    grant: NullableText,
    uid: NullableText,
    session: NullableText,
    seconds: number,
    offset: number,
  ]
>(
  'oidc-exchange',
  (usedModel, usedId, model, id, json, grant, uid, session, seconds, offset) => sql`
    with used as (
      update oidc_records set consumed_at = ${clock(offset)}
      where model = ${usedModel} and id = ${usedId} and consumed_at is null and expires_at > ${clock(offset)} returning 1
    )
    insert into oidc_records (model, id, payload, grant_id, uid, session_uid, expires_at)
    select ${model}, ${id}, ${json}::jsonb, ${grant}, ${uid}, ${session}, ${clock(offset)} + ${seconds}::float8 * interval '1 second'
    from used ${replacing}`,
);
const saving = (name: string, when: Sql) =>
  prepared<
    [
      model: string,
      id: Buffer,
      json: string,
      grant: NullableText,
      uid: NullableText,
      session: NullableText,
      seconds: number,
      offset: number,
    ]
  >(
    name,
    (model, id, json, grant, uid, session, seconds, offset) => sql`
    insert into oidc_records (model, id, payload, grant_id, uid, session_uid, expires_at)
    select ${model}, ${id}, ${json}, ${grant}, ${uid}, ${session}, ${clock(offset)} + ${seconds}::float8 * interval '1 second' ${when}
    ${replacing}`,
  );
const saveAny = saving('oidc-save', sql``);
/**
 * Saves a new sign-in without waiting for the disk. Everything that follows is written later, so a crash that loses
 * this record also loses what follows.
 */
const saveBegun = saving('oidc-save-begun', sql`where ${unawaited}`);
