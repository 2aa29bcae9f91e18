import { createBoundedCache } from '@licet/api/verify';
import type { Snapshot } from './snapshot.ts';
import { type Sql, sql } from './sql.ts';

// The number of rows in a whole list depends only on facts, so a count stays valid until the next change by any server. With a million
// users, counting takes a hundred times as long as the page. The change is identified by its hash, which covers all changes before it. The
// number does not identify it: after a failover that lost the last changes, their numbers are used again.

/** The count at a change, and the hash of that change; null if there is none. */
export interface Total {
  readonly total: number;
  readonly head: string | null;
}

/** The last count of a whole list, if it was made at the change number of the snapshot. */
export function knownTotal(snapshot: Snapshot, counting: Sql): Total | undefined {
  const kept = totals.get(nameOf(snapshot, counting));
  return kept?.no === snapshot.no && !isChange(snapshot) ? kept : undefined;
}

/**
 * SQL that selects `total` and `head` of a snapshot: the cached count if the change with that number still has the same hash, otherwise a
 * new count.
 */
export const countedAt = ({ no }: Snapshot, counting: Sql, known: Total | undefined): Sql => sql`
  select coalesce(case when head.hash = decode(${known?.head ?? null}, 'hex') then ${known?.total ?? null}::int end, (${counting})) as total,
    encode(head.hash, 'hex') as head
  from (select) one left join change head on head.no = ${no}`;

/** Caches a count. Within a change nothing is cached, because it may be rolled back. */
export function rememberTotal(snapshot: Snapshot, counting: Sql, counted: Total): void {
  if (isChange(snapshot) || counted.head === null) return;
  totals.set(nameOf(snapshot, counting), { no: snapshot.no, ...counted });
}

const totals = createBoundedCache<Total & { readonly no: number }>(200);

const isChange = (snapshot: Snapshot) => 'record' in snapshot;

/** The database is part of the key, because tests open several in one process. */
const nameOf = ({ connection }: Snapshot, { text, values }: Sql) =>
  JSON.stringify(['database' in connection ? connection.database : '', text, values]);
