import { createBoundedCache } from '@licet/api/verify';
import type { Snapshot } from './snapshot.ts';
import type { Sql } from './sql.ts';

// How many rows a whole list has follows from facts alone: counted once for a change number, it holds until the next change, whichever
// server makes that. Of a million users counting takes a hundred times as long as the page beside it.

/** How many rows a whole list has at a snapshot, when it was counted there before. */
export function knownTotal(snapshot: Snapshot, counting: Sql): number | undefined {
  const kept = totals.get(nameOf(snapshot, counting));
  return kept?.no === snapshot.no && !isChange(snapshot) ? kept.total : undefined;
}

/** Keeps what was counted. Within a change nothing is known yet: it may be undone. */
export function rememberTotal(snapshot: Snapshot, counting: Sql, total: number): void {
  if (!isChange(snapshot)) totals.set(nameOf(snapshot, counting), { no: snapshot.no, total });
}

const totals = createBoundedCache<{ readonly no: number; readonly total: number }>(200);

const isChange = (snapshot: Snapshot) => 'record' in snapshot;

/** Tests have several databases in one process. */
const nameOf = ({ connection }: Snapshot, { text, values }: Sql) =>
  JSON.stringify(['database' in connection ? connection.database : '', text, values]);
