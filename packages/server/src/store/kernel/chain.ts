import { randomBytes } from 'node:crypto';
import { beforeFacts, commitment, newestVersion, personalOf } from '@licet/contract/audit-chain';
import type { AuditEntry, Change } from './change.ts';
import { sha256 } from './sha256.ts';
import { literal, prepared, type Sql, sql, type Value } from './sql.ts';

/** The position of a change in the chain: the previous hash, in hexadecimal, and the first change whose facts it covers. */
export interface Place {
  readonly previous: string;
  readonly factsFrom: number;
}

/**
 * Appends the change to the chain, with a digest of the facts that it opened and closed. The digest includes the facts of earlier changes
 * that are not covered yet.
 */
export async function append(handle: Change, entry: AuditEntry, { previous, factsFrom }: Place): Promise<void> {
  const { connection, no, at, actor } = handle;
  // Users who erase themselves are recorded under another name. The client and the address are left out, because they
  // would still identify the user.
  const via = entry.actorName === undefined ? actor.via : undefined;
  const covers = factsFrom < no;
  // Covering the facts of years may exceed the statement timeout.
  if (covers) await connection.query(`select set_config('statement_timeout', '0', true)`);
  const { target, application = null, actorName = actor.name } = entry;
  const before = JSON.stringify(entry.before ?? null);
  const after = JSON.stringify(entry.after ?? null);
  const salt = newSalt();
  const personal = ['change', ...personalOf({ actorName, targetName: target.name, before, after })];
  const head = beforeFacts(
    {
      no,
      at,
      actorKind: actor.kind,
      actorId: actor.id,
      action: entry.action,
      application,
      targetKind: target.kind,
      targetId: target.id,
      factsFrom,
      version: newestVersion,
    },
    commitment(sha256, salt, JSON.stringify(personal)),
  );
  const fields = [
    actor.kind,
    actor.id,
    actorName,
    entry.action,
    application,
    target.kind,
    target.id,
    target.name,
  ] as const;
  const write = covers ? appendAll : appendWritten;
  await connection.query(
    write(no, at, ...fields, before, after, salt, previous, factsFrom, head, via?.client ?? null, via?.address ?? null),
  );
}

/** The random bytes of a commitment. */
export const newSalt = (): string => randomBytes(16).toString('hex');

/** The channel that notifies processes of a committed change: the message is its number. */
export const changeChannel = 'licet_change';

/** SQL for the counts and the combined digest of facts, as `digestOfFacts` computes it. */
export const digested = (alias: Sql, line = lineDigest(alias)): Sql => sql`
  count(*) filter (where ${alias}.opened) as opened, count(*) filter (where not ${alias}.opened) as closed,
  encode(sha256(coalesce(string_agg(${entryOf(alias, line)}, '' order by ${entryOf(alias, line)}), '')), 'hex') as facts`;

/** SQL for the digest of a fact's line. */
export const lineDigest = (alias: Sql): Sql => sql`sha256(convert_to(${alias}.fact, 'UTF8'))`;

const entryOf = (alias: Sql, line: Sql) =>
  sql`int8send(${alias}.no) || (case when ${alias}.opened then '\\x01' else '\\x00' end)::bytea || ${line}`;

type Fields = [
  no: number,
  at: string,
  actorKind: string,
  actorId: string | null,
  actorName: string,
  action: string,
  application: string | null,
  targetKind: string,
  targetId: string,
  targetName: string,
  before: string,
  after: string,
  salt: string,
  previous: string,
  factsFrom: number,
  head: string,
  client: string | null,
  address: string | null,
];
type PlacesOf<Args extends unknown[]> = { [Index in keyof Args]: Value };
type Places = PlacesOf<Fields>;

// Computes the same hash as `hashOfChange`, in the database, to save a round trip.
const appendTo =
  (facts: (no: Value, factsFrom: Value) => Sql) =>
  (...[no, at, actorKind, actorId, actorName, action, application, ...rest]: Places): Sql => {
    const [targetKind, targetId, targetName, before, after, salt, previous, factsFrom, head, client, address] = rest;
    return sql`
      with made as (
      insert into change (no, at, actor_kind, actor_id, actor_name, action, application, target_kind, target_id, target_name,
        before, after, salt, version, facts_from, opened, closed, facts, previous_hash, hash)
      select ${no}::int8, ${at}::timestamptz, ${actorKind}::text, ${actorId}::uuid, ${actorName}::text, ${action}::text,
        ${application}::text, ${targetKind}::text, ${targetId}::text, ${targetName}::text, ${before}::json, ${after}::json,
        decode(${salt}::text, 'hex'), ${literal(newestVersion)},
        ${factsFrom}::int8, d.opened, d.closed, decode(d.facts, 'hex'), decode(${previous}::text, 'hex'),
        sha256(decode(${previous}::text, 'hex')
          || convert_to(${head}::text || ',' || d.opened || ',' || d.closed || ',"' || d.facts || '"]', 'UTF8'))
      from (select ${digested(sql`f`)} from ${facts(no, factsFrom)} f) d
      returning no),
      origin as (
      insert into event_origins (no, client_id, address, at)
      select ${no}::int8, ${client}::uuid, ${address}::text, ${at}::timestamptz where num_nonnulls(${client}::uuid, ${address}::text) > 0)
      select pg_notify(${literal(changeChannel)}, no::text) from made`;
  };

/** Reads the tables that this transaction wrote to. */
const appendWritten = prepared<Fields>(
  'append_change',
  appendTo((no) => sql`facts_written_v4(${no}::int8)`),
  18,
);

const appendAll = prepared<Fields>(
  'append_covering_change',
  appendTo((no, factsFrom) => sql`facts_of_changes_v4(${factsFrom}::int8, ${no}::int8)`),
  18,
);
