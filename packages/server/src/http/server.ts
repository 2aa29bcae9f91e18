import { randomUUID } from 'node:crypto';
import { limits } from '@licet/contract';
import { configurationSchema, configurationSchemaPath } from '@licet/contract/configuration';
import { openApi } from '@licet/contract/openapi';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify';
import { machineNow } from '../machine-clock.ts';
import { problemWith, Refusal } from '../refusal.ts';
import { publicAppearance } from '../usecases/appearance/index.ts';
import type { Caller, Context } from '../usecases/context.ts';
import { methodsAt, registerApi } from './api.ts';
import { readSmallBodies } from './body.ts';
import type { Certificate } from './certificate.ts';
import { serveDocs } from './docs.ts';
import { addSecurityHeaders } from './headers.ts';
import { serveAppearance, serveMailExamples, servePages } from './pages.ts';
import { answerUnread, problemFrom, sendFailure, sendProblem, tellOfAnswer } from './problems.ts';
import { type Forwarding, trustOf } from './trusted-proxies.ts';

/** The parts of the web server, from the composition. */
export interface ServerParts extends Omit<Context, 'caller' | 'origin'> {
  readonly log: FastifyBaseLogger;
  readonly trustedProxies: readonly string[];
  /** Records whether proxies that forward addresses are trusted. */
  readonly forwarding?: Forwarding | undefined;
  /** The security contact, as a URI. */
  readonly securityContact?: string | undefined;
  /** The certificate for TLS; without one a proxy terminates it. */
  readonly certificate?: Certificate | undefined;
  readonly authenticate: (request: FastifyRequest) => Promise<Caller>;
  /** Whether the origin is a registered web origin of any client, so that CORS allows it. */
  readonly webOrigin: (origin: string) => Promise<boolean>;
  /** Mounts the OpenID provider and the endpoints of the sign-in page. */
  readonly mountSignIn: (app: FastifyInstance) => Promise<void>;
  /** Checks quickly whether the server can answer requests. @throws Refusal `unavailable` with the obstacle */
  readonly ready: () => Promise<void>;
  /** The folder of the built console. */
  readonly consoleFolder: string;
  /** The folder of the built documentation, if it is served. */
  readonly docsFolder?: string | undefined;
}

/** The server on the network: OpenID provider, API, console, health. */
export async function buildServer({
  log,
  trustedProxies,
  forwarding,
  securityContact,
  certificate,
  mountSignIn,
  consoleFolder,
  docsFolder,
  ready,
  ...parts
}: ServerParts): Promise<FastifyInstance> {
  const app = newApp(log, trustedProxies, certificate);
  addSecurityHeaders(app, parts.issuer);
  forwarding?.watch(app);
  app.get('/healthz', async () => ({ status: 'ok' }));
  answerReadiness(app, ready);
  if (securityContact)
    app.get('/.well-known/security.txt', async (_request, reply) =>
      reply.type('text/plain; charset=utf-8').send(securityText(securityContact)),
    );
  serveMadeOnce(app, '/api/openapi.json', 'application/json', () => openApi(parts.issuer));
  serveMadeOnce(app, configurationSchemaPath, 'application/schema+json', configurationSchema);
  await mountSignIn(app);
  await registerApi(app, { ...parts, audience: 'network' });
  await serveMailExamples(app, parts);
  const shown = publicAppearance(parts.database);
  await serveAppearance(app, shown);
  if (docsFolder) await serveDocs(app, docsFolder);
  const missingPage = await servePages(app, consoleFolder, { ...shown, issuer: parts.issuer });
  app.setNotFoundHandler((request, reply) => {
    const wantsPage =
      request.method === 'GET' && request.headers.accept?.includes('text/html') && !request.url.startsWith('/api/');
    return wantsPage && missingPage ? missingPage(reply) : notFound(request, reply);
  });
  return app;
}

/** Answers readiness checks. Load balancers send one every second or two, so only a changed result is logged. */
function answerReadiness(app: FastifyInstance, ready: ServerParts['ready']): void {
  let said = '';
  app.get('/readyz', async (request, reply) => {
    const problem = await ready().then(
      () => undefined,
      (error: unknown) => {
        if (error instanceof Refusal) return error.problem;
        throw error;
      },
    );
    const says = problem?.detail ?? '';
    if (says !== said) {
      if (problem) request.log.error({ reason: says }, 'This server is not ready.');
      else request.log.info('This server is ready again.');
    }
    said = says;
    if (problem) return sendProblem(request, reply, problem);
    return reply.header('cache-control', 'no-store').send({ status: 'ready' });
  });
}

