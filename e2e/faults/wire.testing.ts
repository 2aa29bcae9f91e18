import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** A wire of TCP to a PostgreSQL, on which everything can happen that happens to networks. */
export interface Wire {
  readonly port: number;
  /** Breaks every connection, and takes no new one. */
  cut(): void;
  /** What is sent waits, in both directions, until it is mended. */
  hold(): void;
  /** What is sent is gone for good, and neither end hears that the other has left; new connections wait until it is mended. */
  lose(): void;
  /** What is sent comes so many milliseconds later, in both directions. */
  slow(milliseconds: number): void;
  mend(): void;
  close(): void;
}

/** @param to where PostgreSQL is: a host, or a folder with its socket */
export async function startWire(to: { readonly host: string; readonly port: number }): Promise<Wire> {
  const lines = new Set<Line>();
  let cut = false;
  let delay = 0;
  let passes: Passage = open();
  const server = createServer((near) => {
    if (cut) return void near.destroy();
    const far = to.host.startsWith('/') ? connect(`${to.host}/.s.PGSQL.${to.port}`) : connect(to.port, to.host);
    const line = lay(near, far, () => ({ delay, passes: passes.when }));
    lines.add(line);
    far.once('close', () => lines.delete(line));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const breakAll = () => {
    for (const line of lines) line.break();
    lines.clear();
  };
  const mend = () => {
    cut = false;
    delay = 0;
    passes.open();
    passes = open();
  };
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    cut: () => {
      cut = true;
      breakAll();
    },
    hold: () => {
      passes = shut();
    },
    lose: () => {
      for (const line of lines) line.lose();
      passes = shut();
    },
    slow: (milliseconds) => {
      delay = milliseconds;
    },
    mend,
    close: () => {
      breakAll();
      mend();
      server.close();
    },
  };
}

interface Line {
  break(): void;
  lose(): void;
}

interface Passage {
  readonly when: Promise<void>;
  open(): void;
}

const open = (): Passage => ({ when: Promise.resolve(), open: () => undefined });

function shut(): Passage {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { when: promise, open: resolve };
}

/** One connection, from the client to the database and back. */
function lay(near: Socket, far: Socket, state: () => { readonly delay: number; readonly passes: Promise<void> }): Line {
  let lost = false;
  const carry = (from: Socket, to: Socket) => {
    let before = Promise.resolve();
    /** Everything in order, with what the wire was when it was sent. */
    const later = (work: () => void) => {
      const { delay, passes } = state();
      const due = performance.now() + delay;
      before = before.then(async () => {
        if (delay > 0) await pause(Math.max(0, due - performance.now()));
        await passes;
        if (!lost) work();
      });
    };
    from.on('data', (data) => later(() => to.write(data)));
    from.on('error', () => undefined);
    from.on('close', () => later(() => to.destroy()));
  };
  carry(near, far);
  carry(far, near);
  return {
    break: () => {
      near.destroy();
      far.destroy();
    },
    lose: () => {
      lost = true;
    },
  };
}
