import { licetApplication } from '@licet/contract';
import { change } from '../kernel/change.ts';
import type { Database } from '../kernel/database.ts';
import { poolOf, type Queryable } from '../kernel/pool.ts';
import { sql } from '../kernel/sql.ts';

/**
 * Writes the marker after an upgrade: a change whose digest covers the facts of all earlier changes that do not cover their own. Writes
 * nothing if there are none.
 */
export async function coverFacts(database: Database): Promise<void> {
  if ((await uncovered(poolOf(database))) === undefined) return;
  try {
    await change(database, { kind: 'system', id: null, name: 'Licet' }, async (handle) => {
      const first = await uncovered(handle.connection);
      if (first === undefined) throw new CoveredMeanwhile();
      handle.record({
        action: 'audit.facts_covered',
        target: { kind: 'application', id: licetApplication, name: 'Licet' },
        after: { from: first, to: handle.no - 1 },
      });
    });
  } catch (error) {
    if (!(error instanceof CoveredMeanwhile)) throw error;
  }
}

/** Another process has written the marker, or another change has come in between. */
class CoveredMeanwhile extends Error {}

/** The first of the trailing changes that do not cover their facts. */
async function uncovered(database: Queryable): Promise<number | undefined> {
  const { rows } = await database.query<{ first: number }>(sql`
    select coalesce((select no from change where version >= 2 order by no desc limit 1), 0) + 1 as first
    from (select version from change order by no desc limit 1) last where last.version < 2`);
  return rows[0]?.first;
}
