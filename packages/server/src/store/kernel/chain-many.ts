import { createHash } from 'node:crypto';
import { beforeFacts, commitment, newestVersion, personalOf } from '@licet/contract/audit-chain';
import { changeChannel, digested, newSalt } from './chain.ts';
import type { AuditEntry } from './change.ts';
import type { Many } from './many.ts';
import { sha256 } from './sha256.ts';
import { sql } from './sql.ts';

interface Facts {
  readonly no: number;
  readonly opened: number;
  readonly closed: number;
  readonly facts: string;
}

/**
 * Appends several changes to the chain, as `append` does for one: each has a digest of the facts that it opened and
 * closed. Notifies processes only of the last change; they read the others from the database.
 * @param previous the hash before the first change, in hexadecimal
 */
export async function appendMany(many: Many, entries: readonly AuditEntry[], previous: string): Promise<void> {
  const { connection, actor } = many;
  const [first, last] = [many.noOf(0), many.no];
  const { rows } = await connection.query<Facts>(
    sql`select f.no, ${digested(sql`f`)} from facts_of_changes_v4(${first}::int8, ${last}::int8) f group by f.no`,
  );
  const written = new Map(rows.map((row) => [row.no, row]));
  let hash = previous;
  const made = entries.map((entry, place) => {
    const no = many.noOf(place);
    const at = many.atOf(place);
    const { target, application = null, actorName = actor.name, action } = entry;
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
        action,
        application,
        targetKind: target.kind,
        targetId: target.id,
        factsFrom: no,
        version: newestVersion,
      },
      commitment(sha256, salt, JSON.stringify(personal)),
    );
    const { opened, closed, facts } = written.get(no) ?? none;
    const previousHash = hash;
    hash = createHash('sha256')
      .update(Buffer.from(previousHash, 'hex'))
      .update(`${head},${opened},${closed},"${facts}"]`)
      .digest('hex');
    return {
      no,
      at,
      actorName,
      action,
      application,
      before,
      after,
      salt,
      opened,
      closed,
      facts,
      previousHash,
      hash,
      targetKind: target.kind,
      targetId: target.id,
      targetName: target.name,
    };
  });
  const { client = null, address = null } = actor.via ?? {};
  await connection.query(sql`
    with made as (
      insert into change (no, at, actor_kind, actor_id, actor_name, action, application, target_kind, target_id, target_name,
        before, after, salt, version, facts_from, opened, closed, facts, previous_hash, hash)
      select m.no, m.at, ${actor.kind}::text, ${actor.id}::uuid, m."actorName", m.action, m.application, m."targetKind", m."targetId", m."targetName",
        m.before::json, m.after::json, decode(m.salt, 'hex'), ${newestVersion}::int2, m.no, m.opened, m.closed, decode(m.facts, 'hex'),
        decode(m."previousHash", 'hex'), decode(m.hash, 'hex')
      from json_to_recordset(${JSON.stringify(made)}::json) as m (
        no int8, at timestamptz, "actorName" text, action text, application text, "targetKind" text, "targetId" text, "targetName" text,
        before text, after text, salt text, opened int8, closed int8, facts text, "previousHash" text, hash text)
      returning no, at),
    origins as (
      insert into event_origins (no, client_id, address, at)
      select no, ${client}::uuid, ${address}::text, at from made where num_nonnulls(${client}::uuid, ${address}::text) > 0)
    select pg_notify(${changeChannel}, ${String(last)}) from (select count(*) from made) all_of_them`);
}

const none = { opened: 0, closed: 0, facts: createHash('sha256').digest('hex') };
