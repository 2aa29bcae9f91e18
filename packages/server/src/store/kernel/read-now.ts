import { type Database, transaction, withConnection } from './database.ts';
import { failed } from './pool.ts';
import { type Moment, newest, type Snapshot } from './snapshot.ts';

/**
 * Reads facts from one snapshot without a transaction. Facts are never overwritten, so all statements with the same
 * change number see the same facts. Other tables may change between statements, so use this only on the hottest path.
 * @param moment an instant, or a moment that the request has already read; the newest by default
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
 * Reads the newest facts like {@link readNow}, with a time limit for each statement. The limit is set in a transaction,
 * because a pooler does not keep session settings.
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
