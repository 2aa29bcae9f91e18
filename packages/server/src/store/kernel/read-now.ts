import type { Database } from './database.ts';
import { failed } from './pool.ts';
import { newest, type Snapshot } from './snapshot.ts';

/**
 * Reads facts from one snapshot without a transaction: facts are never overwritten, so their change number alone keeps several
 * statements together. For the hottest path; what is not a fact is not held still.
 */
export async function readNow<Result>(
  database: Database,
  work: (snapshot: Snapshot) => Promise<Result>,
  at?: string,
): Promise<Result> {
  const connection = await database.pool.connect().catch(failed);
  let broken: Error | undefined;
  const onError = (error: Error) => {
    broken = error;
  };
  connection.on('error', onError);
  try {
    return await work(await newest(database, connection, at));
  } catch (error) {
    return failed(error);
  } finally {
    connection.off('error', onError);
    connection.release(broken);
  }
}
