import { lookup } from 'node:dns/promises';
import type { Server as HttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { type Closing, closingOf, stopListening } from './connections.ts';

/** Listens at an address. Browsers resolve “localhost” to both 127.0.0.1 and ::1, so 127.0.0.1 listens at both if both exist. */
export async function listenAt(app: FastifyInstance, { host, port }: { host: string; port: number }): Promise<Closing> {
  const closing = closingOf(app);
  await app.listen({ host, port });
  const twin = host === '127.0.0.1' ? await twinOf(app.server) : undefined;
  return {
    leave: closing.leave,
    end: async (patience) => {
      if (twin) await stopListening(twin); // the twin hands its connections to the main server, which waits for them when it closes
      await closing.end(patience);
    },
  };
}

/**
 * Checks that an address is free, before anything is started for it.
 * @throws the system's error, such as EADDRINUSE
 */
export async function requireFree({ host, port }: { host: string; port: number }): Promise<void> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', reject);
    probe.listen({ host, port }, () => probe.close(() => resolve()));
  });
}

/** Listens for the same server at ::1; undefined without IPv6, or if something else listens there. */
async function twinOf(server: HttpServer): Promise<Server | undefined> {
  const addresses = await lookup('localhost', { all: true }).catch(() => []);
  if (!addresses.some(({ address }) => address === '::1')) return undefined;
  // Passes each connection to the main server by emitting its `connection` event, as Node.js documents. Allows
  // half-open connections, as the main server does.
  const twin = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit('connection', socket));
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve) => {
    twin.once('error', () => resolve(undefined));
    twin.listen({ host: '::1', port }, () => resolve(twin));
  });
}
