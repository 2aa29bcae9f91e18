import { addressBelow } from './verify/index.ts';

/**
 * The parts of a Node request that a verifier reads. Requests of `http`, `https`, `http2` and Express fit, and
 * Fastify's `request.raw`.
 */
export interface NodeRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  /** The request target as the client sent it. Frameworks remove the mount path of a sub-application from `url`. */
  readonly originalUrl?: string | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly rawHeaders?: readonly string[] | undefined;
  readonly socket?: object | undefined;
}

/** A `Request` of the fetch standard or a Node request. */
export type AccessRequest = Request | NodeRequest;

/**
 * Returns the value of a header that must occur once. Several values are joined by a comma. No valid token or proof
 * contains a comma.
 */
export function headerOf(request: AccessRequest, name: 'authorization' | 'dpop'): string | undefined {
  const { headers } = request;
  if (isFetch(headers)) return headers.get(name) ?? undefined;
  const value = headers[name];
  if (value === undefined) return undefined;
  if (typeof value !== 'string') return value.join(', ');
  // Node keeps only the first of several Authorization headers, but a proxy may have checked a later one. The comma
  // makes the value invalid.
  return name === 'authorization' && occursTwice(request, name) ? `${value}, ` : value;
}

export const methodOf = (request: AccessRequest): string => request.method ?? '';

/**
 * Returns the URL of a request as its client knows it, in normal form. It is built from `publicUrl`, or else from the
 * Host header.
 */
export const addressOf = (request: AccessRequest, publicUrl: string | undefined): string | undefined =>
  addressBelow(publicUrl ?? baseOf(request), targetOf(request));

function targetOf(request: AccessRequest): string | undefined {
  if (isFetch(request.headers)) {
    const { pathname } = new URL(request.url ?? '');
    return pathname;
  }
  return ('originalUrl' in request ? request.originalUrl : undefined) ?? request.url;
}

function baseOf(request: AccessRequest): string | undefined {
  const { headers } = request;
  if (isFetch(headers)) return new URL(request.url ?? '').origin;
  const host = headers.host ?? headers[':authority'];
  if (typeof host !== 'string' || !plainHost.test(host)) return undefined;
  const origin = `${isEncrypted(request) ? 'https' : 'http'}://${host}`;
  return URL.canParse(origin) ? new URL(origin).origin : undefined;
}

const plainHost = /^(?:[a-z\d][a-z\d.-]*|\[[\da-f:.]+\])(?::\d{1,5})?$/i;

const isFetch = (headers: AccessRequest['headers']): headers is Headers =>
  'get' in headers && typeof headers.get === 'function';

function isEncrypted(request: AccessRequest): boolean {
  const socket = 'socket' in request ? request.socket : undefined;
  return socket !== undefined && 'encrypted' in socket && socket.encrypted === true;
}

function occursTwice(request: AccessRequest, name: string): boolean {
  const raw = 'rawHeaders' in request ? (request.rawHeaders ?? []) : [];
  let count = 0;
  for (let at = 0; at < raw.length; at += 2) {
    const each = raw[at];
    if (each?.length === name.length && each.toLowerCase() === name) count += 1;
  }
  return count > 1;
}
