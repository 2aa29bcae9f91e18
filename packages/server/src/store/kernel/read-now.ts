import type { Database } from './database.ts';
import { failed } from './pool.ts';
import { type Moment, newest, type Snapshot } from './snapshot.ts';

/**
 * Reads facts from one snapshot without a transaction: facts are never overwritten, so their change number alone keeps several
 * statements together. For the hottest path; what is not a fact is not held still. The moment is that of an instant, one that the
 * request has read already, or the newest.
 */
export async function readNow<Result>(
  database: Database,
  work: (snapshot: Snapshot) => Promise<Result>,
  moment?: string | Moment | null,
): Promise<Result> {
  const connection = await database.pool.connect().catch(failed);
  let broken: Error | undefined;
  const onError = (error: Error) => {
    broken = error;
  };
  connection.on('error', onError);
  try {
    if (typeof moment === 'object' && moment !== null) return await work({ ...moment, connection });
    return await work(await newest(database, connection, moment ?? undefined));
  } catch (error) {
    return failed(error);
  } finally {
    connection.off('error', onError);
    connection.release(broken);
  }
}
