import type { PermissionName, RoleName } from '@licet/rule';
import type { FastifyPluginAsync } from 'fastify';
import type { VerifiedAccess } from './access.ts';
import type { VerifierOptions } from './options.ts';
import { asRefused, refused } from './refused.ts';
import { refusedReply } from './refused-reply.ts';
import type { NodeRequest } from './request.ts';
import {
  type Conditions,
  permissionRequirement,
  type RequirementOf,
  requirementFor,
  roleRequirement,
} from './requirement.ts';
import { createVerifier, type Verifier } from './verifier.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The access of the request. Reading this property on a route without a guard throws an error. */
    readonly access: VerifiedAccess;
  }
}

/** Either an existing verifier, or the options of a new verifier. The plugin closes only a verifier that it created. */
export type AccessOptions = VerifierOptions | { readonly verifier: Verifier };

/** A hook for `onRequest`, which runs before the body is read, or for `preHandler`. */
export type Guard = (request: GuardedRequest, reply: GuardedReply, done: () => void) => void;

/** The parts of Fastify's requests and replies that a guard needs. */
export interface GuardedRequest {
  readonly raw: NodeRequest;
  readonly server: object;
}
export interface GuardedReply {
  code(status: number): GuardedReply;
  headers(values: Readonly<Record<string, string>>): GuardedReply;
  send(body: string): GuardedReply;
}

/**
 * The plugin that gives guards their verifier and requests their `access`. A verifier that the plugin creates delays
 * the server's `ready` until the issuer's keys are loaded. The plugin closes that verifier with the server.
 *
 * @example
 * import { accessPlugin, requirePermission } from '@licet/api/fastify';
 * import Fastify from 'fastify';
 *
 * const app = Fastify();
 * app.register(accessPlugin, { issuer: 'http://localhost:4080', audience: 'ledger' });
 * app.get('/invoices', { onRequest: requirePermission('invoices.read') }, async (request) => ({
 *   for: request.access.userId,
 * }));
 * await app.close();
 */
export const accessPlugin: FastifyPluginAsync<AccessOptions> = Object.assign(
  (async (app, options) => {
    const own = 'verifier' in options ? undefined : createVerifier(options);
    const verifier = 'verifier' in options ? options.verifier : own;
    app.decorate(verifierKey, verifier);
    app.decorateRequest(accessKey, null);
    app.decorateRequest('access', {
      getter() {
        const access = accessKey in this ? this[accessKey] : null;
        if (isAccess(access)) return access;
        throw new Error('No guard let this request through: put requireAccess or requirePermission on its route.');
      },
    });
    if (!own) return;
    // Must be shorter than Fastify's own timeout, because Fastify's error would not give the reason.
    app.addHook('onReady', () => own.ready(0.9 * (app.initialConfig.pluginTimeout || 10_000)));
    app.addHook('onClose', () => own.close());
  }) satisfies FastifyPluginAsync<AccessOptions>,
  // Makes the decorators available to the whole server, not only inside this plugin. The package fastify-plugin uses
  // the same symbols.
  { [Symbol.for('skip-override')]: true, [Symbol.for('fastify.display-name')]: '@licet/api' },
);

export const requireAccess = (): Guard => guarding({});

/**
 * Returns a guard that requires the permission or the role admin, and whatever the conditions require.
 * @throws TypeError if the permission is not a valid name, or the conditions require nothing
 */
export const requirePermission = <Asked extends GuardedRequest = GuardedRequest>(
  permission: PermissionName,
  conditions?: Conditions<[request: Asked]>,
): Guard => guarding(permissionRequirement(permission, conditions));

/**
 * Returns a guard that requires the role.
 * @throws TypeError if the role is not a valid name
 */
export const requireRole = (role: RoleName): Guard => guarding(roleRequirement(role));

const guarding =
  <Asked extends GuardedRequest>(requirement: RequirementOf<[request: Asked]>): Guard =>
  (request, reply, done) => {
    const verifier = verifierOf(request.server);
    let answer: ReturnType<Verifier['admit']>;
    try {
      if (!verifier) throw refused('plugin_missing', {});
      answer = verifier.admit(request.raw, requirementFor(requirement, request as Asked));
    } catch (error) {
      return refuse(error, verifier, reply);
    }
    if (answer instanceof Promise)
      answer.then(
        (access) => pass(request, access, done),
        (error: unknown) => refuse(error, verifier, reply),
      );
    else pass(request, answer, done);
  };

function pass(request: Carrying, access: VerifiedAccess, done: () => void): void {
  request[accessKey] = access;
  done();
}

function refuse(error: unknown, verifier: Verifier | undefined, reply: GuardedReply): void {
  const { status, headers, body } = refusedReply(asRefused(error), verifier?.dpop);
  reply.code(status).headers(headers).send(JSON.stringify(body));
}

const verifierKey: unique symbol = Symbol('@licet/api verifier');
const accessKey: unique symbol = Symbol('@licet/api access');

/** A request to which the plugin has added its decorators. */
interface Carrying extends GuardedRequest {
  [accessKey]?: VerifiedAccess | null;
}

function verifierOf(server: object): Verifier | undefined {
  const verifier = verifierKey in server ? server[verifierKey] : undefined;
  return isVerifier(verifier) ? verifier : undefined;
}

const isVerifier = (value: unknown): value is Verifier =>
  typeof value === 'object' && value !== null && 'admit' in value;

const isAccess = (value: unknown): value is VerifiedAccess =>
  typeof value === 'object' && value !== null && 'sqlClaims' in value;
