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

/** A handler that receives the access of the request. Further arguments of the runtime follow. */
export type GuardedHandler<Rest extends unknown[]> = (
  request: Request,
  access: VerifiedAccess,
  ...rest: Rest
) => Response | Promise<Response>;

export type FetchHandler<Rest extends unknown[]> = (request: Request, ...rest: Rest) => Promise<Response>;

export interface FetchGuard {
  /** Returns a handler that requires a valid token. */
  requireAccess<Rest extends unknown[]>(handler: GuardedHandler<Rest>): FetchHandler<Rest>;
  /**
   * Returns a handler that requires the permission or the role admin, and whatever the conditions require.
   * @throws TypeError if the permission is not a valid name, or the conditions require nothing
   */
  requirePermission<Rest extends unknown[]>(
    permission: PermissionName,
    handler: GuardedHandler<Rest>,
    conditions?: Conditions<[request: Request, ...rest: Rest]>,
  ): FetchHandler<Rest>;
  /**
   * Returns a handler that requires the role.
   * @throws TypeError if the role is not a valid name
   */
  requireRole<Rest extends unknown[]>(role: RoleName, handler: GuardedHandler<Rest>): FetchHandler<Rest>;
}

/**
 * Returns guards for handlers that take a `Request` and return a `Response`, such as Next.js routes, Deno, Bun and
 * Workers.
 *
 * @example
 * import { createVerifier } from '@licet/api';
 * import { guard } from '@licet/api/fetch';
 *
 * const verifier = createVerifier({ issuer: 'http://localhost:4080', audience: 'ledger' });
 * const { requirePermission } = guard(verifier);
 * const handler = requirePermission('invoices.read', (request, access) => Response.json({ for: access.userId }));
 * const response = await handler(new Request('http://localhost:3000/invoices'));
 * response.status; // 401
 * await verifier.close();
 */
export function guard(verifier: Verifier): FetchGuard {
  const guarding =
    <Rest extends unknown[]>(
      requirement: RequirementOf<[request: Request, ...rest: Rest]>,
      handler: GuardedHandler<Rest>,
    ): FetchHandler<Rest> =>
    async (request, ...rest) => {
      let access: VerifiedAccess;
      try {
        access = await verifier.admit(request, requirementFor(requirement, request, ...rest));
      } catch (error) {
        const { status, headers, body } = refusedReply(asRefused(error), verifier.dpop);
        return new Response(JSON.stringify(body), { status, headers });
      }
      return handler(request, access, ...rest);
    };
  return {
    requireAccess: <Rest extends unknown[]>(handler: GuardedHandler<Rest>) => guarding<Rest>({}, handler),
    requirePermission: (permission, handler, conditions) =>
      guarding(permissionRequirement(permission, conditions), handler),
    requireRole: (role, handler) => guarding(roleRequirement(role), handler),
  };
}
