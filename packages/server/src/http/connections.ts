import { once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Server as TlsServer } from 'node:tls';
import type { FastifyInstance } from 'fastify';

/**
 * Ends a server in order: it takes no more connections, and ends those there are: idle ones at once, streams as soon as what was
 * written is sent, the others when what was asked is answered, and all of them after `patience` milliseconds.
 */
export type Closing = (patience: number) => Promise<void>;

/** Watches the connections of a server, from before it listens. */
export function closingOf(app: FastifyInstance): Closing {
  const open = new Map<Socket, Set<ServerResponse>>();
  let draining = false;
  watch(app.server, open, () => draining);
  return async (patience) => {
    draining = true;
    // Also those on which nothing was asked yet, as browsers keep them in reserve: to Node.js they count as busy.
    for (const [socket, asked] of open) if (asked.size === 0) socket.destroy();
    const endAll = (which: (response: ServerResponse) => boolean) => () => {
      for (const [socket, asked] of open) if ([...asked].every(which)) socket.destroy();
    };
    const timers = [
      setTimeout(endAll(isStream), Math.min(patience, unread)),
      setTimeout(
        endAll(() => true),
        patience,
      ),
    ];
    await Promise.all([app.close(), ...[...open.keys()].map((socket) => socket.closed || once(socket, 'close'))]);
    for (const timer of timers) clearTimeout(timer);
  };
}

/** Keeps what each connection was asked and is not answered. */
function watch(server: Server, open: Map<Socket, Set<ServerResponse>>, draining: () => boolean): void {
  const keep = (socket: Socket) => {
    if (draining()) return void socket.destroy();
    open.set(socket, new Set());
    socket.once('close', () => open.delete(socket));
  };
  server.prependListener('connection', keep);
  if (server instanceof TlsServer) keepEncrypted(server, open, keep);
  server.prependListener('request', ({ socket }, response) => {
    const asked = open.get(socket);
    asked?.add(response);
    response.once('close', () => {
      asked?.delete(response);
      if (draining() && asked?.size === 0) socket.destroySoon();
    });
  });
}

/** Over TLS what is asked comes on another socket than the one that was opened, which then is no longer looked at. */
function keepEncrypted(server: TlsServer, open: Map<Socket, unknown>, keep: (socket: Socket) => void): void {
  const unfinished = new Map<string, Socket>();
  const ends = ({ remoteAddress, remotePort, localPort }: Socket) => `${remoteAddress} ${remotePort} ${localPort}`;
  server.prependListener('connection', (socket: Socket) => {
    const name = ends(socket);
    unfinished.set(name, socket);
    socket.once('close', () => unfinished.get(name) === socket && unfinished.delete(name));
  });
  server.prependListener('secureConnection', (socket: Socket) => {
    const name = ends(socket);
    const opened = unfinished.get(name);
    if (opened) open.delete(opened);
    unfinished.delete(name);
    keep(socket);
  });
}

const isStream = (response: ServerResponse) =>
  String(response.getHeader('content-type')).startsWith('text/event-stream');

/** Milliseconds in which the last of a stream must have been taken. */
const unread = 500;
