import type { FastifyRequest } from 'fastify';
import { clientAddress } from '../../client-address.ts';
import { mailLanguageOf } from '../../mail/mail-server.ts';
import type { RequestSource } from '../../usecases/context.ts';

const origins = new WeakMap<object, RequestSource>();

/** The address and browser of a request, with trusted proxies taken into account. */
export function readOrigin(request: FastifyRequest): RequestSource {
  const agent = request.headers['user-agent']?.slice(0, 300) ?? null;
  const language = mailLanguageOf(request.headers['accept-language']);
  return { address: clientAddress(request.ip), agent, language, requestId: request.id };
}

/** Stores the request's origin for the provider, which sees only the raw request. */
export function rememberOrigin(request: FastifyRequest): void {
  origins.set(request.raw, readOrigin(request));
}

const strangers = new WeakSet<object>();

/** Marks a request from a page whose origin no client has registered. */
export const rememberStranger = (request: FastifyRequest): void => void strangers.add(request.raw);

/** Whether {@link rememberStranger} marked the request. */
export const isStranger = (request: object): boolean => strangers.has(request);

/** The origin that {@link rememberOrigin} stored for the request. */
export function originOf(request: object | undefined): RequestSource {
  return (request && origins.get(request)) ?? nowhere;
}

const nowhere: RequestSource = { address: null, agent: null, requestId: '' };
