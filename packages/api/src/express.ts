import type { IncomingMessage, ServerResponse } from 'node:http';
import type { PermissionName, RoleName } from '@licet/rule';
import type { VerifiedAccess } from './access.ts';
import { asRefused } from './refused.ts';
import { refusedReply } from './refused-reply.ts';
import {
  type Conditions,
  permissionRequirement,
  type RequirementOf,
  requirementFor,
  roleRequirement,
} from './requirement.ts';
import type { Verifier } from './verifier.ts';

declare global {
  namespace Express {
    interface Request {
      /** The access of the request. A guard sets it when it accepts the request. */
      access: VerifiedAccess;
    }
  }
}

/** A middleware for Express, Connect and compatible frameworks. */
export type Middleware = (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void;

export interface ExpressGuard {
  requireAccess(): Middleware;
  /**
   * Requires the permission or the role admin, and whatever the conditions require.
   * @throws TypeError if the permission is not a valid name, or the conditions require nothing
   */
  requirePermission<Asked extends IncomingMessage = IncomingMessage>(
    permission: PermissionName,
    conditions?: Conditions<[request: Asked]>,
  ): Middleware;
  /**
   * Requires the role.
   * @throws TypeError if the role is not a valid name
   */
  requireRole(role: RoleName): Middleware;
}

/**
 * Returns guards for Express, which set `access` on the request. A guard that refuses a request sends the reply
 * itself, as problem details, and does not call the error handler. The status is 401 with `WWW-Authenticate`, 403
 * with the name of the permission, or 503 if the server cannot decide.
 *
 * @example
 * import { createVerifier } from '@licet/api';
 * import { guard } from '@licet/api/express';
 * import express from 'express';
 *
 * const verifier = createVerifier({ issuer: 'http://localhost:4080', audience: 'ledger' });
 * const { requirePermission } = guard(verifier);
 * const app = express();
 * app.get('/invoices', requirePermission('invoices.read'), (request, response) => {
 *   response.json({ for: request.access.userId });
 * });
 * await verifier.close();
 */
export function guard(verifier: Verifier): ExpressGuard {
  const guarding =
    <Asked extends IncomingMessage>(requirement: RequirementOf<[request: Asked]>): Middleware =>
    (request, response, next) => {
      const pass = (access: VerifiedAccess) => {
        Object.assign(request, { access });
        next();
      };
      const refuse = (error: unknown) => {
        const { status, headers, body } = refusedReply(asRefused(error), verifier.dpop);
        response.writeHead(status, headers).end(JSON.stringify(body));
      };
      let answer: ReturnType<Verifier['admit']>;
      try {
        answer = verifier.admit(request, requirementFor(requirement, request as Asked));
      } catch (error) {
        return refuse(error);
      }
      if (answer instanceof Promise) answer.then(pass, refuse);
      else pass(answer);
    };
  return {
    requireAccess: () => guarding({}),
    requirePermission: (permission, conditions) => guarding(permissionRequirement(permission, conditions)),
    requireRole: (role) => guarding(roleRequirement(role)),
  };
}
