import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { PermissionName } from '@licet/rule';
import express from 'express';
import Fastify, { type FastifyRequest } from 'fastify';
import { Hono } from 'hono';
import { guard as expressGuard } from './express.ts';
import { accessPlugin, requireAccess, requirePermission, requireRole } from './fastify.ts';
import { guard as fetchGuard } from './fetch.ts';
import { guard as honoGuard } from './hono.ts';
import type { Verifier } from './verifier.ts';

/**
 * A server of one framework. `/me` requires a token, `/billing` requires a role in a second guard, and `/invoices`
 * requires a permission. `/refunds` requires a permission and a two-factor sign-in within the last minute. `/shops/:shop`
 * requires a permission on the shop.
 */
export interface TestApi {
  readonly url: string;
  close(): Promise<void>;
}

export const frameworks = ['Express 5', 'Fastify 5', 'Hono', 'fetch-style'] as const;

export async function startApi(framework: (typeof frameworks)[number], verifier: Verifier): Promise<TestApi> {
  if (framework === 'Fastify 5') return fastify(verifier);
  const server = createServer(listeners[framework](verifier));
  return listening(server);
}

/** Returns a shop and its region, as an application would read them from its own rows, or fails for an unknown shop. */
async function whereIs(shop: unknown): Promise<readonly string[]> {
  if (shop === 'unknown') throw new Error('There is no such shop.');
  return [`shop:${shop}`, 'region:de'];
}

const stepUp = { maxAge: 60, acr: 'urn:licet:acr:multi-factor' };

/**
 * Names that every object inherits from its prototype, so that a careless lookup finds them. No catalogue contains
 * them.
 */
export const hostileNames = [
  'constructor',
  '__proto__',
  'hasOwnProperty',
  'all.manage',
  'admin',
  'x'.repeat(10_000),
] as PermissionName[];

const listeners: Record<Exclude<(typeof frameworks)[number], 'Fastify 5'>, (verifier: Verifier) => RequestListener> = {
  'Express 5': (verifier) => {
    const { requireAccess, requirePermission, requireRole } = expressGuard(verifier);
    const app = express();
    app.get('/me', requireAccess(), (request, response) => void response.json({ user: request.access.userId }));
    app.all('/invoices', requirePermission('invoices.read'), (request, response) => {
      response.json({ user: request.access.userId });
    });
    app.get('/refunds', requirePermission('invoices.read', stepUp), (_request, response) => void response.json({}));
    app.get('/billing', requireAccess(), requireRole('clerk'), (_request, response) => void response.json({}));
    app.get(
      '/shops/:shop',
      requirePermission('invoices.refund', { on: (request: express.Request) => whereIs(request.params.shop) }),
      (_request, response) => void response.json({}),
    );
    for (const [index, name] of hostileNames.entries())
      app.get(`/hostile/${index}`, requirePermission(name), (_request, response) => void response.json({}));
    return app;
  },
  Hono: (verifier) => {
    const { requireAccess, requirePermission, requireRole } = honoGuard(verifier);
    const app = new Hono();
    app.get('/me', requireAccess(), (c) => c.json({ user: c.get('access').userId }));
    app.all('/invoices', requirePermission('invoices.read'), (c) => c.json({ user: c.get('access').userId }));
    app.get('/refunds', requirePermission('invoices.read', stepUp), (c) => c.json({}));
    app.get('/billing', requireAccess(), requireRole('clerk'), (c) => c.json({}));
    app.get('/shops/:shop', requirePermission('invoices.refund', { on: (c) => whereIs(c.req.param('shop')) }), (c) =>
      c.json({}),
    );
    for (const [index, name] of hostileNames.entries())
      app.get(`/hostile/${index}`, requirePermission(name), (c) => c.json({}));
    return bridge(async (request) => app.fetch(request));
  },
  'fetch-style': (verifier) => {
    const { requireAccess, requirePermission, requireRole } = fetchGuard(verifier);
    const routes = new Map([
      ['/me', requireAccess((_request, access) => Response.json({ user: access.userId }))],
      ['/invoices', requirePermission('invoices.read', (_request, access) => Response.json({ user: access.userId }))],
      ['/refunds', requirePermission('invoices.read', () => Response.json({}), stepUp)],
      ['/billing', requireAccess((request) => requireRole('clerk', () => Response.json({}))(request))],
      ...hostileNames.map(
        (name, index) => [`/hostile/${index}`, requirePermission(name, () => Response.json({}))] as const,
      ),
    ]);
    const refund = requirePermission('invoices.refund', (_request, _access, _shop: string) => Response.json({}), {
      on: (_request, shop) => whereIs(shop),
    });
    return bridge(async (request) => {
      const { pathname } = new URL(request.url);
      const [, shop] = /^\/shops\/(.+)$/.exec(pathname) ?? [];
      if (shop !== undefined) return refund(request, decodeURIComponent(shop));
      return routes.get(pathname)?.(request) ?? new Response('no such route', { status: 404 });
    });
  },
};

async function fastify(verifier: Verifier): Promise<TestApi> {
  const app = Fastify();
  await app.register(accessPlugin, { verifier });
  app.get('/me', { preHandler: requireAccess() }, async (request) => ({ user: request.access.userId }));
  app.all('/invoices', { onRequest: requirePermission('invoices.read') }, async (request) => ({
    user: request.access.userId,
  }));
  app.get('/refunds', { onRequest: requirePermission('invoices.read', stepUp) }, async () => ({}));
  app.get('/billing', { onRequest: [requireAccess(), requireRole('clerk')] }, async () => ({}));
  app.get<{ Params: { shop: string } }>(
    '/shops/:shop',
    {
      onRequest: requirePermission('invoices.refund', {
        on: (request: FastifyRequest<{ Params: { shop: string } }>) => whereIs(request.params.shop),
      }),
    },
    async () => ({}),
  );
  for (const [index, name] of hostileNames.entries())
    app.get(`/hostile/${index}`, { onRequest: requirePermission(name) }, async () => ({}));
  return { url: await app.listen({ port: 0, host: '127.0.0.1' }), close: () => app.close() };
}

async function listening(server: Server): Promise<TestApi> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** A Host header with only a host and a port. The adapters refuse any other. */
const plainHost = /^[\w.:-]+$/;

/** Converts a fetch handler to a Node request listener, as the Node adapters of fetch frameworks do. */
const bridge =
  (handler: (request: Request) => Promise<Response>): RequestListener =>
  async (incoming, outgoing) => {
    const url = `http://${incoming.headers.host}${incoming.url}`;
    const headers = new Headers();
    for (let at = 0; at < incoming.rawHeaders.length; at += 2)
      headers.append(incoming.rawHeaders[at] ?? '', incoming.rawHeaders[at + 1] ?? '');
    if (!plainHost.test(incoming.headers.host ?? '')) return void outgoing.writeHead(400).end();
    const response = await handler(new Request(url, { method: incoming.method ?? 'GET', headers }));
    outgoing.writeHead(response.status, Object.fromEntries(response.headers)).end(await response.text());
  };
