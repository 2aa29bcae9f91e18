import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import type { Database } from './database.ts';

/** A wire to the database of a test that can be cut, or hold what is sent. */
export interface Wire {
  readonly port: number;
  /** The address of the database over it. */
  readonly url: string;
  /** Breaks what is connected, and refuses others. */
  cut(): void;
  /** Lets nothing through, and loses it: what is connected hangs. */
  hold(): void;
  /** Leaves what is connected hanging for good, as a firewall does that has forgotten it; what connects from now on gets through. */
  forget(): void;
  /** Lets all through from now on. */
  mend(): void;
  close(): void;
}

/** Lays it to where a database is, which may be a socket in a folder. */
export async function layWire({ ownClient }: Pick<Database, 'ownClient'>): Promise<Wire> {
  const { host, port, user, database, password } = ownClient();
  const sockets = new Set<Socket>();
  const forgotten = new Set<Socket>();
  let state: 'whole' | 'cut' | 'held' = 'whole';
  const server = createServer((near) => {
    if (state === 'cut') return void near.destroy();
    const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('error', () => to.destroy()).on('close', () => to.destroy());
      from.on('data', (data) => state === 'whole' && !forgotten.has(from) && to.write(data));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const at = typeof address === 'object' && address ? address.port : 0;
  const cut = () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  return {
    port: at,
    url: `postgres://${user}:${password ?? ''}@127.0.0.1:${at}/${database}`,
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
    mend: () => {
      state = 'whole';
    },
    close: () => {
      cut();
      server.close();
    },
  };
}
