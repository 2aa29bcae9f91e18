import { randomBytes } from 'node:crypto';
import { callList } from '@licet/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** A nonce of 128 bits for the only style element that the console's component library adds (CSP Level 3 section 2.3.1). */
export const newNonce = (): string => randomBytes(16).toString('base64url');

/** The content security policy of a page with that nonce. */
export function pagePolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The content security policy of a service worker, which only fetches the console's own files. */
export const workerPolicy = "default-src 'none'; connect-src 'self'";

/** The content security policy of the documentation, which loads only its own files. */
export const docsPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Adds the security headers to every answer. */
export function addSecurityHeaders(app: FastifyInstance, issuer: string): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({
      'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      ...(issuer.startsWith('https:') ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' } : {}),
    });
  });
}

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
 * Lets pages of registered origins read the response, including refusals. Pages of other origins cannot read it, and
 * cookies are never allowed. Verification of the token checks that the token's own client is registered for the origin.
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
