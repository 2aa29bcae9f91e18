import type { Call, CallId } from '@licet/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { channelOf } from '../channel.ts';

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
    /** The declaration of the sign-in call behind a route; an error that it lacks is logged. */
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
