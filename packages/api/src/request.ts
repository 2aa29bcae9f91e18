/** A request of Node's `http`, `https` or `http2`, of Express or of Fastify (`request.raw`), as far as it is looked at. */
export interface NodeRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  /** The address before a framework cut it for a sub-application. */
  readonly originalUrl?: string | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly rawHeaders?: readonly string[] | undefined;
  readonly socket?: object | undefined;
}

/** A request of the fetch standard, or one of Node. */
export type AccessRequest = Request | NodeRequest;

/** The value of a header that must occur once: several are joined by a comma, which no token and no proof holds. */
export function headerOf(request: AccessRequest, name: 'authorization' | 'dpop'): string | undefined {
  const { headers } = request;
  if (isFetch(headers)) return headers.get(name) ?? undefined;
  const value = headers[name];
  if (value === undefined) return undefined;
  if (typeof value !== 'string') return value.join(', ');
  // Node keeps the first of several Authorization headers; a proxy before it may have looked at another.
  return name === 'authorization' && occursTwice(request, name) ? `${value}, ` : value;
}

export const methodOf = (request: AccessRequest): string => request.method ?? '';

/**
 * The address of a request as its client knows it, without query: below `publicUrl`, else by the Host header. Undefined when
 * it is not in normal form: a Host header that is more than a host, or a path with dot segments, would let a proof for one
 * address pass for another (RFC 9449 section 4.3 compares after normalisation).
 */
export function addressOf(request: AccessRequest, publicUrl: string | undefined): string | undefined {
  const target = targetOf(request);
  const base = publicUrl ?? baseOf(request);
  if (base === undefined || target === undefined) return undefined;
  const address = base + target.replace(/[?#].*$/s, '');
  return plainAddress(address) === address ? address : undefined;
}

/** An address without query and fragment, in the normal form of the URL standard. */
export function plainAddress(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { origin, pathname } = new URL(address);
  return origin + pathname;
}

function targetOf(request: AccessRequest): string | undefined {
  if (isFetch(request.headers)) {
    const { pathname } = new URL(request.url ?? '');
    return pathname;
  }
  const target = ('originalUrl' in request ? request.originalUrl : undefined) ?? request.url;
  return target?.startsWith('/') ? target : undefined;
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
