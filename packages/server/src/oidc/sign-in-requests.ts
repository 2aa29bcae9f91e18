import type { FastifyRequest } from 'fastify';
import type * as z from 'zod';
import { refuse } from '../refusal.ts';

/** What a step of the sign-in page was sent. @throws Refusal `invalid_request` */
export function readBody<Body extends z.ZodType>(body: Body, raw: unknown, sentence: string): z.infer<Body> {
  const parsed = body.safeParse(raw);
  if (parsed.success) return parsed.data;
  return refuse('invalid_request', sentence, {
    errors: parsed.error.issues.slice(0, 10).map(({ path }) => ({
      pointer: `/${path.map(String).join('/')}`.slice(0, 100),
      detail: 'This field is missing, too long, or not known here.',
    })),
  });
}

/** Browsers say where a POST comes from; from anywhere but this site it is somebody else's doing (OWASP ASVS 5.0.0 V3.5.1). */
export function requireSameOrigin({ headers }: FastifyRequest, issuer: string): void {
  const { origin, 'sec-fetch-site': site } = headers;
  if ((origin === undefined || origin === issuer) && (site === undefined || site === 'same-origin')) return;
  refuse('forbidden', 'Signing in works from Licet’s own page only.');
}
