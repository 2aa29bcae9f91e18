import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '../../refusal.ts';
import { findClient } from '../../store/applications/clients.ts';
import type { Database } from '../../store/kernel/database.ts';
import { poolOf } from '../../store/kernel/pool.ts';
import { ownOrigin } from '../sessions/web-origins.ts';
import type { VerifiedToken } from '../tokens/verify.ts';

export interface CorsParts {
  readonly database: Database;
  /** Whether the origin is a registered web origin of any client, so that CORS allows it. */
  readonly webOrigin: (origin: string) => Promise<boolean>;
}

/** Answers preflights for an endpoint that accepts access tokens (Fetch Standard section 3.3). */
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

/** Lets pages of registered origins read the answer, including refusals. */
export async function allowReading(
  { headers: { origin } }: FastifyRequest,
  reply: FastifyReply,
  { webOrigin }: CorsParts,
): Promise<void> {
  reply.header('vary', 'Origin, Authorization');
  if (origin === undefined || !(await webOrigin(origin))) return;
  reply.headers({ [allowed]: origin, 'access-control-expose-headers': 'date, www-authenticate' });
}

/**
 * Checks that a page may use the user's token. Only pages at the origins of the client that received the token may.
 * @throws Refusal `token_invalid`, `origin_refused`
 */
export async function requireClientOf(
  { headers: { origin } }: FastifyRequest,
  { clientId, audience, service }: Pick<VerifiedToken, 'clientId' | 'audience' | 'service'>,
  { database, issuer }: { readonly database: Database; readonly issuer: string },
): Promise<void> {
  const client = await findClient(poolOf(database), clientId);
  if (!service && client?.application !== audience) refuse('token_invalid', 'token_client_changed', {});
  if (origin === undefined || ownOrigin(issuer)(origin)) return;
  if (!client?.webOrigins.includes(origin)) refuse('origin_refused', 'origin_not_registered', {});
}

const allowed = 'access-control-allow-origin';
