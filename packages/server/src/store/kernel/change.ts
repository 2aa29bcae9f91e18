import { createHash } from 'node:crypto';
import type { Actor, EventAction } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import { requireAdministrator } from '../licet/administrators.ts';
import { clock, clockOfFacts } from './clock.ts';
import { type Database, transaction } from './database.ts';
import type { Snapshot } from './snapshot.ts';
import { join, sql } from './sql.ts';

/** What a change did, for the audit chain: by name, before and after. */
export interface AuditEntry {
  readonly action: EventAction;
  /** The identifier of the application that it is about. */
  readonly application?: string;
  readonly target: { readonly kind: string; readonly id: string; readonly name: string };
  readonly before?: unknown;
  readonly after?: unknown;
}

/** A change being made: the snapshot that it will become, and its record. Facts are written with `no_from = no`. */
export interface Change extends Snapshot {
  readonly actor: Actor;
  /** Says what the change did. Exactly once a change. */
  record(entry: AuditEntry): void;
}

/** Where processes hear of a change once it is committed: the message is its number. */
export const changeChannel = 'licet_change';

/** Key of the advisory lock that every change takes: there is one writer at a time, on however many servers. */
export const writerLock = 0x11ce7;

/**
 * Makes one change: takes the writer lock, gives the next number, runs `work`, and appends to the audit chain, all in one
 * transaction. With `dryRun` everything is done and then undone.
 * @throws Refusal `last_admin` when Licet would be left without an administrator
 */
export function change<Result>(
  database: Database,
  actor: Actor,
  work: (change: Change) => Promise<Result>,
  dryRun = false,
): Promise<Result> {
  return transaction(
    database,
    'begin isolation level read committed',
    async (connection) => {
      await connection.query(sql`select pg_advisory_xact_lock(${writerLock})`);
      const { rows } = await connection.query<{ no: number; at: string; clock: string; previous: Buffer }>(
        sql`
          with last as (select no, at, hash from change order by no desc limit 1)
          select coalesce((select no from last), 0) + 1 as no,
                 ${clockOfFacts(database.clockOffset(), sql`(select at from last) + interval '1 microsecond'`)} as at,
                 ${clock(database.clockOffset())} as clock,
                 coalesce((select hash from last), '\\x') as previous`,
      );
      const next = rows[0] ?? refuse('internal', 'The next change number could not be read.');
      await connection.query(sql`select set_config('licet.change_at', ${next.at}, true)`);
      const entries: AuditEntry[] = [];
      const handle: Change = {
        connection,
        no: next.no,
        at: next.at,
        clock: next.clock,
        actor,
        record: (entry) => void entries.push(entry),
      };
      const result = await work(handle);
      const [entry] = entries;
      if (!entry || entries.length > 1)
        refuse('internal', `A change must be recorded exactly once, not ${entries.length} times.`);
      await requireAdministrator(handle);
      await append(handle, entry, next.previous);
      return result;
    },
    dryRun ? 'rollback' : 'commit',
  );
}

/** The hash of a change: SHA-256 over the previous hash and the change's fields as JSON text. */
export function hashOf(previous: Buffer, fields: readonly unknown[]): Buffer {
  return createHash('sha256').update(previous).update(JSON.stringify(fields)).digest();
}

async function append({ connection, no, at, actor }: Change, entry: AuditEntry, previous: Buffer): Promise<void> {
  const before = JSON.stringify(entry.before ?? null);
  const after = JSON.stringify(entry.after ?? null);
  const { target } = entry;
  const fields = [
    no,
    at,
    actor.kind,
    actor.id,
    actor.name,
    entry.action,
    entry.application ?? null,
    target.kind,
    target.id,
    target.name,
    before,
    after,
  ];
  await connection.query(sql`
    insert into change (no, at, actor_kind, actor_id, actor_name, action, application, target_kind, target_id, target_name, before, after, previous_hash, hash)
    values (${join(
      [...fields, previous, hashOf(previous, fields)].map((field) => sql`${field}`),
      ', ',
    )})
    returning pg_notify(${changeChannel}, no::text)`);
}
