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
    const { rows } = await connection.query<{ no: number; at: string }>(newest(at ?? null, database.clockOffset()));
    return await work({ connection, no: rows[0]?.no ?? 0, at: rows[0]?.at ?? new Date().toISOString() });
  } catch (error) {
    return failed(error);
  } finally {
    connection.off('error', onError);
    connection.release(broken);
  }
}
