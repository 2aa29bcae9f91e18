import {
  type CompiledToken,
  compile,
  isValid,
  type On,
  type PermissionName,
  type RoleName,
  readClaims,
} from '@licet/rule';
import type { AccessToken, Payload } from './verify/index.ts';

/**
 * The verified identity of a request, with its permissions. The object is frozen, and requests with the same token
 * share it.
 */
export interface VerifiedAccess {
  /** The user's id in Licet. For a service client, the client's id. */
  readonly userId: string;
  readonly clientId: string;
  /** The session that the token belongs to; null for a service client. */
  readonly sessionId: string | null;
  /** True if the token was issued to a service client, false if to a user. */
  readonly service: boolean;
  /** The application's identifier in Licet. */
  readonly audience: string;
  readonly roles: readonly string[];
  /** The complete list of permissions, even if the token contains only a reference to the list. */
  readonly permissions: readonly string[];
  /** The change number at which Licet computed the roles and permissions. */
  readonly version: number;
  /** Seconds since the epoch. */
  readonly expiresAt: number;
  readonly claims: Readonly<Record<string, unknown>>;
  /** Returns whether the user has the permission now. Returns false if the token has expired or was revoked. */
  can(permission: PermissionName): boolean;
  /** Returns whether the user has the role now. Returns false if the token has expired or was revoked. */
  hasRole(role: RoleName): boolean;
  /**
   * Returns the same checks on a resource: what holds everywhere counts, and what holds on one of the names in `on`.
   * @param on the resource and everything that it lies in, such as `['shop:berlin', 'region:de']`. The checks return
   * false if it is neither a string nor a list of strings
   */
  at(on: On): Pick<VerifiedAccess, 'can' | 'hasRole'>;
  /**
   * Returns the claims as JSON with the complete list of permissions, for PostgreSQL's row-level security: `select
   * set_config('request.jwt.claims', $1, true)`. Returns `{}`, which permits nothing, if the token has expired or was
   * revoked.
   */
  sqlClaims(): string;
}

export interface AccessParts {
  readonly token: AccessToken;
  readonly permissions: readonly string[];
  /** Seconds since the epoch. */
  readonly now: () => number;
  /** Returns false if the token has expired or was revoked, or if the server cannot tell whether it was revoked. */
  readonly inForce: () => boolean;
}

/** The access of a token. It permits nothing unless the token is known to be valid. */
export interface CompiledAccess {
  readonly access: VerifiedAccess;
  readonly compiled: CompiledToken;
}

/** Returns the access of a verified token. `@licet/rule` decides every check. */
export function createAccess({ token, permissions, now, inForce }: AccessParts): CompiledAccess {
  const { payload, claims, clientId, sessionId, service, audience, version } = token;
  const whole = wholePayload(payload, permissions);
  const compiled = compile({ ...claims, permissions, permissions_ref: undefined });
  // `isValid` parses its argument at each call. It needs only `sub` and `exp`, and parsing is faster without the lists.
  const timed = readClaims({ sub: claims.sub, exp: claims.exp });
  let sql: string | undefined;
  const valid = () => isValid(timed, now()) && inForce();
  const access: VerifiedAccess = Object.freeze({
    userId: claims.sub,
    clientId,
    sessionId,
    service,
    audience,
    roles: Object.freeze([...claims.roles]),
    permissions: Object.freeze([...permissions]),
    version,
    expiresAt: claims.exp,
    claims: deepFreeze(payload),
    can: (permission: PermissionName) => valid() && compiled.can(permission),
    hasRole: (role: RoleName) => valid() && compiled.hasRole(role),
    at: (on: On) => {
      const there = compiled.at(on);
      return {
        can: (permission: PermissionName) => valid() && there.can(permission),
        hasRole: (role: RoleName) => valid() && there.hasRole(role),
      };
    },
    sqlClaims: () => {
      sql ??= JSON.stringify(whole);
      return valid() ? sql : '{}';
    },
  });
  return { access, compiled };
}

function wholePayload({ permissions_ref: _, ...rest }: Payload, permissions: readonly string[]): Payload {
  return { ...rest, permissions };
}

function deepFreeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  for (const each of Object.values(value)) deepFreeze(each);
  return Object.freeze(value);
}
