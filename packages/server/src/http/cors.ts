import { callList } from '@licet/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

export interface CorsParts {
  /** Whether the origin is a registered web origin of any client, so that CORS allows it. */
  readonly webOrigin: (origin: string) => Promise<boolean>;
}

/** Answers preflights (Fetch Standard section 3.3) for the calls that an application's own token may make. */
export function answerPreflights(app: FastifyInstance, parts: CorsParts): void {
  for (const [path, calls] of Map.groupBy(own, ([, definition]) => definition.path)) {
    const methods = calls.map(([, { method }]) => method).join(', ');
    app.options(`/api/v1${path}`, async (request, reply) => {
      await allowOrigin(request, reply, parts);
      if (reply.hasHeader(allowed))
        reply.headers({
          'access-control-allow-methods': methods,
          'access-control-allow-headers': 'authorization, dpop, content-type, if-match, last-event-id',
          'access-control-max-age': '600',
        });
      return reply.code(204).send();
    });
  }
}

/**
 * Lets pages of registered origins read the response, including refusals. Pages of other origins cannot, and cookies are never allowed.
 * The token's verification checks that its own client is registered for the origin.
 */
export async function allowOrigin(
  { headers: { origin } }: FastifyRequest,
  reply: FastifyReply,
  { webOrigin }: CorsParts,
): Promise<void> {
  reply.header('vary', 'Origin');
  if (origin === undefined || !(await webOrigin(origin))) return;
  reply.headers({
    [allowed]: origin,
    'access-control-expose-headers': 'date, dpop-nonce, etag, retry-after, www-authenticate',
  });
}

const allowed = 'access-control-allow-origin';
const own = callList.filter(([, { access }]) => access.kind === 'anyApplicationToken');
