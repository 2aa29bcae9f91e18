import { type FactsDigest, hashOfChange } from '@licet/contract/audit-chain';
import type { AuditEntry, Change } from './change.ts';
import { sha256 } from './sha256.ts';
import { prepared, type Sql, sql } from './sql.ts';

/** Where a change stands on the chain: the hash before it, in hexadecimal, and from which number on it covers the facts. */
export interface Place {
  readonly previous: string;
  readonly factsFrom: number;
}

/** Appends the change to the chain, with a digest of the facts that it and those before it that left theirs out opened and closed. */
export async function append(handle: Change, entry: AuditEntry, { previous, factsFrom }: Place): Promise<void> {
  const { connection, no, at, actor } = handle;
  const covers = factsFrom < no;
  // Facts of years may take longer than a statement is given.
  if (covers) await connection.query(`select set_config('statement_timeout', '0', true)`);
  const { rows } = await connection.query<FactsDigest>(covers ? digestOfAll(factsFrom, no) : digestOfWritten(no));
  const facts = rows[0] ?? { opened: 0, closed: 0, facts: '' };
  const { target, application = null } = entry;
  const before = JSON.stringify(entry.before ?? null);
  const after = JSON.stringify(entry.after ?? null);
  const hash = hashOfChange(sha256, {
    ...{ no, at, actorKind: actor.kind, actorId: actor.id, actorName: actor.name, action: entry.action, application },
    ...{ targetKind: target.kind, targetId: target.id, targetName: target.name, before, after },
    ...{ version: 2, factsFrom, ...facts, previousHash: previous },
  });
  await connection.query(sql`
    insert into change (no, at, actor_kind, actor_id, actor_name, action, application, target_kind, target_id, target_name,
      before, after, previous_hash, hash, version, facts_from, opened, closed, facts)
    values (${no}, ${at}, ${actor.kind}, ${actor.id}, ${actor.name}, ${entry.action}, ${application}, ${target.kind}, ${target.id},
      ${target.name}, ${before}, ${after}, ${Buffer.from(previous, 'hex')}, ${Buffer.from(hash, 'hex')}, 2, ${factsFrom},
      ${facts.opened}, ${facts.closed}, ${Buffer.from(facts.facts, 'hex')})
    returning pg_notify(${changeChannel}, no::text)`);
}

/** Where processes hear of a change once it is committed: the message is its number. */
export const changeChannel = 'licet_change';

/** SQL for the counts and the one digest over rows of `facts_of_changes_2`, as `digestOfFacts` computes it. */
export const digested = (alias: Sql): Sql => sql`
  count(*) filter (where ${alias}.opened) as opened, count(*) filter (where not ${alias}.opened) as closed,
  encode(sha256(coalesce(string_agg(${entryOf(alias)}, '' order by ${entryOf(alias)}), '')), 'hex') as facts`;

const entryOf = (alias: Sql) =>
  sql`int8send(${alias}.no) || (case when ${alias}.opened then '\\x01' else '\\x00' end)::bytea || sha256(convert_to(${alias}.fact, 'UTF8'))`;

/** Of the tables that this transaction wrote to. */
const digestOfWritten = prepared<[no: number]>(
  'digest_of_written',
  (no) => sql`select ${digested(sql`f`)} from facts_written_2(${no}) f`,
);

const digestOfAll = (first: number, last: number) =>
  sql`select ${digested(sql`f`)} from facts_of_changes_2(${first}, ${last}) f`;
