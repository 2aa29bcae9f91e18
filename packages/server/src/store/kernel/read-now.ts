import { type Database, withConnection } from './database.ts';
import { failed } from './pool.ts';
import { type Moment, newest, type Snapshot } from './snapshot.ts';

/**
 * Reads facts from one snapshot without a transaction: facts are never overwritten, so their change number alone
 * keeps several statements consistent. For the hottest path; other tables may change in between. The moment is that
 * of an instant, one that the request has already read, or the newest.
 */
export function readNow<Result>(
  database: Database,
  work: (snapshot: Snapshot) => Promise<Result>,
  moment?: string | Moment | null,
): Promise<Result> {
  return withConnection(database, async (connection) => {
    if (typeof moment === 'object' && moment !== null) return work({ ...moment, connection });
    return work(await newest(database, connection, moment ?? undefined));
  }).catch(failed);
}
