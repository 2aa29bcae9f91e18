import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type Call, type CallId, errorsOf, type Problem } from '@licet/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { channelOf } from '../channel.ts';
import { problemWith, Refusal } from '../refusal.ts';

/** Answers with problem details (RFC 9457). */
export function sendProblem(request: FastifyRequest, reply: FastifyReply, problem: Problem): FastifyReply {
  if (problem.status === 401) reply.header('www-authenticate', challengeFor(problem));
  if (problem.retryAfter !== undefined) reply.header('retry-after', String(problem.retryAfter));
  return reply
    .code(problem.status)
    .type('application/problem+json')
    .header('cache-control', 'no-store')
    .send(JSON.stringify({ ...problem, instance: request.url.split('?')[0], requestId: request.id }));
}

/** Answers a failure that occurs before or outside a call of the API. */
export function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = problemFrom(error, request);
  const declares = request.routeOptions.config?.declares;
  if (declares) noteUndeclared(declares, problem, request);
  return sendProblem(request, reply, problem);
}

/** Returns the problem for an error. An unexpected error is logged, and its problem reveals no details. */
export function problemFrom(error: unknown, request: FastifyRequest): Problem {
  if (error instanceof Refusal) {
    // `busy` is a normal answer under load; the caller asks again.
    if (error.problem.code === 'busy') request.log.info({ code: 'busy', reason: error.problem.reason }, error.message);
    else if (error.problem.status >= 500) request.log.error({ err: error, cause: error.cause }, error.message);
    return error.problem;
  }
  const known = fromFramework(error);
  if (known) return known;
  request.log.error({ err: error }, 'A request failed for an unexpected reason.');
  return problemWith('internal', 'not_carried_out', {});
}

/** Logs an error that the contract does not declare for the call. */
export function noteUndeclared(definition: Call, problem: Problem, request: FastifyRequest): void {
  if (!errorsOf(definition).includes(problem.code))
    request.log.error(
      { code: problem.code, call: `${definition.method} ${definition.path}` },
      'The contract does not declare this error for this call.',
    );
}

function challengeFor({ code, maxAge }: Problem): string {
  // RFC 6750 section 3.1 and RFC 9449 section 7.1: no error code when no credentials were sent.
  if (code === 'unauthenticated' || code === 'sign_in_failed') return 'Bearer realm="Licet", DPoP algs="ES256"';
  // RFC 9470 section 3.
  if (code === 'sign_in_again') return stepUp(maxAge);
  if (code === 'proof_invalid') return 'DPoP error="invalid_dpop_proof", algs="ES256"';
  return 'Bearer realm="Licet", error="invalid_token", DPoP error="invalid_token", algs="ES256"';
}

function stepUp(maxAge: number | undefined): string {
  const demand = ['error="insufficient_user_authentication"', ...(maxAge === undefined ? [] : [`max_age=${maxAge}`])];
  return `Bearer realm="Licet", ${demand.join(', ')}, DPoP ${demand.join(', ')}, algs="ES256"`;
}

// Maps errors that Fastify and its body parsers raise before a call runs. Fastify's JSON parser has no error code for
// forbidden keys, so any other client error counts as an unreadable body.
function fromFramework(error: unknown): Problem | undefined {
  if (!(error instanceof Error) || !('statusCode' in error)) return undefined;
  const { statusCode } = error;
  if (typeof statusCode !== 'number' || statusCode >= 500) return undefined;
  if (statusCode === 413) return problemWith('too_large', 'body_over_limit', {});
  if (statusCode === 415) return problemWith('unsupported_media_type', 'body_type_unknown', {});
  if ('code' in error && error.code === 'FST_ERR_BAD_URL')
    return problemWith('invalid_request', 'address_undecodable', {});
  if (statusCode === 414) return problemWith('invalid_request', 'path_part_too_long', {});
  return problemWith('malformed_body', 'body_unreadable', {});
}

/**
 * Answers a request that Node could not parse, with problem details like all others. Then closes the connection, because it is unknown
 * where the next request begins.
 */
export function answerUnread(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const problem = problemFor(error.code);
  const body = JSON.stringify(problem);
  const head = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    'content-type: application/problem+json',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'x-content-type-options: nosniff',
    'connection: close',
  ];
  if (socket.writable) socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
  else socket.destroy(error);
}

function problemFor(code: string | undefined): Problem {
  if (code === 'HPE_HEADER_OVERFLOW') return problemWith('head_too_large', 'head_over_limit', {});
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return problemWith('request_timeout', 'request_cut_off', {});
  return problemWith('invalid_request', 'not_http', {});
}

/** A request that was answered. */
export interface Answer {
  /** The call of the contract, or the registered path: never a requested path. */
  readonly operation: string;
  readonly status: number;
  /** The duration in seconds; undefined for a stream, which stays open as long as its reader. */
  readonly seconds: number | undefined;
  readonly method?: string;
  /** Node's own request object, so that a subscriber recognises the request. */
  readonly request?: object;
}

/** Publishes every answered request. */
export const answers = channelOf<Answer>('licet.http.answer');

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The call of the API behind a route. */
    call?: CallId;
    /** The contract's declaration of the sign-in call behind a route. An error that it does not declare is logged. */
    declares?: Call;
  }
}

export function tellOfAnswer(request: FastifyRequest, reply: FastifyReply): void {
  if (!answers.heard) return;
  const stream = String(reply.raw.getHeader('content-type')).startsWith('text/event-stream');
  answers.publish({
    operation: operationOf(request),
    status: reply.raw.statusCode,
    seconds: stream ? undefined : reply.elapsedTime / 1000,
    method: request.method,
    request: request.raw,
  });
}

function operationOf({ url, routeOptions: { config, url: route } }: FastifyRequest): string {
  if (config?.call) return config.call;
  if (route === undefined) return 'none';
  if (route === '/oidc/*') {
    const [endpoint = ''] = url.slice('/oidc/'.length).split(/[/?]/, 1);
    return endpoints.has(endpoint) ? `/oidc/${endpoint}` : route;
  }
  return /\.(?!json$)\w+$/.test(route) ? 'file' : route;
}

/** Endpoints of the OpenID provider, by the first part of their paths. */
const endpoints = new Set(['auth', 'token', 'jwks', 'session', 'introspection', 'revocation', 'request', 'device']);
