import pg from 'pg';
import type { Database } from './database.ts';

/** Called for every message of a channel; without one after every connection, because what was said before it is lost. */
export type Heard = (message?: string) => void;

/** Hears what other processes say, on one connection of its own which comes back by itself. */
export interface Listener {
  /** Listens on a channel from now on. */
  on(channel: string, heard: Heard): void;
  close(): Promise<void>;
}

/** Opens the connection of a process for listening. */
export function listen(database: Database): Listener {
  const channels = new Map<string, Set<Heard>>();
  let client: pg.Client | undefined;
  let ready = false;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  let attempt = 0;
  let adding = Promise.resolve();
  const connect = async () => {
    const next = new pg.Client({ ...database.pool.options, statement_timeout: 0, keepAlive: true });
    const again = () => {
      if (client !== next || closed) return;
      client = undefined;
      ready = false;
      attempt += 1;
      timer = setTimeout(connect, Math.min(30_000, 100 * 2 ** attempt) * (0.5 + Math.random() / 2));
      next.end().catch(() => undefined);
    };
    client = next;
    next.on('error', again);
    next.on('end', again);
    next.on('notification', ({ channel, payload }) => {
      for (const heard of channels.get(channel) ?? []) heard(payload ?? '');
    });
    try {
      await next.connect();
      for (const channel of channels.keys()) await next.query(`listen ${next.escapeIdentifier(channel)}`);
      attempt = 0;
      ready = true;
      for (const all of channels.values()) for (const heard of all) heard();
    } catch {
      again();
    }
  };
  void connect();
  return {
    on: (channel, heard) => {
      const known = channels.get(channel) ?? new Set();
      channels.set(channel, known.add(heard));
      const current = client;
      if (!ready || !current) return;
      adding = adding
        .then(() => current.query(`listen ${current.escapeIdentifier(channel)}`))
        .then(
          () => heard(),
          () => undefined, // the connection is gone; the next one listens on every channel
        );
    },
    close: async () => {
      closed = true;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}
