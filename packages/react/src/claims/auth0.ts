import { joined, own } from './own.ts';

/** The claims of an Auth0 access token. */
export interface Auth0Shape {
  /** The namespace of an Action's claims, such as `https://ledger.example/`; roles are read from `<namespace>roles`. */
  readonly namespace?: string | undefined;
}

/**
 * Auth0: the claim `permissions` (with RBAC and “Add permissions in the access token” switched on), and roles from a
 * namespaced claim, because Auth0 allows no other names.
 *
 * @example
 * <AccessProvider token={token} claims={auth0({ namespace: 'https://ledger.example/' })} />
 */
export const auth0 =
  ({ namespace }: Auth0Shape = {}) =>
  (payload: unknown): unknown => ({
    sub: own(payload, 'sub'),
    exp: own(payload, 'exp'),
    roles: joined(namespace === undefined ? undefined : own(payload, `${namespace}roles`)),
    permissions: joined(own(payload, 'permissions')),
  });
