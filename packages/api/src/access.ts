import { type Compiled, compile, isValid, type PermissionName, type RoleName, readClaims } from '@licet/rule';
import type { AccessToken, Payload } from './verify/index.ts';

/** The user or program of a verified token, and their access. Frozen, and shared by requests with the same token. */
export interface VerifiedAccess {
  /** The user's id in Licet; the client's for a program that acts for itself. */
  readonly userId: string;
  readonly clientId: string;
  /** The session of the token; null for a service client. */
  readonly sessionId: string | null;
  /** Whether the token is of a service client, not of a user. */
  readonly service: boolean;
  /** The application. */
  readonly audience: string;
  readonly roles: readonly string[];
  /** The complete list, even if the token contains only a reference to it. */
  readonly permissions: readonly string[];
  /** The change number at which the roles and permissions were computed. */
  readonly version: number;
  /** Seconds since the epoch. */
  readonly expiresAt: number;
  /** Every claim of the token. */
  readonly claims: Readonly<Record<string, unknown>>;
  /** Whether the permission is held now; false once the token has expired or was cut off. */
  can(permission: PermissionName): boolean;
  /** Whether the role is held now. */
  hasRole(role: RoleName): boolean;
  /**
   * The claims as JSON with the whole list of permissions, for row-level security: `select
   * set_config('request.jwt.claims', $1, true)`. `{}`, which permits nothing, once the token has expired or was cut
   * off.
   */
  sqlClaims(): string;
}

export interface AccessParts {
  readonly token: AccessToken;
  /** The complete list. */
  readonly permissions: readonly string[];
  /** Seconds since the epoch. */
  readonly now: () => number;
  /** False if the token has expired or was cut off, or if that is unknown. */
  readonly inForce: () => boolean;
}

/** The access of a token, which permits nothing unless the token is known to be in force. */
export interface CompiledAccess {
  readonly access: VerifiedAccess;
  readonly compiled: Compiled;
}

/** The access of a verified token. Every check is decided by `@licet/rule`. */
export function createAccess({ token, permissions, now, inForce }: AccessParts): CompiledAccess {
  const { payload, claims, clientId, sessionId, service, audience, version } = token;
  const whole = wholePayload(payload, permissions);
  const compiled = compile({ ...claims, permissions, permissions_ref: undefined });
  // The rule parses the token at each check. The time check needs no lists, so it gets a token without them.
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
