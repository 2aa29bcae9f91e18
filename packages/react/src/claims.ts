/**
 * Follows names through own properties only, so that nothing is found on a prototype. Undefined where the path ends.
 */
const own = (value: unknown, ...names: readonly string[]): unknown =>
  names.reduce<unknown>(
    (at, name) =>
      typeof at === 'object' && at !== null && Object.hasOwn(at, name) ? Reflect.get(at, name) : undefined,
    value,
  );

/**
 * The lists joined. A missing one is an empty list. A value that is not a list stays, and makes the token malformed.
 */
const joined = (...lists: readonly unknown[]): unknown => {
  const present = lists.filter((list) => list !== undefined);
  return present.every(Array.isArray) ? present.flat() : null;
};

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

/**
 * Amazon Cognito: the groups (`cognito:groups`) are the roles. Its tokens have no permissions, so guard by role, or let
 * a pre-token-generation trigger add a `permissions` claim and read it with `claimsAt`.
 *
 * @example
 * <AccessProvider token={session?.accessToken} claims={cognito()} />
 */
export const cognito =
  () =>
  (payload: unknown): unknown => ({
    sub: own(payload, 'sub'),
    exp: own(payload, 'exp'),
    roles: joined(own(payload, 'cognito:groups')),
    permissions: [],
  });

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

/**
 * The path of a claim: its name, or the names of the nested objects and of the claim. A dot in a name is part of the
 * name, not a separator.
 */
export type ClaimPath = string | readonly string[];

/** The paths of the rule's claims in another issuer's payload. */
export interface ClaimPaths {
  /** `sub` by default. */
  readonly sub?: ClaimPath | undefined;
  /** None by default: the list is empty. */
  readonly roles?: ClaimPath | undefined;
  /** None by default: the list is empty. */
  readonly permissions?: ClaimPath | undefined;
  /** `exp` by default. */
  readonly exp?: ClaimPath | undefined;
}

/**
 * Any other form, by paths. A missing list is empty. A list that is not an array of strings makes the token malformed.
 *
 * @example
 * <AccessProvider token={token} claims={claimsAt({ roles: ['acme', 'roles'], permissions: 'https://acme.example/can' })} />
 */
export const claimsAt = ({ sub = 'sub', roles, permissions, exp = 'exp' }: ClaimPaths) => {
  const at = (payload: unknown, path: ClaimPath | undefined): unknown =>
    path === undefined ? undefined : own(payload, ...(typeof path === 'string' ? [path] : path));
  return (payload: unknown): unknown => ({
    sub: at(payload, sub),
    exp: at(payload, exp),
    roles: joined(at(payload, roles)),
    permissions: joined(at(payload, permissions)),
  });
};
