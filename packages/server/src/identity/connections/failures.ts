import type { ProviderFault } from '@licet/contract/reasons';
import { AuthorizationResponseError, ResponseBodyError } from 'openid-client';
import { OutgoingError, type OutgoingFailure } from '../../outgoing/guard.ts';
import { Refusal, refuse } from '../../refusal.ts';
import type { Provider } from './external-provider.ts';

/**
 * Reports a provider's failure.
 * @throws Refusal `provider_unreachable`, `provider_wrong`, `provider_refused`
 */
export function refuseFailure({ name, issuer }: Pick<Provider, 'name' | 'issuer'>, error: unknown): never {
  if (error instanceof Refusal) throw error;
  const outgoing = causesOf(error).find((cause) => cause instanceof OutgoingError);
  if (outgoing) return refuseHost(name, outgoing.why);
  if (error instanceof AuthorizationResponseError) return refuseAnswer(name, error.error);
  if (error instanceof ResponseBodyError) return refuseTokens(name, error.error, error.status);
  const status = causesOf(error).find((cause) => cause instanceof Response)?.status;
  if (status !== undefined && (status >= 500 || status === 429)) return refuseStatus(name, status);
  return refuseUntrusted(name, issuer, codesOf(error));
}

/** Refuses, because the provider answered with an error status. @throws Refusal `provider_unreachable` */
export const refuseStatus = (connection: string, status: number): never =>
  refuse('provider_unreachable', 'provider_failed', { connection, status });

function refuseHost(connection: string, why: OutgoingFailure): never {
  if ('network' in why) return refuse('provider_unreachable', 'provider_not_called', { connection, ...why });
  return refuse('provider_unreachable', 'provider_host_failed', { connection, ...why });
}

function refuseAnswer(connection: string, code: string): never {
  if (code === 'access_denied') refuse('provider_refused', 'provider_cancelled', { connection });
  if (code === 'server_error' || code === 'temporarily_unavailable')
    refuse('provider_unreachable', 'provider_unavailable', { connection });
  refuse('provider_refused', 'provider_declined', { connection, answer: plain(code) });
}

function refuseTokens(connection: string, code: string, status: number): never {
  if (status >= 500) refuseStatus(connection, status);
  if (code === 'invalid_client' || code === 'unauthorized_client' || code === 'incorrect_client_credentials')
    refuse('provider_wrong', 'provider_fault', { connection, fault: 'client' });
  refuse('provider_wrong', 'provider_code_declined', { connection, answer: plain(code) });
}

/** Refuses an answer that cannot be trusted. The reason depends on openid-client's error codes. */
function refuseUntrusted(connection: string, issuer: string, codes: ReadonlySet<string>): never {
  const wrong = (fault: ProviderFault) => refuse('provider_wrong', 'provider_fault', { connection, fault });
  if (codes.has('OAUTH_KEY_SELECTION_FAILED') || codes.has('OAUTH_INVALID_RESPONSE signature'))
    return wrong('keys_changed');
  if (codes.has('OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED') || codes.has('iss'))
    return refuse('provider_wrong', 'provider_issuer', { connection, issuer });
  if (codes.has('OAUTH_JWT_TIMESTAMP_CHECK_FAILED')) return wrong('time');
  if (codes.has('OAUTH_JWT_CLAIM_COMPARISON_FAILED')) return wrong('audience');
  if (codes.has('OAUTH_MISSING_SERVER_METADATA') || codes.has('OAUTH_INVALID_SERVER_METADATA'))
    return wrong('endpoints');
  return wrong('protocol');
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

/** The printable part of a provider's error code. */
const plain = (code: string) => code.replace(/[^\w.:-]/g, '').slice(0, 60);
