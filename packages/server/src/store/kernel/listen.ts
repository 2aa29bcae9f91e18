import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { Database } from './database.ts';

/** Called for every message of a channel, and without a message after every reconnect, because messages may have been lost. */
export type Heard = (message?: string) => void;

/** Receives messages of other processes on a dedicated connection, which reconnects automatically. */
export interface Listener {
  /** Listens on a channel from now on. */
  on(channel: string, heard: Heard): void;
  /** Resolves when it is first connected. */
  readonly connected: Promise<void>;
  close(): Promise<void>;
}

export interface ListenOptions {
  /** Milliseconds between two checks that the connection still answers: a connection that is cut silently reports no error. */
  readonly every?: number;
  /** Milliseconds without an answer after which the connection counts as silent. */
  readonly patience?: number;
  /** Runs in each new session before it is used, to set its state. */
  readonly begin?: (session: pg.Client) => Promise<void>;
}

/** Opens the listening connection of a process. */
export function listen(
  database: Pick<Database, 'directClient' | 'breakSilent'>,
  { every = 10_000, patience = 5000, begin }: ListenOptions = {},
): Listener {
  const channels = new Map<string, Set<Heard>>();
  let client: pg.Client | undefined;
  let ready = false;
  let timer: NodeJS.Timeout | undefined;
  let asking: NodeJS.Timeout | undefined;
  let silent = false;
  let closed = false;
  let attempt = 0;
  let adding = Promise.resolve();
  const { promise: connected, resolve: stands } = Promise.withResolvers<void>();
  const again = (left: pg.Client) => {
    if (client !== left || closed) return;
    client = undefined;
    ready = false;
    clearInterval(asking);
    attempt += 1;
    timer = setTimeout(connect, Math.min(2000, 100 * 2 ** attempt) * (0.5 + Math.random() / 2));
    left.end().catch(() => undefined);
  };
  const connect = async () => {
    const next = database.directClient({ statement_timeout: 0, connectionTimeoutMillis: patience });
    client = next;
    next.on('error', () => again(next));
    next.on('end', () => again(next));
    next.on('notification', ({ channel, payload }) => {
      for (const heard of channels.get(channel) ?? []) heard(payload ?? '');
    });
    try {
      await next.connect();
      await begin?.(next);
      for (const channel of channels.keys()) await next.query(`listen ${next.escapeIdentifier(channel)}`);
      attempt = 0;
      ready = true;
      stands();
      // The pool's connections used the same broken route.
      if (silent) database.breakSilent();
      silent = false;
      asking = setInterval(async () => {
        if (await answers(next, patience)) return;
        silent = true;
        again(next);
      }, every).unref();
      for (const all of channels.values()) for (const heard of all) heard();
    } catch {
      // Breaks the other connections too, because they do not answer either. Otherwise callers of the pool would wait a
      // quarter of an hour until the operating system gives up.
      if (silent) database.breakSilent();
      again(next);
    }
  };
  void connect();
  return {
    connected,
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
      clearInterval(asking);
      // A hung database never closes the connection.
      const ended = client?.end().catch(() => undefined);
      await Promise.race([ended, pause(patience, undefined, { ref: false })]);
    },
  };
}

/** Whether the connection answers. An error is an answer too; it also arrives as an event. */
async function answers(client: pg.Client, patience: number): Promise<boolean> {
  const said = client.query('select 1').then(
    () => true,
    () => true,
  );
  // Wait in two halves: if this process was blocked itself, the second half lets it read what has arrived meanwhile.
  const half = () => pause(patience / 2, undefined, { ref: false });
  const nothing = half()
    .then(half)
    .then(() => false);
  return Promise.race([said, nothing]);
}
