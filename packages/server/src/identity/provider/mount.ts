import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import { clientAddress } from '../../client-address.ts';
import type { Database } from '../../store/kernel/database.ts';
import type { KeyRing } from '../keys/signing-keys.ts';
import { dressed, page, protocolPolicy } from '../steps/pages.ts';
import { rememberOrigin, rememberStranger } from '../steps/request-origin.ts';
import type { UnfinishedSignIns } from '../steps/sign-in-requests.ts';
import { permissionsDocument } from '../tokens/permissions-document.ts';
import type { Verifier } from '../tokens/verify.ts';
import { allowReading, answerPreflight, requireClientOf } from './cors.ts';
import { takeForms } from './form-requests.ts';
import { mountUserInfo } from './userinfo.ts';

export interface MountParts {
  /** Returns the current provider, which is replaced when the keys change. */
  readonly provider: () => Provider;
  readonly database: Database;
  /** The public address, without a slash at the end. */
  readonly issuer: string;
  readonly keys: KeyRing;
  readonly verify: Verifier;
  /** Limits the number of unfinished sign-ins. */
  readonly begun: UnfinishedSignIns;
  /** Whether the origin is a registered web origin of any client, so that CORS allows it. */
  readonly webOrigin: (origin: string) => Promise<boolean>;
}

/** Mounts the OpenID provider: discovery, and its endpoints under `/oidc/`. It reads bodies and writes answers itself. */
export async function mountOidc(app: FastifyInstance, parts: MountParts): Promise<void> {
  const issuer = new URL(parts.issuer);
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
    const handler = async (request: FastifyRequest, reply: FastifyReply) => {
      if (!(await mayAsk(request, parts))) {
        if (request.method === 'OPTIONS') return reply.code(204).send();
        rememberStranger(request);
      }
      const wait = begins(request) ? parts.begun.take(clientAddress(request.ip)) : undefined;
      if (wait !== undefined) return refuseBegun(request, reply.header('retry-after', wait), parts.database);
      rememberOrigin(request);
      claimAddress(request.raw, issuer);
      reply.hijack();
      const { raw } = reply;
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined) raw.setHeader(name, value);
      raw.setHeader('content-security-policy', protocolPolicy);
      if (isAuthorization(request.url) && !isNavigation(request)) return refuseEmbedding(raw, parts.database);
      return callbackOf(parts.provider())(request.raw, raw);
    };
    const method = ['GET', 'POST', 'OPTIONS'];
    scope.route({ method, url: '/oidc/*', handler });
    for (const url of ['/device', '/device/:uid']) scope.route({ method: ['GET', 'POST'], url, handler });
    scope.route({ method: ['GET', 'OPTIONS'], url: '/.well-known/openid-configuration', handler });
    scope.route({ method: ['GET', 'OPTIONS'], url: '/.well-known/oauth-authorization-server', handler });
  });
  await takeForms(app, parts.database);
  await mountUserInfo(app, parts);
  await mountPermissions(app, parts);
}

/** Serves the permission list behind `permissions_ref`. Pages at the client's own origins can read it. */
async function mountPermissions(app: FastifyInstance, parts: MountParts): Promise<void> {
  const { verify, keys } = parts;
  const url = '/oidc/permissions/:ref';
  answerPreflight(app, url, 'GET', parts);
  app.get<{ Params: { ref: string } }>(url, async (request, reply) => {
    await allowReading(request, reply, parts);
    const token = await verify({ method: 'GET', url: request.url, headers: request.headers }, undefined);
    await requireClientOf(request, token, parts);
    const document = await permissionsDocument(keys, parts, token, request.params.ref);
    return reply.header('cache-control', 'private, max-age=300').type('application/permissions+jwt').send(document);
  });
}

/**
 * Whether a request stores a record before its user is known: an authorization request, a pushed one (RFC 9126), a device code, or the
 * page where that code is entered (RFC 8628). A HEAD request is processed like GET.
 */
function begins({ method, url }: FastifyRequest): boolean {
  const [, endpoint] = /^\/(oidc\/(?:auth|request|device)|device)\/?(?:\?|$)/i.exec(url) ?? [];
  const posted = /^oidc\/(?:request|device)$/i.test(endpoint ?? '');
  return endpoint !== undefined && method !== 'OPTIONS' && (method === 'POST' || !posted);
}

/** RFC 9126 section 2.3 */
async function refuseBegun(request: FastifyRequest, reply: FastifyReply, database: Database): Promise<FastifyReply> {
  reply.code(429).header('cache-control', 'no-store');
  const description = 'Too many sign-ins were begun from your network.';
  if (!isAuthorization(request.url))
    return reply.send({ error: 'temporarily_unavailable', error_description: description });
  const body = page(description, ['Wait a moment, then begin again in the application.']);
  reply.header('content-security-policy', protocolPolicy).type('text/html; charset=utf-8');
  return reply.send(await dressed(database, body));
}

/**
 * Whether pages of an origin may read the answer. Any client may have registered the origin. A page of an unregistered origin cannot even
 * read a refusal. Every page may read public documents.
 */
async function mayAsk({ url, headers: { origin } }: FastifyRequest, { webOrigin }: MountParts): Promise<boolean> {
  const published = /^\/(?:\.well-known\/|oidc\/jwks)/.test(url);
  return published || origin === undefined || webOrigin(origin);
}

type Callback = (request: IncomingMessage, response: ServerResponse) => Promise<void>;
const callbacks = new WeakMap<Provider, Callback>();

function callbackOf(provider: Provider): Callback {
  const known = callbacks.get(provider);
  if (known) return known;
  const made: Callback = provider.callback();
  callbacks.set(provider, made);
  return made;
}

/**
 * Sets host and scheme from the issuer. Otherwise a forged Host header would appear in addresses that the provider
 * writes.
 */
function claimAddress({ headers }: IncomingMessage, issuer: URL): void {
  headers.host = issuer.host;
  headers['x-forwarded-proto'] = issuer.protocol.slice(0, -1);
  delete headers['x-forwarded-host'];
}

const isAuthorization = (url: string) => /^\/(?:oidc\/auth|device)(?:[/?]|$)/i.test(url);

/** Whether the browser loads a page, rather than a frame, script or image (Fetch Metadata, `Sec-Fetch-Dest`). */
function isNavigation({ headers }: FastifyRequest): boolean {
  const destination = headers['sec-fetch-dest'];
  return destination === undefined || destination === 'document';
}

async function refuseEmbedding(response: ServerResponse, database: Database): Promise<void> {
  const sentence = 'It does not work in a frame or from a script.';
  const body = await dressed(database, page('Signing in needs the whole page.', [sentence]));
  response.writeHead(403, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }).end(body);
}
