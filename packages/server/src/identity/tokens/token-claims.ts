import { permissionsRef } from '@licet/api/verify';
import { acrValues, limits } from '@licet/contract';
import { errors } from 'oidc-provider';
import { tokenAccessNow } from '../../store/access/effective.ts';
import type { Database } from '../../store/kernel/database.ts';
import { keepPermissionList } from '../../store/sign-in/tokens.ts';
import { type ReadAccess, stableAccess } from './kept-access.ts';

/** The content of a token. Lists are sorted by name, by code point. */
export interface TokenFacts {
  readonly sub: string;
  readonly roles: readonly string[];
  readonly permissions: readonly string[];
  /** The change number that the lists were read at. */
  readonly ver: number;
  /** Seconds since the epoch. */
  readonly iat: number;
  /** The instant at which a grant starts or ends and so changes the lists; null if none does. */
  readonly changesAt: string | null;
  readonly iss: string;
  /** The identifier of the application. */
  readonly aud: string;
  readonly clientId: string;
  readonly jti: string;
  /** The thumbprint of the key that the token is bound to (RFC 9449 section 6.1). */
  readonly jkt?: string | undefined;
  /** The user's sign-in (RFC 9068 section 2.2.1), and its scope. */
  readonly signIn?: { readonly sid: string; readonly scope: string; readonly authTime: number; readonly acr: string };
}

/** The claims of an access token (RFC 9068 section 2.2). */
export interface TokenClaims {
  readonly sub: string;
  readonly roles: readonly string[];
  readonly permissions?: readonly string[];
  /** The hash of the permission list, if the list is too long for the token. See {@link permissionsRef}. */
  readonly permissions_ref?: string;
  readonly exp: number;
  readonly iat: number;
  readonly iss: string;
  readonly aud: string;
  readonly jti: string;
  readonly client_id: string;
  readonly ver: number;
  readonly cnf?: { readonly jkt: string };
  readonly sid?: string;
  readonly scope?: string;
  readonly auth_time?: number;
  readonly acr?: string;
}

/**
 * Returns the claims of an access token. If the token would exceed `limits.tokenBytes`, a reference replaces the
 * permission list.
 */
export function tokenClaims(facts: TokenFacts): TokenClaims {
  const whole = wholeClaims(facts);
  if (tokenSize(whole) <= limits.tokenBytes.value) return whole;
  const { permissions, ...claims } = whole;
  return { ...claims, permissions_ref: permissionsRef(permissions ?? []) };
}

/** The claims with all permissions, however many: the content of the document to which a token with a reference points. */
export function wholeClaims({ clientId, changesAt, jkt, signIn, ...facts }: TokenFacts): TokenClaims {
  const { sub, roles, permissions, iat, iss, aud, jti, ver } = facts;
  const exp = tokenExpiry(iat, changesAt);
  return {
    sub,
    roles,
    permissions,
    exp,
    iat,
    iss,
    aud,
    jti,
    client_id: clientId,
    ver,
    ...(jkt ? { cnf: { jkt } } : {}),
    ...(signIn ? { sid: signIn.sid, scope: signIn.scope, auth_time: signIn.authTime, acr: signIn.acr } : {}),
  };
}

/**
 * Returns the expiry of a token issued at `iat`, in seconds. It is never later than `changesAt`, the instant at which a
 * grant's start or end changes the access.
 */
export function tokenExpiry(iat: number, changesAt: string | null): number {
  const life = iat + limits.accessTokenLifetime.value;
  return changesAt === null ? life : Math.min(life, secondsOf(changesAt));
}

/** An instant in whole seconds since the epoch, as tokens are dated. */
export const secondsOf = (at: string): number => Math.floor(Date.parse(at) / 1000);

/** Bytes of the signed token with these claims: an ES256 JWS in compact form (RFC 7515 section 3.1). */
export function tokenSize(claims: TokenClaims): number {
  return encodedSize(Buffer.byteLength(JSON.stringify(claims)));
}

/** Like {@link tokenSize}, but computed from the sizes of the lists as JSON, in bytes. */
export function tokenSizeOf(
  facts: TokenFacts,
  listBytes: { readonly roles: number; readonly permissions: number },
): number {
  const bare = JSON.stringify(wholeClaims({ ...facts, roles: [], permissions: [] }));
  return encodedSize(Buffer.byteLength(bare) - 2 * emptyList + listBytes.roles + listBytes.permissions);
}

/** Returns a digest of the roles and the permissions, given the {@link permissionsRef} of each list. It is equal only if both lists are. */
export const fingerprintOf = (roles: string, permissions: string): string => `${roles}.${permissions}`;

/** Returns example facts with values of the usual maximum length, to show the size of a token. */
export function previewFacts(
  access: Pick<TokenFacts, 'sub' | 'roles' | 'permissions' | 'ver' | 'changesAt' | 'iss' | 'aud'>,
  at: string,
): TokenFacts {
  const clientId = '0'.repeat(36);
  const longest = '0'.repeat(43); // the length of the provider's ids and thumbprints
  const iat = secondsOf(at);
  const signIn = { sid: longest, scope: 'openid profile email', authTime: iat, acr: longestAcr };
  return { ...access, iat, clientId, jti: longest, jkt: longest, signIn };
}

const longestAcr = acrValues.reduce((longest, each) => (each.length > longest.length ? each : longest));
const emptyList = '[]'.length;
const signature = 86;
const header = base64Size(JSON.stringify({ alg: 'ES256', typ: 'at+jwt', kid: '0'.repeat(43) }).length);

function encodedSize(payloadBytes: number): number {
  return header + 1 + base64Size(payloadBytes) + 1 + signature;
}

function base64Size(bytes: number): number {
  return Math.ceil((bytes * 4) / 3);
}

/** The access in an access token, all from one computation. */
export interface TokenContent {
  readonly roles: readonly string[];
  /** Undefined when the list is too long for the token, which then contains `permissionsRef`. */
  readonly permissions: readonly string[] | undefined;
  readonly permissionsRef: string | undefined;
  readonly ver: number;
  /** Seconds since the epoch: when the access was read. */
  readonly iat: number;
  /** Never later than the instant at which a grant's start or end changes the access. */
  readonly exp: number;
}

/** Computes the access in a token for a user or a program, and its expiry, all for one instant of the database. */
export async function tokenContentFor(
  { database, issuer }: { readonly database: Database; readonly issuer: string },
  sub: string,
  application: string,
  read: ReadAccess = (at) => tokenAccessNow(database, sub, application, at),
): Promise<TokenContent> {
  const access = await stableAccess(read);
  if (!access) throw new errors.InvalidTarget('the application was deleted');
  const { roles, permissions, ver, clock, changesAt } = access;
  const iat = secondsOf(clock);
  const exp = Math.max(iat + 1, tokenExpiry(iat, changesAt));
  const facts = previewFacts({ ...access, sub, iss: issuer, aud: application }, clock);
  const claims = tokenClaims(facts);
  if (claims.permissions !== undefined) return { roles, permissions, permissionsRef: undefined, ver, iat, exp };
  const ref = permissionsRef(permissions);
  await keepPermissionList(database, { ref, audience: application }, permissions, clock);
  return { roles, permissions: undefined, permissionsRef: ref, ver, iat, exp };
}
