import { joined, own } from './own.ts';

/** The claims of a Keycloak access token. */
export interface KeycloakShape {
  /** The client whose own roles count as well (`resource_access[client].roles`). */
  readonly client?: string | undefined;
}

/**
 * Keycloak: `realm_access.roles` and, with a client, its roles as well. Keycloak's tokens list no permissions. If a
 * realm maps them into a `permissions` claim, they are read from there.
 *
 * @example
 * <AccessProvider token={token} claims={keycloak({ client: 'ledger' })} />
 */
export const keycloak =
  ({ client }: KeycloakShape = {}) =>
  (payload: unknown): unknown => ({
    sub: own(payload, 'sub'),
    exp: own(payload, 'exp'),
    roles: joined(
      own(payload, 'realm_access', 'roles'),
      client === undefined ? undefined : own(payload, 'resource_access', client, 'roles'),
    ),
    permissions: joined(own(payload, 'permissions')),
  });
