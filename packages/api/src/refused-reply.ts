import type { AccessRefused, RefusedCode, RefusedReason } from './refused.ts';
import { acrsOf } from './step-up.ts';

/** The body of a refusal: problem details (RFC 9457). */
export interface RefusedProblem {
  readonly type: string;
  readonly code: RefusedCode;
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  readonly next: string;
  readonly reason: RefusedReason;
  readonly permission?: string;
  readonly role?: string;
  /** The required sign-in, as parameters of an authorization request (RFC 9470 section 4). */
  readonly max_age?: number;
  readonly acr_values?: string;
}

/** The HTTP reply to a refused request, for any framework. */
export interface RefusedReply {
  readonly status: 401 | 403 | 503;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: RefusedProblem;
}

/** Defines which tokens this server accepts. `required` accepts only tokens that are bound to a key. */
export type DpopMode = 'when-bound' | 'required';

/**
 * Returns the reply to a refused request, as problem details. A reply with status 401 or 403 contains the challenges
 * of RFC 6750 section 3 and RFC 9449 section 7.1.
 *
 * @example
 * import { AccessRefused, refusedReply } from '@licet/api';
 *
 * const refused = new AccessRefused('forbidden', 'permission', 'This needs “invoices.refund”.', {
 *   permission: 'invoices.refund',
 * });
 * refusedReply(refused).status; // 403
 * refusedReply(refused).body.permission; // 'invoices.refund'
 */
export function refusedReply(refused: AccessRefused, dpop: DpopMode = 'when-bound'): RefusedReply {
  const { code, reason, status, permission, role } = refused;
  const { title, next } = words[code];
  const challenge = status === 503 ? undefined : challengeOf(refused, dpop);
  return {
    status,
    headers: {
      'content-type': 'application/problem+json; charset=utf-8',
      'cache-control': 'no-store',
      ...(challenge === undefined ? { 'retry-after': '5' } : { 'www-authenticate': challenge }),
    },
    body: {
      type: `urn:licet:error:${code}`,
      code,
      status,
      title,
      detail: refused.message,
      next,
      reason,
      ...(permission === undefined ? {} : { permission }),
      ...(role === undefined ? {} : { role }),
      ...stepUpOf(refused),
    },
  };
}

const words: Readonly<Record<RefusedCode, { readonly title: string; readonly next: string }>> = {
  unauthenticated: { title: 'No one is signed in.', next: 'Sign in and try again.' },
  token_invalid: { title: 'The access token is not accepted.', next: 'Renew it, or sign in again.' },
  token_expired: { title: 'The access token has expired.', next: 'Renew it, or sign in again.' },
  proof_invalid: {
    title: 'The DPoP proof is not accepted.',
    next: 'Send a fresh proof for this method and address, signed with the token’s key.',
  },
  sign_in_again: {
    title: 'Sign in again to continue.',
    next: 'Sign in again, as “max_age” and “acr_values” say, and repeat it.',
  },
  forbidden: { title: 'You may not do this.', next: 'Ask for what is named in “permission” or “role”.' },
  unavailable: { title: 'Access cannot be checked now.', next: 'Try again in a moment.' },
};

function challengeOf(refused: AccessRefused, dpop: DpopMode): string {
  const { code, reason, scheme, message } = refused;
  const used = dpop === 'required' ? 'DPoP' : (scheme ?? 'Bearer');
  // RFC 6750 section 3.1: a request without authentication gets no error code.
  const error =
    code === 'unauthenticated' ? [] : [`error="${errorOf(code, reason)}"`, `error_description="${quotable(message)}"`];
  // RFC 9470 section 3.
  for (const [name, value] of Object.entries(stepUpOf(refused))) error.push(`${name}="${value}"`);
  const first = challenge(used, used === 'DPoP' ? [...error, algorithms] : error);
  if (dpop === 'required' || code === 'forbidden') return first;
  return `${first}, ${used === 'DPoP' ? 'Bearer' : challenge('DPoP', [algorithms])}`;
}

function errorOf(code: RefusedCode, reason: RefusedReason): string {
  if (code === 'forbidden') return 'insufficient_scope';
  if (code === 'sign_in_again') return 'insufficient_user_authentication';
  return reason === 'proof' || reason === 'replay' ? 'invalid_dpop_proof' : 'invalid_token';
}

/**
 * Returns the required sign-in, with the parameter names of RFC 9470 section 3. An authorization request has the same
 * names.
 */
function stepUpOf({ stepUp: { maxAge, acr } = {} }: AccessRefused): { max_age?: number; acr_values?: string } {
  return {
    ...(acr === undefined ? {} : { acr_values: acrsOf(acr).join(' ') }),
    ...(maxAge === undefined ? {} : { max_age: maxAge }),
  };
}

const challenge = (scheme: string, parameters: readonly string[]) =>
  parameters.length === 0 ? scheme : `${scheme} ${parameters.join(', ')}`;

const algorithms = 'algs="ES256"';

/**
 * Removes the characters that RFC 6750 section 3 does not permit in an error_description: all but %x20-21, %x23-5B
 * and %x5D-7E.
 */
const quotable = (text: string) =>
  text
    .slice(0, 400)
    .replace(/[“”"]/g, "'")
    .replace(/’/g, "'")
    .replace(/[^\x20-\x21\x23-\x5B\x5D-\x7E]/g, '?');
