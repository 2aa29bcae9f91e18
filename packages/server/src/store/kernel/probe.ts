import type pg from 'pg';
import type { Database } from './database.ts';
import type { Queryable } from './pool.ts';
import type { Statement } from './sql.ts';

/**
 * A connection outside the pool, for monitoring, so it does not wait for other work. It opens on first use, reopens
 * after a failure, and closes after some idle time.
 */
export interface Probe extends Queryable {
  close(): Promise<void>;
}

/** A connection and its last query. Each query waits for the previous one, because the driver runs one at a time. */
interface Asked {
  readonly opening: Promise<pg.Client>;
  turn: Promise<unknown>;
}

/** A query fails after `patience` milliseconds. Its connection is then dropped, together with the queries that wait behind it. */
export function openProbe({ ownClient }: Pick<Database, 'ownClient'>, patience = 3000, idleFor = 60_000): Probe {
  let current: Asked | undefined;
  let idle: NodeJS.Timeout | undefined;
  const leave = (asked: Asked) => {
    if (current === asked) current = undefined;
    // Not awaited, because a connection that hangs does not close either.
    asked.opening.then((client) => client.end()).catch(() => undefined);
  };
  const open = (): Asked => {
    const client = ownClient({
      connectionTimeoutMillis: patience,
      query_timeout: patience,
      statement_timeout: patience,
    });
    const opening = client.connect().then(() => client);
    const asked: Asked = { opening, turn: opening };
    client.on('error', () => leave(asked));
    client.on('end', () => leave(asked));
    return asked;
  };
  const close = async () => {
    clearTimeout(idle);
    if (current) leave(current);
  };
  return {
    query: async <Row extends pg.QueryResultRow>(statement: string | Statement, values?: unknown[]) => {
      clearTimeout(idle);
      idle = setTimeout(close, idleFor).unref();
      current ??= open();
      const asked = current;
      const answer = asked.turn.then(async () => {
        const client = await asked.opening;
        return typeof statement === 'string' ? client.query<Row>(statement, values) : client.query<Row>(statement);
      });
      asked.turn = answer;
      return answer.catch((error: unknown) => {
        leave(asked);
        throw error;
      });
    },
    close,
  };
}
