import { createHash } from 'node:crypto';
import { clock } from '../kernel/clock.ts';
import type { Database } from '../kernel/database.ts';
import { poolOf } from '../kernel/pool.ts';
import { prepared, type Statement, sql } from '../kernel/sql.ts';
import { cutOffChannel } from './cut-offs.ts';

/** What the OpenID provider remembers under an id: a code, a refresh token, a session, an interaction, a grant. */
export type RecordPayload = Record<string, unknown>;

/** Stores a record for so many seconds, in place of an earlier one of the same id. */
export async function saveRecord(
  database: Database,
  model: string,
  id: string,
  payload: RecordPayload,
  seconds: number,
): Promise<void> {
  const { jti: _, ...kept } = payload;
  const { grantId, uid, sessionUid } = payload;
  await poolOf(database).query(
    save(
      model,
      hashOf(id),
      JSON.stringify(kept),
      textOf(grantId),
      textOf(uid),
      textOf(sessionUid),
      seconds,
      database.clockOffset(),
    ),
  );
}

/** Finds what was stored under an id. A consumed record says so in `consumed`. */
export async function findRecord(database: Database, model: string, id: string): Promise<RecordPayload | undefined> {
  const payload = await first(database, find(model, hashOf(id), database.clockOffset()));
  return payload && { ...payload, jti: id };
}

/** Finds a session by the name that its tokens know it by. Its secret id is not known, and not told. */
export function findRecordByUid(database: Database, model: string, uid: string): Promise<RecordPayload | undefined> {
  return first(database, findByUid(model, uid, database.clockOffset()));
}

/** Finds what a device waits for by the code that a person enters, also when it has just run out: they are told so. */
export function findRecordByUserCode(database: Database, userCode: string): Promise<RecordPayload | undefined> {
  return first(
    database,
    sql`${found} where model = 'DeviceCode' and payload->>'userCode' = ${userCode} order by expires_at desc limit 1`,
  );
}

/** Uses a record up. False when it was used before, by whichever server: of many at the same moment exactly one is told true. */
export async function consumeRecord(database: Database, model: string, id: string): Promise<boolean> {
  const { rowCount } = await poolOf(database).query(consume(model, hashOf(id), database.clockOffset()));
  return rowCount === 1;
}

export async function removeRecord(database: Database, model: string, id: string): Promise<void> {
  await poolOf(database).query(sql`delete from oidc_records where model = ${model} and id = ${hashOf(id)}`);
}

/** The grant that a record belongs to. */
export async function grantOf(database: Database, model: string, id: string): Promise<string | undefined> {
  const { rows } = await poolOf(database).query<{ grant_id: string | null }>(
    sql`select grant_id from oidc_records where model = ${model} and id = ${hashOf(id)}`,
  );
  return rows[0]?.grant_id ?? undefined;
}

/**
 * Ends a grant with every code and token of it: because one of them was used twice, or because its client gives it up. Access
 * tokens that its session was given until now, or that client in it, are cut off as well: they cannot be called back. One at a
 * time for a grant, so that no two wait for one another.
 */
export async function removeGrant(database: Database, grantId: string, clientId?: string): Promise<void> {
  const which = clientId === undefined ? sql`'session', session_uid` : sql`'client', session_uid || ' ' || ${clientId}`;
  await poolOf(database).query(
    sql`with mine as materialized (select pg_advisory_xact_lock(hashtextextended(${grantId}, 0))),
       gone as (
         delete from oidc_records where exists (select from mine) and ((grant_id = ${grantId} and model <> 'Interaction') or (model = 'Grant' and id = ${hashOf(grantId)}))
         returning session_uid, payload->>'accountId' as user_id
       )
     insert into cut_offs (kind, id, at)
     select ${which}, ${clock(database.clockOffset())}
     from (select distinct session_uid from gone where session_uid is not null) as sessions
     on conflict (kind, id) do update set at = greatest(cut_offs.at, excluded.at)
     returning pg_notify(${cutOffChannel}, (select user_id from gone where user_id is not null limit 1))`,
  );
}

const hashOf = (id: string) => createHash('sha256').update(id).digest();

const textOf = (value: unknown) => (typeof value === 'string' ? value : null);

async function first(database: Database, statement: Statement): Promise<RecordPayload | undefined> {
  const { rows } = await poolOf(database).query<{ payload: RecordPayload; consumed: number | null }>(statement);
  const [row] = rows;
  return row && (row.consumed === null ? row.payload : { ...row.payload, consumed: row.consumed });
}

const found = sql`select payload, floor(extract(epoch from consumed_at))::int as consumed from oidc_records`;
const find = prepared<[model: string, id: Buffer, offset: number]>(
  'oidc-find',
  (model, id, offset) => sql`${found} where model = ${model} and id = ${id} and expires_at > ${clock(offset)}`,
);
const findByUid = prepared<[model: string, uid: string, offset: number]>(
  'oidc-find-uid',
  (model, uid, offset) => sql`${found} where model = ${model} and uid = ${uid} and expires_at > ${clock(offset)}`,
);
// The commit need not wait for the disk: what is issued in exchange is saved after it, and waits for both.
const consume = prepared<[model: string, id: Buffer, offset: number]>(
  'oidc-consume',
  (model, id, offset) => sql`
    with quick as materialized (select set_config('synchronous_commit', 'off', true))
    update oidc_records set consumed_at = ${clock(offset)}
    where exists (select from quick) and model = ${model} and id = ${id} and consumed_at is null and expires_at > ${clock(offset)}`,
);
type Kept = string | null;
const save = prepared<
  [model: string, id: Buffer, json: string, grant: Kept, uid: Kept, session: Kept, seconds: number, offset: number]
>(
  'oidc-save',
  (model, id, json, grant, uid, session, seconds, offset) => sql`
    insert into oidc_records (model, id, payload, grant_id, uid, session_uid, expires_at)
    values (${model}, ${id}, ${json}, ${grant}, ${uid}, ${session}, ${clock(offset)} + ${seconds}::float8 * interval '1 second')
    on conflict (model, id) do update set
      payload = excluded.payload, grant_id = excluded.grant_id, uid = excluded.uid,
      session_uid = excluded.session_uid, expires_at = excluded.expires_at`,
);
