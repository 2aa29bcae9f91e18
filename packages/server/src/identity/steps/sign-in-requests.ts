import { faultOfIssue, type KindsOf, type ValuesOf } from '@licet/contract/reasons';
import type { FastifyRequest } from 'fastify';
import type * as z from 'zod';
import { refuse } from '../../refusal.ts';

/** What a request of the sign-in page is for: it says what the request must hold. */
export type SignInRequest = ValuesOf<KindsOf<'invalid_request', 'sign_in_body_wrong'>>['step'];

/** What a step of the sign-in page was sent. @throws Refusal `invalid_request` */
export function readBody<Body extends z.ZodType>(body: Body, raw: unknown, step: SignInRequest): z.infer<Body> {
  const parsed = body.safeParse(raw, { reportInput: true });
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues
    .slice(0, 10)
    .map((issue) => ({ pointer: `/${issue.path.map(String).join('/')}`.slice(0, 100), ...faultOfIssue(issue) }));
  return refuse('invalid_request', 'sign_in_body_wrong', { step }, { errors });
}

/** Browsers say where a POST comes from; from anywhere but this site it is somebody else's doing (OWASP ASVS 5.0.0 V3.5.1). */
export function requireSameOrigin({ headers }: FastifyRequest, issuer: string): void {
  const { origin, 'sec-fetch-site': site } = headers;
  if ((origin === undefined || origin === issuer) && (site === undefined || site === 'same-origin')) return;
  refuse('forbidden', 'not_own_page', {});
}
