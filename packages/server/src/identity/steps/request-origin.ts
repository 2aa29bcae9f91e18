import type { FastifyRequest } from 'fastify';
import { clientAddress } from '../../client-address.ts';
import { mailLanguageOf } from '../../mail/languages.ts';
import type { Origin } from '../../usecases/context.ts';

const origins = new WeakMap<object, Origin>();

/** Where a request comes from, proxies taken into account. */
export function readOrigin(request: FastifyRequest): Origin {
  const agent = request.headers['user-agent']?.slice(0, 300) ?? null;
  const language = mailLanguageOf(request.headers['accept-language']);
  return { address: clientAddress(request.ip), agent, language, requestId: request.id };
}

/** Keeps it for as long as the provider answers, which sees the bare request only. */
export function rememberOrigin(request: FastifyRequest): void {
  origins.set(request.raw, readOrigin(request));
}

const strangers = new WeakSet<object>();

/** The request comes from a page at an origin that no client is registered with. */
export const rememberStranger = (request: FastifyRequest): void => void strangers.add(request.raw);

/** Whether the request that the provider answers came from such a page. */
export const isStranger = (request: object): boolean => strangers.has(request);

/** Where the request that the provider answers came from. */
export function originOf(request: object | undefined): Origin {
  return (request && origins.get(request)) ?? nowhere;
}

const nowhere: Origin = { address: null, agent: null, requestId: '' };
