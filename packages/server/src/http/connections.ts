import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate as immediate, setTimeout as pause } from 'node:timers/promises';
import { Server as TlsServer } from 'node:tls';
import type { FastifyInstance } from 'fastify';

/** Closes a server gracefully: requests that clients have already sent are answered. */
export interface Closing {
  /**
   * Announces the shutdown: each response from now on closes its connection. The client then opens a new one, which a
   * load balancer can send to another server. New connections are still accepted.
   */
  leave(): void;
  /**
   * Stops accepting connections, and closes each open one:
   * - an idle one after a quarter of a second, because a request may be on its way
   * - a stream once its data is sent
   * - every connection at the latest after `patience` milliseconds
   */
  end(patience: number): Promise<void>;
}

/** Watches the connections of a server, from before it listens. */
export function closingOf(app: FastifyInstance): Closing {
  const open = new Map<Socket, Set<ServerResponse>>();
  const allGone = Promise.withResolvers<void>();
  let leaving = false;
  let ending = false;
  let stopped = false;
  const isIdle = (socket: Socket) => open.get(socket)?.size === 0;
  const closeWhenIdle = async (socket: Socket) => {
    await pause(onItsWay);
    await polled(); // otherwise a late timer could run before data that has already arrived is read
    if (isIdle(socket)) socket.destroySoon();
  };
  watch(app.server, open, {
    onRequest: (response) => leaving && closeAfter(response),
    onIdle: (socket) => ending && void closeWhenIdle(socket),
    onGone: () => stopped && open.size === 0 && allGone.resolve(),
  });
  const leave = () => {
    leaving = true;
    for (const asked of open.values()) for (const response of asked) closeAfter(response);
  };
  const end = async (patience: number) => {
    leave();
    ending = true;
    for (const socket of open.keys()) if (isIdle(socket)) void closeWhenIdle(socket);
    await stopListening(app.server);
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
    stopped = true;
    if (open.size > 0) await allGone.promise;
    for (const timer of timers) clearTimeout(timer);
    await app.close();
  };
  return { leave, end };
}

/**
 * Stops accepting connections without losing any. The kernel may have accepted connections that Node.js has not, and
 * closing would reset them. So this first waits for a turn of the event loop in which no connection arrives. Calls the
 * method of `net.Server`, because that of `http.Server` also closes idle connections.
 */
export async function stopListening(server: NetServer): Promise<void> {
  let came = true;
  const note = () => {
    came = true;
  };
  server.on('connection', note);
  for (const late = performance.now() + onItsWay; came && performance.now() < late; await polled()) came = false;
  server.off('connection', note);
  NetServer.prototype.close.call(server);
}

/** Waits for one whole turn of the event loop, after which all data that had arrived before is read. */
async function polled(): Promise<void> {
  await immediate();
  await immediate();
}

interface Watching {
  readonly onRequest: (response: ServerResponse) => void;
  /** Called when all requests of a connection are answered. */
  readonly onIdle: (socket: Socket) => void;
  /** Called when a connection has ended. */
  readonly onGone: () => void;
}

/** Tracks the unanswered requests of each connection. */
function watch(server: Server, open: Map<Socket, Set<ServerResponse>>, watcher: Watching): void {
  const keep = (socket: Socket) => {
    open.set(socket, new Set());
    // `socket.closed` is true before the close event, and only the event removes the socket from the list.
    socket.once('close', () => {
      open.delete(socket);
      watcher.onGone();
    });
    watcher.onIdle(socket);
  };
  server.prependListener('connection', keep);
  if (server instanceof TlsServer) keepEncrypted(server, open, keep);
  server.prependListener('request', ({ socket }, response) => {
    const asked = open.get(socket);
    asked?.add(response);
    watcher.onRequest(response);
    response.once('close', () => {
      asked?.delete(response);
      if (asked?.size === 0) watcher.onIdle(socket);
    });
  });
}

/** Makes Node.js send `Connection: close` and end the connection after the response (RFC 9112 section 9.6). */
function closeAfter(response: ServerResponse): void {
  if (!response.headersSent) response.shouldKeepAlive = false;
}

/**
 * Over TLS, the server first emits the raw socket, then an encrypted socket that carries the requests. Replaces the raw
 * socket by the encrypted one.
 */
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

/** Milliseconds to wait for a request that the client sent on an idle connection before it knew of the end. */
const onItsWay = 250;

/** Milliseconds for a reader to read the end of a stream. */
const unread = 500;
