import type { PermissionName, RoleName } from '@licet/rule';
import type { VerifiedAccess } from './access.ts';
import { asRefused } from './refused.ts';
import { refusedReply } from './refused-reply.ts';
import { permissionRequirement, type Requirement, roleRequirement, type StepUp } from './step-up.ts';
import type { Verifier } from './verifier.ts';

/** A handler with the access of the request; further arguments of the runtime follow. */
export type GuardedHandler<Rest extends unknown[]> = (
  request: Request,
  access: VerifiedAccess,
  ...rest: Rest
) => Response | Promise<Response>;

/** A handler of a fetch-style server: Next.js routes, Deno, Bun, Workers. */
export type FetchHandler<Rest extends unknown[]> = (request: Request, ...rest: Rest) => Promise<Response>;

export interface FetchGuard {
  /** Calls the handler if the token is valid. */
  requireAccess<Rest extends unknown[]>(handler: GuardedHandler<Rest>): FetchHandler<Rest>;
  /**
   * Calls the handler for a holder of the permission, or an admin, whose sign-in satisfies the step-up.
   * @throws TypeError if it is not a name, or the step-up has no requirement
   */
  requirePermission<Rest extends unknown[]>(
    permission: PermissionName,
    handler: GuardedHandler<Rest>,
    stepUp?: StepUp,
  ): FetchHandler<Rest>;
  /**
   * Calls the handler for a holder of the role.
   * @throws TypeError if it is not a name
   */
  requireRole<Rest extends unknown[]>(role: RoleName, handler: GuardedHandler<Rest>): FetchHandler<Rest>;
}

/**
 * Guards for handlers that take a `Request` and give a `Response`.
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
    <Rest extends unknown[]>(requirement: Requirement, handler: GuardedHandler<Rest>): FetchHandler<Rest> =>
    async (request, ...rest) => {
      let access: VerifiedAccess;
      try {
        access = await verifier.admit(request, requirement);
      } catch (error) {
        const { status, headers, body } = refusedReply(asRefused(error), verifier.dpop);
        return new Response(JSON.stringify(body), { status, headers });
      }
      return handler(request, access, ...rest);
    };
  return {
    requireAccess: (handler) => guarding({}, handler),
    requirePermission: (permission, handler, stepUp) => guarding(permissionRequirement(permission, stepUp), handler),
    requireRole: (role, handler) => guarding(roleRequirement(role), handler),
  };
}
