import { type Compiled, compile, isValid, type PermissionName, type RoleName, readClaims } from '@licet/rule';
import type { Claims, Payload } from './claims.ts';
import type { LifeStanding } from './life.ts';

/** Who a verified token speaks for, and what they may do. Frozen, and shared by the requests that carry the same token. */
export interface VerifiedAccess {
  /** The user's id in Licet; the client's for a program that acts for itself. */
  readonly userId: string;
  readonly clientId: string;
  /** The session that the token came from; null for a program that acts for itself. */
  readonly sessionId: string | null;
  /** Whether a program acts for itself. */
  readonly service: boolean;
  /** The application. */
  readonly audience: string;
  readonly roles: readonly string[];
  /** The whole list, also when it was too long for the token. */
  readonly permissions: readonly string[];
  /** The number of the change up to which the lists are true. */
  readonly version: number;
  /** Seconds since the epoch. */
  readonly expiresAt: number;
  /** Every claim of the token. */
  readonly claims: Readonly<Record<string, unknown>>;
  /** Whether it is permitted now: false also once the token has expired or was cut off. */
  can(permission: PermissionName): boolean;
  /** Whether the role is held now. */
  hasRole(role: RoleName): boolean;
  /**
   * The claims as JSON with the whole list of permissions, for row-level security:
   * `select set_config('request.jwt.claims', $1, true)`.
   */
  sqlClaims(): string;
}

export interface AccessParts {
  readonly claims: Claims;
  /** The whole list. */
  readonly permissions: readonly string[];
  /** Seconds since the epoch. */
  readonly now: () => number;
  readonly life: () => LifeStanding;
  /** False when the token was cut off, or nobody can say. */
  readonly stands: () => boolean;
}

/** Access, and what it holds when it is known to be in force. */
export interface Answering {
  readonly access: VerifiedAccess;
  readonly compiled: Compiled;
}

/** The access of verified claims. Every answer is the rule's (`@licet/rule`). */
export function createAccess({ claims, permissions, now, life, stands }: AccessParts): Answering {
  const { payload, token, clientId, sessionId, audience, version } = claims;
  const whole = wholePayload(payload, permissions);
  const compiled = compile({ ...token, permissions, permissions_ref: undefined });
  // The rule reads the token anew at each question: for the time alone one without lists will do.
  const timed = readClaims({ sub: token.sub, exp: token.exp });
  let sql: string | undefined;
  const inForce = () => isValid(timed, now()) && life() === 'in force' && stands();
  const access: VerifiedAccess = Object.freeze({
    userId: token.sub,
    clientId,
    sessionId,
    service: token.sub === clientId,
    audience,
    roles: Object.freeze([...token.roles]),
    permissions: Object.freeze([...permissions]),
    version,
    expiresAt: token.exp,
    claims: deepFreeze(payload),
    can: (permission: PermissionName) => inForce() && compiled.can(permission),
    hasRole: (role: RoleName) => inForce() && compiled.hasRole(role),
    sqlClaims: () => {
      sql ??= JSON.stringify(whole);
      return sql;
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
