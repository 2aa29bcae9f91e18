import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { Database } from './database.ts';

/** Called for every message of a channel, and without one after every reconnect, because earlier messages are lost. */
export type Heard = (message?: string) => void;

/** Receives messages of other processes on one connection of its own, which reconnects by itself. */
export interface Listener {
  /** Listens on a channel from now on. */
  on(channel: string, heard: Heard): void;
  /** Resolves on the first connection. */
  readonly connected: Promise<void>;
  close(): Promise<void>;
}

export interface ListenOptions {
  /** Milliseconds between two checks that the connection still answers: a silently cut one reports nothing. */
  readonly every?: number;
  /** Milliseconds after which it counts as silent. */
  readonly patience?: number;
  /** Run in each new session before it is used, to set its state. */
  readonly begin?: (session: pg.Client) => Promise<void>;
}

/** Opens the connection of a process for listening. */
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
      // The pool's connections used the broken route.
      if (silent) database.breakSilent();
      silent = false;
      asking = setInterval(async () => {
        if (await answers(next, patience)) return;
        silent = true;
        again(next);
      }, every).unref();
      for (const all of channels.values()) for (const heard of all) heard();
    } catch {
      // No other connection answers either: callers of the pool do not wait until the kernel gives up, which takes a
      // quarter of an hour.
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

/** Whether it answers: also with a failure, which arrives as an event. */
async function answers(client: pg.Client, patience: number): Promise<boolean> {
  const said = client.query('select 1').then(
    () => true,
    () => true,
  );
  // In two halves: a process that was blocked itself reads what came in between.
  const half = () => pause(patience / 2, undefined, { ref: false });
  const nothing = half()
    .then(half)
    .then(() => false);
  return Promise.race([said, nothing]);
}
