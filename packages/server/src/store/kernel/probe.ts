import type pg from 'pg';
import type { Database } from './database.ts';
import type { Queryable } from './pool.ts';

/**
 * A connection beside the pool, for those who watch: what it says does not wait for the work of others. It is opened when it is first
 * asked, again after it broke, and closed when nobody has asked for a while.
 */
export interface Probe extends Queryable {
  close(): Promise<void>;
}

/** `patience` is the milliseconds after which an answer is none, and its connection is given up. */
export function openProbe({ ownClient }: Pick<Database, 'ownClient'>, patience = 3000, idleFor = 60_000): Probe {
  let current: Promise<pg.Client> | undefined;
  let idle: NodeJS.Timeout | undefined;
  const leave = (opening: Promise<pg.Client>) => {
    if (current === opening) current = undefined;
    // It is not waited for: one that hangs would not say goodbye either.
    opening.then((client) => client.end()).catch(() => undefined);
  };
  const open = () => {
    const client = ownClient({
      connectionTimeoutMillis: patience,
      query_timeout: patience,
      statement_timeout: patience,
    });
    const opening = client.connect().then(() => client);
    client.on('error', () => leave(opening));
    client.on('end', () => leave(opening));
    return opening;
  };
  const close = async () => {
    clearTimeout(idle);
    if (current) leave(current);
  };
  return {
    query: async (statement: string | { readonly text: string }, values?: unknown[]) => {
      clearTimeout(idle);
      idle = setTimeout(close, idleFor).unref();
      current ??= open();
      const asked = current;
      try {
        const client = await asked;
        return await (typeof statement === 'string' ? client.query(statement, values) : client.query(statement));
      } catch (error) {
        leave(asked);
        throw error;
      }
    },
    close,
  };
}
