import { type Database, transaction, withConnection } from './database.ts';
import { failed } from './pool.ts';
import { type Moment, newest, type Snapshot } from './snapshot.ts';

/**
 * Reads facts from one snapshot without a transaction. Facts are never overwritten, so the change number is enough to keep several
 * statements consistent. Only for the hottest path: other tables may change between statements. The moment is the newest, that of a given
 * instant, or one that the request has already read.
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

/**
 * Reads the newest facts like {@link readNow}, with a limit for each statement. The limit belongs to a transaction, because a pooler keeps
 * no session settings.
 * @param patience milliseconds; after that PostgreSQL cancels the statement (`timedOut`)
 */
export function readWithin<Result>(
  database: Database,
  patience: number,
  work: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  const begin = `begin read only; set local statement_timeout = ${patience}`;
  return transaction(database, begin, async (connection) => work(await newest(database, connection)));
}
