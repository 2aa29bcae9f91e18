import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '../refusal.ts';
import { ownOrigin } from '../sign-in/own-origin.ts';
import { findClient } from '../store/applications/clients.ts';
import type { Database } from '../store/kernel/database.ts';
import { poolOf } from '../store/kernel/pool.ts';

export interface CorsParts {
  readonly database: Database;
  /** Whether pages of an origin may call, for a client of any application. */
  readonly webOrigin: (origin: string) => Promise<boolean>;
}

/** Answers preflights for an endpoint that takes access tokens (Fetch Standard section 3.3). */
export function answerPreflight(app: FastifyInstance, url: string, methods: string, parts: CorsParts): void {
  app.options(url, async (request, reply) => {
    await allowReading(request, reply, parts);
    if (reply.hasHeader(allowed))
      reply.headers({
        'access-control-allow-methods': methods,
        'access-control-allow-headers': 'authorization, dpop, content-type',
        'access-control-max-age': '3600',
      });
    return reply.code(204).send();
  });
}

/** Lets pages of registered origins read the answer, a refusal too. */
export async function allowReading(
  { headers: { origin } }: FastifyRequest,
  reply: FastifyReply,
  { webOrigin }: CorsParts,
): Promise<void> {
  reply.header('vary', 'Origin, Authorization');
  if (origin === undefined || !(await webOrigin(origin))) return;
  reply.headers({ [allowed]: origin, 'access-control-expose-headers': 'date, www-authenticate' });
}

/** Pages may use a token only at the origins of the client that it was issued to. @throws Refusal `origin_refused` */
export async function requireOriginOf(
  { headers: { origin } }: FastifyRequest,
  { clientId }: { readonly clientId: string },
  { database, issuer }: { readonly database: Database; readonly issuer: string },
): Promise<void> {
  if (origin === undefined || ownOrigin(issuer)(origin)) return;
  const client = await findClient(poolOf(database), clientId);
  if (!client?.webOrigins.includes(origin))
    refuse('origin_refused', 'The page that sent this is not at an origin that is registered with the token’s client.');
}

const allowed = 'access-control-allow-origin';
