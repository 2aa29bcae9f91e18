/**
 * Returns the value at a path of property names, or undefined if a name is missing. Reads own properties only, so that
 * a prototype adds no claims.
 */
const own = (value: unknown, ...names: readonly string[]): unknown =>
  names.reduce<unknown>(
    (at, name) =>
      typeof at === 'object' && at !== null && Object.hasOwn(at, name) ? Reflect.get(at, name) : undefined,
    value,
  );

/**
 * Joins the lists. A missing list counts as empty. A value that is not a list is returned as it is, and makes the
 * token malformed.
 */
const joined = (...lists: readonly unknown[]): unknown => {
  const present = lists.filter((list) => list !== undefined);
  return present.every(Array.isArray) ? present.flat() : null;
};

/** The claims of an Auth0 access token. */
export interface Auth0Shape {
  /**
   * The namespace of the claims that an Auth0 Action sets, such as `https://ledger.example/`. Roles are read from
   * `<namespace>roles`.
   */
  readonly namespace?: string | undefined;
}

/**
 * Reads Auth0 tokens. Permissions come from the claim `permissions`, for which RBAC and “Add permissions in the
 * access token” must be enabled. Roles come from a namespaced claim, because Auth0 requires a namespace for custom
 * claims.
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
 * Reads Amazon Cognito tokens. The groups (`cognito:groups`) are the roles. Cognito's tokens have no permissions. So
 * guard by role, or let a pre-token-generation trigger add a claim `permissions` and read it with `claimsAt`.
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
  /** The client whose roles are added to the realm's roles (`resource_access[client].roles`). */
  readonly client?: string | undefined;
}

/**
 * Reads Keycloak tokens. Roles come from `realm_access.roles` and, with `client`, also from the roles of that client.
 * By default, Keycloak's tokens have no permissions. If a realm maps them to a claim `permissions`, that claim is
 * read.
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
 * The path of a claim: its name, or the names of the nested objects and then of the claim. A dot in a name is part of
 * the name, not a separator.
 */
export type ClaimPath = string | readonly string[];

/** The paths of the rule's claims in another issuer's payload. */
export interface ClaimPaths {
  /** Default: `sub`. */
  readonly sub?: ClaimPath | undefined;
  /** Without a path, the list is empty. */
  readonly roles?: ClaimPath | undefined;
  /** Without a path, the list is empty. */
  readonly permissions?: ClaimPath | undefined;
  /** Default: `exp`. */
  readonly exp?: ClaimPath | undefined;
}

/**
 * Reads tokens of other formats, by the paths of their claims. A missing list counts as empty. A list that is not an
 * array of strings makes the token malformed.
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
