import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** A proxy in front of PostgreSQL that can be cut, slowed down or made to hang. */
export interface Wire {
  readonly port: number;
  /** The URL of the database through the proxy. */
  readonly url: string;
  /** Breaks open connections, and refuses new ones. */
  cut(): void;
  /** Drops all data: open connections hang. */
  hold(): void;
  /** Open connections hang for good, as if a firewall had dropped them; new ones work. */
  forget(): void;
  /** Delays data by `milliseconds`, in both directions. */
  slow(milliseconds: number): void;
  /** Restores normal operation immediately. */
  mend(): void;
  close(): void;
}

/** The database server behind the proxy, and how to sign in to it. */
export interface WireEnd {
  /** A host name, an IP address, or the directory of a Unix socket. */
  readonly host: string;
  readonly port: number;
  readonly user?: string | undefined;
  readonly password?: string | undefined;
  readonly database?: string | undefined;
}

/** Starts a proxy to a database. */
export async function layWire({ host, port, user = '', password, database = '' }: WireEnd): Promise<Wire> {
  const sockets = new Set<Socket>();
  const forgotten = new Set<Socket>();
  let state: 'whole' | 'cut' | 'held' = 'whole';
  let delay = 0;
  const carry = (from: Socket, to: Socket) => {
    let before = Promise.resolve();
    /** Delivers after the delay, in the order of sending. */
    const later = (work: () => void) => {
      const due = performance.now() + delay;
      before = before.then(async () => {
        const left = due - performance.now();
        if (left > 0) await pause(left);
        work();
      });
    };
    sockets.add(from);
    from.on('error', () => undefined);
    from.on('close', () => {
      sockets.delete(from);
      later(() => to.destroy());
    });
    from.on('data', (data) => {
      if (state === 'whole' && !forgotten.has(from)) later(() => to.write(data));
    });
  };
  const server = createServer((near) => {
    if (state === 'cut') return void near.destroy();
    const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    carry(near, far);
    carry(far, near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const at = typeof address === 'object' && address ? address.port : 0;
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: at,
    url: `postgres://${user}${password ? `:${password}` : ''}@127.0.0.1:${at}/${database}`,
    cut: () => {
      state = 'cut';
      cut();
    },
    hold: () => {
      state = 'held';
    },
    forget: () => {
      for (const socket of sockets) forgotten.add(socket);
    },
    slow: (milliseconds) => {
      delay = milliseconds;
    },
    mend: () => {
      state = 'whole';
      delay = 0;
    },
    close: () => {
      cut();
      server.close();
    },
  };
}
