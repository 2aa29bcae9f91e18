import { createHmac } from 'node:crypto';
import { lookup as resolve } from 'node:dns';
import { type ClientRequest, type IncomingMessage, request as plain, type RequestOptions } from 'node:http';
import { request as secure } from 'node:https';
import { limits } from '@licet/contract';
import { machineNow } from '../machine-clock.ts';
import { failure, type Guard, OutgoingError, openGuard, reasonOf } from './guard.ts';

/** A request to another server: the supported parts of `RequestInit`. */
export interface OutgoingInit {
  readonly method?: string | undefined;
  readonly headers?: HeadersInit | undefined;
  readonly body?: string | URLSearchParams | Uint8Array | null | undefined;
  /** GET follows a few redirects by default; other methods follow none. */
  readonly redirect?: RequestRedirect | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Calls another server. @throws OutgoingError */
export type Outgoing = (address: string | URL, init?: OutgoingInit) => Promise<Response>;

export interface OutgoingOptions {
  /** The allowed destinations; made from `allowed` and `lookup` by default. */
  readonly guard?: Guard;
  /** Hosts and networks that may be called although they are not public. They may also be called without TLS. */
  readonly allowed?: readonly string[];
  /** Name resolution; the system's by default. */
  readonly lookup?: typeof resolve;
  /** Milliseconds for the whole request. */
  readonly patience?: number;
}

/**
 * Creates the client for all HTTP requests to other servers.
 * - By default it calls only public addresses, and only over TLS.
 * - A name is resolved only once, and the connection uses the checked address. So a second DNS answer cannot lead
 * elsewhere.
 * - Redirects are checked too, and secrets are not sent on to another host.
 * - Proxy settings of the environment are ignored.
 */
export function createOutgoing(options: OutgoingOptions = {}): Outgoing {
  const { allowed = [], lookup = resolve, patience = limits.outgoingTime.value * 1000 } = options;
  const parts = { guard: options.guard ?? openGuard({ allowed, lookup }) };
  return async (address, init = {}) => {
    const signal = AbortSignal.any([AbortSignal.timeout(patience), ...(init.signal ? [init.signal] : [])]);
    const method = init.method?.toUpperCase() ?? 'GET';
    let url = new URL(address);
    let headers = new Headers(init.headers);
    for (let hops = 0; ; hops++) {
      const response = await once(parts, url, { ...init, method, headers, signal });
      const to = redirectOf(response);
      if (to === undefined || init.redirect === 'manual') return response;
      const next = URL.canParse(to, url) ? new URL(to, url) : undefined;
      const follow = (method === 'GET' || method === 'HEAD') && init.redirect !== 'error';
      if (!next || !follow || hops >= limits.outgoingRedirects.value) throw failure('redirected', url.host);
      if (url.protocol === 'https:' && next.protocol !== 'https:') throw failure('not_https', next.host);
      if (next.origin !== url.origin) headers = withoutSecrets(headers);
      url = next;
    }
  };
}

interface Parts {
  readonly guard: Guard;
}

interface Sent extends Pick<OutgoingInit, 'body'> {
  readonly method: string;
  readonly headers: Headers;
  readonly signal: AbortSignal;
}

async function once({ guard }: Parts, url: URL, { method, headers, body, signal }: Sent): Promise<Response> {
  const host = url.host;
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') throw failure('not_https', host);
  const lookup = guard({ hosts: [host, url.hostname], literal: url.hostname, plain: url.protocol === 'http:' });
  const bytes = body instanceof URLSearchParams ? body.toString() : body;
  if (body instanceof URLSearchParams && !headers.has('content-type'))
    headers.set('content-type', 'application/x-www-form-urlencoded;charset=UTF-8');
  const options: RequestOptions = {
    method,
    agent: false, // never reuses a connection, which another name may have opened
    headers: {
      ...Object.fromEntries(headers),
      'accept-encoding': 'identity',
      'user-agent': headers.get('user-agent') ?? 'Licet',
      ...(bytes === null || bytes === undefined ? {} : { 'content-length': Buffer.byteLength(bytes) }),
    },
    lookup,
    maxHeaderSize: limits.outgoingHeader.value,
    signal,
  };
  try {
    const answer = await new Promise<IncomingMessage>((answered, failed) => {
      const sent: ClientRequest = (url.protocol === 'https:' ? secure : plain)(url, options, answered);
      sent.on('error', failed);
      sent.end(bytes ?? undefined);
    });
    const response = await read(host, answer);
    // A response without a length ends when its connection closes (RFC 9112 section 6.3). So a timeout would look like its end.
    signal.throwIfAborted();
    return response;
  } catch (error) {
    if (error instanceof OutgoingError) throw error;
    if (error instanceof Error && error.cause instanceof OutgoingError) throw error.cause;
    throw failure(signal.aborted ? 'too_slow' : reasonOf(error), host, error);
  }
}

async function read(host: string, message: IncomingMessage): Promise<Response> {
  const most = limits.outgoingBody.value;
  const encoding = message.headers['content-encoding'] ?? 'identity';
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > most) {
      message.destroy();
      throw failure('too_large', host);
    }
  }
  // A small compressed response can expand endlessly. None was requested, so it is refused.
  if (encoding !== 'identity' && size > 0) throw failure('broken', host);
  const status = message.statusCode ?? 0;
  if (status < 200 || status > 599) throw failure('broken', host);
  const headers = new Headers();
  for (const [name, values] of Object.entries(message.headersDistinct))
    for (const value of values ?? []) headers.append(name, value);
  const empty = [204, 205, 304].includes(status);
  return new Response(empty ? null : Buffer.concat(chunks), { status, headers });
}

function redirectOf({ status, headers }: Response): string | undefined {
  return [301, 302, 303, 307, 308].includes(status) ? (headers.get('location') ?? undefined) : undefined;
}

function withoutSecrets(headers: Headers): Headers {
  const kept = new Headers(headers);
  for (const name of ['authorization', 'cookie', 'dpop', 'proxy-authorization']) kept.delete(name);
  return kept;
}

/** The headers of a webhook, as in Standard Webhooks: HMAC-SHA-256 over id, time and body. A message that is sent again has the same id. */
export function webhookHeaders(secret: string, id: string, body: string): Record<string, string> {
  const timestamp = String(Math.floor(machineNow()));
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signatureOf(secret, { id, timestamp, body })}`,
  };
}

/** The signature of a request, in base64. */
export function signatureOf(
  secret: string,
  { id, timestamp, body }: { readonly id: string; readonly timestamp: string; readonly body: string },
): string {
  return createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64');
}
