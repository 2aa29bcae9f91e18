import { AccessRefused, createVerifier, refusedReply } from '@licet/api';
import { guard as forExpress } from '@licet/api/express';
import { accessPlugin, requirePermission } from '@licet/api/fastify';
import { guard as forFetch } from '@licet/api/fetch';
import { guard as forHono } from '@licet/api/hono';
import Fastify from 'fastify';
import { Hono } from 'hono';

export const verifier = createVerifier({ issuer: 'http://localhost:4080', audience: 'ledger' });

export const fastify = Fastify();
fastify.register(accessPlugin, { verifier });
fastify.get('/', { onRequest: requirePermission('invoices.read') }, async (request) => request.access.userId);

export const hono = new Hono().get('/', forHono(verifier).requirePermission('invoices.read'), (c) =>
  c.json({ user: c.get('access').userId }),
);

export const handler: (request: Request) => Promise<Response> = forFetch(verifier).requireRole('clerk', (_, access) =>
  Response.json(access.userId),
);

export const middleware = forExpress(verifier).requireAccess();

export async function status(token: string): Promise<number> {
  return verifier.requirePermission(token, 'invoices.refund').then(
    () => 200,
    (error: unknown) => (error instanceof AccessRefused ? refusedReply(error).status : 500),
  );
}

// @ts-expect-error a permission that the catalogue of rule.types.ts does not have
export const misspelt = requirePermission('invoices.refnud');
