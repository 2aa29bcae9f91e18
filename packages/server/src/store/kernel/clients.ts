import { Socket } from 'node:net';
import pg from 'pg';

/** The connection broke, so the result of its last statement is unknown. */
export class ConnectionBroken extends Error {
  override readonly name = 'ConnectionBroken';
}

export interface ClientsOptions {
  /** The addresses, in the order in which they are tried. */
  readonly addresses: readonly string[];
  /** Whether a pooler assigns a new connection to each transaction. Named statements and session settings are then unavailable. */
  readonly pooler: boolean;
}

/** Creates connections to one database. */
export interface Clients {
  readonly Client: new (config?: pg.ClientConfig) => pg.Client;
  /** Breaks all open connections; pending statements fail. */
  breakAll(): void;
}

type Connected = (error: Error | null, client?: pg.Client) => void;

/** Creates clients that connect to the last address that was writable, and to the next address if that fails. */
export function clientsOf({ addresses, pooler }: ClientsOptions): Clients {
  const sockets = new Set<Socket>();
  let turn = 0;

  class Client extends pg.Client {
    readonly #turn = turn;

    constructor(config: pg.ClientConfig = {}) {
      super({
        ...config,
        connectionString: addresses[turn % addresses.length],
        stream: () => remember(sockets),
        // Without keep-alives a firewall may drop an idle connection.
        keepAlive: true,
        keepAliveInitialDelayMillis: 10_000,
        ...(pooler && { options: undefined, statement_timeout: undefined }),
      });
      if (pooler) forgetNames(this);
      // PostgreSQL committed the transaction locally, but no standby has confirmed it, so the transaction would be lost
      // with this server (PostgreSQL, src/backend/replication/syncrep.c).
      this.on('notice', ({ routine }) => {
        if (routine !== 'SyncRepWaitForLSN' || this.listenerCount('error') === 0) return;
        this.emit('error', new ConnectionBroken('What was committed may not have been replicated.'));
      });
    }

    override connect(): Promise<pg.Client>;
    override connect(callback: ((error: Error) => void) | ((error: null, client: pg.Client) => void)): void;
    override connect(callback?: unknown): Promise<pg.Client> | undefined {
      const connected = this.#connect();
      if (typeof callback !== 'function') return connected;
      const notify = callback as Connected;
      connected.then(
        () => notify(null, this),
        (error: Error) => notify(error),
      );
      return undefined;
    }

    async #connect(): Promise<pg.Client> {
      const onError = () => undefined; // the failing statement reports it
      this.on('error', onError);
      try {
        await super.connect();
        if (addresses.length > 1) await requireWritable(this);
        return this;
      } catch (error) {
        if (turn === this.#turn) turn += 1;
        this.end().catch(() => undefined);
        throw error;
      } finally {
        this.off('error', onError);
      }
    }
  }

  return {
    Client,
    breakAll: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}

function remember(sockets: Set<Socket>): Socket {
  const socket = new Socket();
  sockets.add(socket);
  return socket.once('close', () => sockets.delete(socket));
}

/**
 * Checks that the server accepts writes, like `target_session_attrs=read-write` of libpq (PostgreSQL 18 section
 * 32.1.2).
 */
async function requireWritable(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only');
  if (rows[0]?.transaction_read_only !== 'off') throw new ConnectionBroken('The database only follows another one.');
}

function forgetNames(client: pg.Client): void {
  const { query } = client;
  client.query = function nameless(this: pg.Client, first: unknown, ...rest: unknown[]) {
    const named = typeof first === 'object' && first !== null && 'name' in first && !('submit' in first);
    return Reflect.apply(query, this, [named ? { ...first, name: undefined } : first, ...rest]);
  } as pg.Client['query'];
}
