import type pg from 'pg';
import type { Database } from './database.ts';
import type { Queryable } from './pool.ts';
import type { Statement } from './sql.ts';

/**
 * A connection beside the pool, for those who watch: what it says does not wait for the work of others. It is opened when it is first
 * asked, again after it broke, and closed when nobody has asked for a while.
 */
export interface Probe extends Queryable {
  close(): Promise<void>;
}

/** One connection, and the last question on it: each waits for the one before, because the driver is to be asked one thing at a time. */
interface Asked {
  readonly opening: Promise<pg.Client>;
  turn: Promise<unknown>;
}

/** `patience` is the milliseconds after which an answer is none, and its connection is given up with whatever waits behind it. */
export function openProbe({ ownClient }: Pick<Database, 'ownClient'>, patience = 3000, idleFor = 60_000): Probe {
  let current: Asked | undefined;
  let idle: NodeJS.Timeout | undefined;
  const leave = (asked: Asked) => {
    if (current === asked) current = undefined;
    // It is not waited for: one that hangs would not say goodbye either.
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
