import pg from 'pg';
import type { Database } from '../database.ts';

/** Hears what other processes say. */
export interface Listener {
  close(): Promise<void>;
}

/**
 * Listens on a channel of the database with one connection of its own, which comes back by itself. `heard` is called for every
 * message, and after every reconnection, because what was said meanwhile is lost.
 */
export function listen(database: Database, channel: string, heard: () => void): Listener {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  let attempt = 0;
  const connect = async () => {
    const next = new pg.Client({ ...database.pool.options, statement_timeout: 0, keepAlive: true });
    const again = () => {
      if (client !== next || closed) return;
      client = undefined;
      attempt += 1;
      timer = setTimeout(connect, Math.min(30_000, 100 * 2 ** attempt) * (0.5 + Math.random() / 2));
      next.end().catch(() => undefined);
    };
    client = next;
    next.on('error', again);
    next.on('end', again);
    next.on('notification', (message) => {
      if (message.channel === channel) heard();
    });
    try {
      await next.connect();
      await next.query(`listen ${next.escapeIdentifier(channel)}`);
      attempt = 0;
      heard();
    } catch {
      again();
    }
  };
  void connect();
  return {
    close: async () => {
      closed = true;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}
