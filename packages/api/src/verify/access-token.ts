import { readClaims, type Token } from '@licet/rule';
import { refuse } from './faults.ts';
import { type Payload, type VerifyingKey, verifySigned } from './signed-token.ts';

export interface AccessToken {
  readonly payload: Payload;
  /** The claims that `@licet/rule` reads. */
  readonly claims: Token;
  readonly clientId: string;
  /** The session that the token belongs to; null for a service client. */
  readonly sessionId: string | null;
  /** True if the token was issued to a service client, false if to a user. */
  readonly service: boolean;
  readonly audience: string;
  /** The change number at which Licet computed the roles and permissions. */
  readonly version: number;
  readonly issuedAt: number;
  /** The thumbprint of the key that the token is bound to (RFC 9449 section 6.1). */
  readonly thumbprint: string | undefined;
}

export interface AccessTokenParts {
  readonly issuer: string;
  /** The application that the token must be for. If undefined, any application is accepted. */
  readonly audience: string | undefined;
  /**
   * Returns the issuer's public key with that id, or undefined if the issuer has none. The verification rethrows
   * errors of this function.
   */
  readonly key: (kid: string) => VerifyingKey | undefined | Promise<VerifyingKey | undefined>;
  /** Seconds since the epoch. */
  readonly now: () => number;
}

/**
 * Verifies an access token (RFC 9068 section 4, RFC 8725). Checks the signature, type, issuer, audience, times and
 * content in this order.
 * @throws VerificationError `token_invalid`, `token_expired`
 */
export async function verifyAccessToken(token: string, parts: AccessTokenParts): Promise<AccessToken> {
  const payload = await verifySigned(token, {
    type: 'at+jwt', // RFC 9068 section 2.1: ID, refresh and logout tokens have other types.
    key: (kid) => (typeof kid === 'string' ? parts.key(kid) : undefined),
    refuse: (fault) => refuse(unsigned[fault], {}),
  });
  if (payload.iss !== parts.issuer) refuse('token_of_other_issuer', {});
  const audience = readAudience(payload.aud, parts.audience);
  const issuedAt = readTimes(payload, parts.now());
  const claims = readRuleClaims(payload);
  const { client_id: clientId, sid, ver } = payload;
  if (typeof clientId !== 'string' || clientId === '') refuse('token_without_client', {});
  if (typeof ver !== 'number' || !Number.isSafeInteger(ver)) refuse('token_without_version', {});
  const service = claims.sub === clientId;
  if (service ? sid !== undefined && typeof sid !== 'string' : typeof sid !== 'string')
    refuse('token_session_unreadable', {});
  return {
    payload,
    claims,
    clientId,
    sessionId: typeof sid === 'string' ? sid : null,
    service,
    audience,
    version: ver,
    issuedAt,
    thumbprint: readThumbprint(payload.cnf),
  };
}

const unsigned = {
  signature: 'token_unsigned',
  type: 'token_of_other_type',
  content: 'token_not_an_object',
} as const;

/**
 * Returns the single audience of a token. Refuses a token with several audiences, because it does not say which
 * application its permissions belong to (RFC 9068 section 4).
 */
function readAudience(claim: unknown, expected: string | undefined): string {
  const audience: unknown = Array.isArray(claim) && claim.length === 1 ? claim[0] : claim;
  if (typeof audience === 'string' && audience === (expected ?? audience)) return audience;
  if (expected === undefined || typeof audience !== 'string' || !printable.test(audience))
    return refuse('token_without_single_audience', {});
  return refuse('token_for_other_application', { audience, expected });
}

/** Matches an audience that is safe to quote in an error message. */
const printable = /^[\w.:/-]{1,200}$/;

/** @returns the time of issue, in seconds since the epoch */
function readTimes({ exp, iat, nbf = 0 }: Payload, now: number): number {
  if (!isTime(exp) || !isTime(iat) || !isTime(nbf)) return refuse('token_times_unreadable', {});
  if (exp - iat > longestLifetime || exp <= iat) refuse('token_lives_too_long', {});
  if (iat > now + clockDrift || nbf > now + clockDrift) refuse('token_from_future', {});
  if (now >= exp) refuse('token_expired', {});
  return iat;
}

const isTime = (claim: unknown): claim is number => Number.isFinite(claim);

/**
 * Parses the claims as `@licet/rule` does. Tokens of Licet always list roles, and either permissions or a reference
 * to their list.
 */
function readRuleClaims(payload: Payload): Token {
  const { sub, roles, permissions, permissions_ref: ref } = payload;
  if (sub === '' || roles === undefined || (permissions === undefined) === (ref === undefined))
    return refuse('token_access_unreadable', {});
  try {
    return readClaims(payload);
  } catch {
    return refuse('token_access_unreadable', {});
  }
}

function readThumbprint(confirmation: unknown): string | undefined {
  if (confirmation === undefined) return undefined;
  if (typeof confirmation === 'object' && confirmation !== null && 'jkt' in confirmation) {
    const { jkt } = confirmation;
    if (typeof jkt === 'string' && jkt !== '') return jkt;
  }
  return refuse('token_binding_unknown', {});
}

/** The longest lifetime of a token, in seconds (`limits.accessTokenLifetime`). */
export const longestLifetime = 300;

/**
 * The tolerance in seconds for a fast clock of the issuer or of a client. The expiry has no tolerance, so a token is
 * never valid after its `exp`.
 */
export const clockDrift = 10;
