import { AuthorizationResponseError, ResponseBodyError } from 'openid-client';
import { OutgoingError } from '../outgoing/outgoing-error.ts';
import { Refusal, refuse } from '../refusal.ts';
import type { Provider } from './provider.ts';

/** Says what went wrong at a provider. @throws Refusal `provider_unreachable`, `provider_wrong`, `provider_refused` */
export function refuseFailure({ name, issuer }: Pick<Provider, 'name' | 'issuer'>, error: unknown): never {
  if (error instanceof Refusal) throw error;
  const outgoing = causesOf(error).find((cause) => cause instanceof OutgoingError);
  if (outgoing) return refuse('provider_unreachable', `${name} cannot be reached. ${outgoing.message}`);
  if (error instanceof AuthorizationResponseError) return refuseAnswer(name, error.error);
  if (error instanceof ResponseBodyError) return refuseTokens(name, error.error, error.status);
  const status = causesOf(error).find((cause) => cause instanceof Response)?.status;
  if (status !== undefined && (status >= 500 || status === 429))
    return refuse('provider_unreachable', `${name} failed at its own end: it answered with status ${status}.`);
  return refuse('provider_wrong', sentenceOf(name, issuer, codesOf(error)));
}

function refuseAnswer(name: string, code: string): never {
  if (code === 'access_denied') refuse('provider_refused', `The sign-in at ${name} was broken off there.`);
  if (code === 'server_error' || code === 'temporarily_unavailable')
    refuse('provider_unreachable', `${name} says that it cannot sign anybody in at present.`);
  refuse('provider_refused', `${name} did not sign you in: it answered “${plain(code)}”.`);
}

function refuseTokens(name: string, code: string, status: number): never {
  if (status >= 500)
    refuse('provider_unreachable', `${name} failed at its own end: it answered with status ${status}.`);
  if (code === 'invalid_client' || code === 'unauthorized_client' || code === 'incorrect_client_credentials')
    refuse('provider_wrong', `${name} does not take the client id and the secret that it is given from here.`);
  refuse('provider_wrong', `${name} did not take its own code back: it answered “${plain(code)}”.`);
}

/** By the codes of openid-client, and what stands in the way of trusting the answer. */
function sentenceOf(name: string, issuer: string, codes: ReadonlySet<string>): string {
  if (codes.has('OAUTH_KEY_SELECTION_FAILED') || codes.has('OAUTH_INVALID_RESPONSE signature'))
    return `What ${name} signed does not fit the keys that it publishes. They may have just changed.`;
  if (codes.has('OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED') || codes.has('iss'))
    return `${name} answered as another issuer than ${issuer}.`;
  if (codes.has('OAUTH_JWT_TIMESTAMP_CHECK_FAILED'))
    return `What ${name} signed is too old or from the future. A clock may be wrong, there or here.`;
  if (codes.has('OAUTH_JWT_CLAIM_COMPARISON_FAILED'))
    return `What ${name} signed is not for this sign-in, or not for this Licet.`;
  if (codes.has('OAUTH_MISSING_SERVER_METADATA') || codes.has('OAUTH_INVALID_SERVER_METADATA'))
    return `${name} does not say of itself where its endpoints are.`;
  return `${name} did not answer as its kind of provider does.`;
}

function codesOf(error: unknown): ReadonlySet<string> {
  const codes = new Set<string>();
  for (const cause of causesOf(error)) {
    if ('code' in cause && typeof cause.code === 'string') codes.add(cause.code);
    if ('claim' in cause && cause.claim === 'iss') codes.add('iss');
    const message = cause instanceof Error ? cause.message : '';
    if (/signature verification failed/i.test(message)) codes.add('OAUTH_INVALID_RESPONSE signature');
    if (/"iss"/.test(message)) codes.add('iss');
  }
  return codes;
}

function causesOf(error: unknown): object[] {
  const causes: object[] = [];
  let cause = error;
  while (typeof cause === 'object' && cause !== null && causes.length < 10) {
    causes.push(cause);
    cause = 'cause' in cause ? cause.cause : undefined;
  }
  return causes;
}

/** A code of another's, as far as it can be shown. */
const plain = (code: string) => code.replace(/[^\w.:-]/g, '').slice(0, 60);
