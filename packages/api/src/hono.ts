import type { PermissionName, RoleName } from '@licet/rule';
import type { Context, MiddlewareHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
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

/** The type of a Hono environment with the variable that guards set: `c.get('access')`. */
export interface AccessEnvironment {
  Variables: { access: VerifiedAccess };
}

export interface HonoGuard {
  requireAccess(): MiddlewareHandler<AccessEnvironment>;
  /**
   * Requires the permission or the role admin, and whatever the conditions require.
   * @throws TypeError if the permission is not a valid name, or the conditions require nothing
   */
  requirePermission(
    permission: PermissionName,
    conditions?: Conditions<[context: Context]>,
  ): MiddlewareHandler<AccessEnvironment>;
  /**
   * Requires the role.
   * @throws TypeError if the role is not a valid name
   */
  requireRole(role: RoleName): MiddlewareHandler<AccessEnvironment>;
}

/**
 * Returns guards for Hono, which set `access` in the context. A guard that refuses a request throws an
 * `HTTPException` that contains the reply. The `cause` of the exception is the `AccessRefused`. If
 * `app.onError` is set, it receives the exception. Otherwise, Hono sends the reply.
 *
 * @example
 * import { createVerifier } from '@licet/api';
 * import { guard } from '@licet/api/hono';
 * import { Hono } from 'hono';
 *
 * const verifier = createVerifier({ issuer: 'http://localhost:4080', audience: 'ledger' });
 * const { requirePermission } = guard(verifier);
 * const app = new Hono();
 * app.get('/invoices', requirePermission('invoices.read'), (c) => c.json({ for: c.get('access').userId }));
 * await verifier.close();
 */
export function guard(verifier: Verifier): HonoGuard {
  const guarding =
    (requirement: RequirementOf<[context: Context]>): MiddlewareHandler<AccessEnvironment> =>
    async (context, next) => {
      let access: VerifiedAccess;
      try {
        access = await verifier.admit(context.req.raw, requirementFor(requirement, context));
      } catch (error) {
        const refused = asRefused(error);
        const { status, headers, body } = refusedReply(refused, verifier.dpop);
        const res = new Response(JSON.stringify(body), { status, headers });
        throw new HTTPException(status, { res, message: refused.message, cause: refused });
      }
      context.set('access', access);
      await next();
    };
  return {
    requireAccess: () => guarding({}),
    requirePermission: (permission, conditions) => guarding(permissionRequirement(permission, conditions)),
    requireRole: (role) => guarding(roleRequirement(role)),
  };
}