/** The security contact (RFC 9116), with an expiry that is renewed each day. */
function securityText(contact: string): string {
  const ends = new Date(machineNow() * 1000);
  ends.setUTCHours(0, 0, 0, 0);
  ends.setUTCDate(ends.getUTCDate() + 90);
  return `Contact: ${contact}\nExpires: ${ends.toISOString()}\nPreferred-Languages: en\n`;
}

/**
 * Creates the server on the operator's socket in the data directory. Every call is made as the operator, including the
 * calls that only the operator may make.
 */
export async function buildOperatorServer({
  log,
  ...parts
}: Omit<
  ServerParts,
  | 'trustedProxies'
  | 'forwarding'
  | 'securityContact'
  | 'certificate'
  | 'authenticate'
  | 'webOrigin'
  | 'mountSignIn'
  | 'consoleFolder'
  | 'docsFolder'
  | 'ready'
>): Promise<FastifyInstance> {
  const app = newApp(log, []);
  app.setNotFoundHandler(notFound);
  await registerApi(app, {
    ...parts,
    authenticate: async () => ({ kind: 'operator' }),
    webOrigin: async () => false,
    audience: 'operator',
  });
  return app;
}

function newApp(log: FastifyBaseLogger, trustedProxies: readonly string[], certificate?: Certificate): FastifyInstance {
  const options: FastifyServerOptions = {
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: trustOf(trustedProxies),
    bodyLimit: limits.publicBodyBytes.value,
    requestTimeout: 120_000,
    connectionTimeout: 120_000,
    forceCloseConnections: 'idle',
    rewriteUrl,
    routerOptions: { maxParamLength: 1100 },
    clientErrorHandler: answerUnread,
    frameworkErrors: (error, request, reply) => void sendProblem(request, reply, problemFrom(error, request)),
  };
  const app = certificate ? overTls(options, certificate) : Fastify(options);
  readSmallBodies(app);
  app.setErrorHandler(sendFailure);
  app.addHook('onResponse', logAnswer);
  return app;
}

/**
 * Creates a server with TLS. The cast is safe, because Fastify's type for TLS differs from `FastifyInstance` only in
 * parts that we do not use.
 */
function overTls(options: FastifyServerOptions, certificate: Certificate): FastifyInstance {
  const https = { ...certificate, handshakeTimeout: limits.requestTimeout.value };
  return Fastify({ ...(options as object), https }) as unknown as FastifyInstance;
}

/** Replaces the target of a request by its path and query, before routing. */
export function rewriteUrl(request: Parameters<NonNullable<FastifyServerOptions['rewriteUrl']>>[0]): string {
  const url = originForm(request.url ?? '/');
  // Koa, on which the OpenID provider runs, reads the address from here.
  Object.assign(request, { originalUrl: url });
  return url;
}

/**
 * Returns the path and query of a request target:
 * - Drops the host of an absolute target, which a proxy may send (RFC 9112 section 3.2.2). Otherwise the host would
 *   appear in addresses that Licet writes, and in the check of DPoP proofs.
 * - Drops a fragment, which no target may have (RFC 9112 section 3.2.1). Otherwise checks of the address would compare
 *   it, while the router and the OpenID provider ignore it.
 */
function originForm(sent: string): string {
  const [target = ''] = sent.split('#');
  if (target.startsWith('/') || !URL.canParse(target)) return target || '/';
  const { pathname, search } = new URL(target);
  return pathname + search;
}

// Logs a response by its path only, because a query can contain an authorization code or a search term. Successful
// responses appear only at debug level, because they would hide the failures. `tellOfAnswer` counts them, and the audit
// chain or the sign-in log records those that matter.
async function logAnswer(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { method, url, ip: address } = request;
  const status = reply.raw.statusCode;
  tellOfAnswer(request, reply);
  const [path] = url.split('?');
  const level = path === '/readyz' ? 'debug' : status >= 500 ? 'error' : status >= 400 ? 'info' : 'debug';
  const line = { method, path, status, milliseconds: Math.round(reply.elapsedTime), address };
  request.log[level](line, 'Answered.');
}

function notFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = request.url.split('?')[0]?.slice(0, 200) ?? '';
  const allowed = methodsAt(path);
  if (allowed.length === 0)
    return sendProblem(request, reply, problemWith('no_such_route', 'route_unknown', { method: request.method, path }));
  reply.header('allow', allowed.join(', '));
  return sendProblem(
    request,
    reply,
    problemWith('method_not_allowed', 'method_not_taken', { method: request.method, path }),
  );
}

/** Serves a public document that is computed at the first request, because it takes up to a quarter of a second. */
function serveMadeOnce(app: FastifyInstance, path: string, type: string, make: () => object): void {
  let made: string | undefined;
  app.get(path, async (_request, reply) => {
    made ??= JSON.stringify(make());
    return reply.type(type).send(made);
  });
}
