import { readClaims, type Token } from '@licet/rule';
import { type Payload, type VerifyingKey, verifySigned } from './signed-token.ts';
import { refuseToken } from './verification-error.ts';

/** The content of a verified access token. */
export interface AccessToken {
  readonly payload: Payload;
  /** The claims that the rule decides by. */
  readonly claims: Token;
  readonly clientId: string;
  /** The session of the token; null for a service client. */
  readonly sessionId: string | null;
  /** Whether a program acts for itself. */
  readonly service: boolean;
  readonly audience: string;
  /** The number of the change up to which its lists are true. */
  readonly version: number;
  readonly issuedAt: number;
  /** The thumbprint of the key that the token is bound to (RFC 9449 section 6.1). */
  readonly thumbprint: string | undefined;
}

export interface AccessTokenParts {
  readonly issuer: string;
  /** The application that the token must be for; undefined: whichever. */
  readonly audience: string | undefined;
  /** The issuer's public key with that id; undefined if it has none. Its errors are passed on. */
  readonly key: (kid: string) => VerifyingKey | undefined | Promise<VerifyingKey | undefined>;
  /** Seconds since the epoch. */
  readonly now: () => number;
}

/**
 * Verifies an access token (RFC 9068 section 4, RFC 8725): signature, type, issuer, audience, times, content, in that order.
 * @throws VerificationError `token_invalid`, `token_expired`
 */
export async function verifyAccessToken(token: string, parts: AccessTokenParts): Promise<AccessToken> {
  const payload = await verifySigned(token, {
    type: 'at+jwt', // RFC 9068 section 2.1: ID, refresh and logout tokens are of other types
    key: (kid) => (typeof kid === 'string' ? parts.key(kid) : undefined),
    refuse: (fault) => refuseToken(fault, unsigned[fault]),
  });
  if (payload.iss !== parts.issuer) refuseToken('issuer', 'The access token is not from this server’s issuer.');
  const audience = readAudience(payload.aud, parts.audience);
  const issuedAt = readTimes(payload, parts.now());
  const claims = readRuleClaims(payload);
  const { client_id: clientId, sid, ver } = payload;
  if (typeof clientId !== 'string' || clientId === '') refuseToken('content', 'The access token names no client.');
  if (typeof ver !== 'number' || !Number.isSafeInteger(ver)) refuseToken('content', 'The access token has no version.');
  const service = claims.sub === clientId;
  if (service ? sid !== undefined && typeof sid !== 'string' : typeof sid !== 'string')
    refuseToken('content', 'The session of the access token cannot be read.');
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
  signature: 'The access token is not signed with a key of the issuer.',
  type: 'The token is not an access token.',
  content: 'The content of the access token is not a JSON object.',
} as const;

/** RFC 9068 section 4: with several audiences it is unknown for which one the permissions are. */
function readAudience(claim: unknown, expected: string | undefined): string {
  const audience: unknown = Array.isArray(claim) && claim.length === 1 ? claim[0] : claim;
  if (typeof audience === 'string' && audience === (expected ?? audience)) return audience;
  return refuseToken(
    'audience',
    expected === undefined
      ? 'The access token is not for one application.'
      : `The access token is for ${namedIn(audience)}, not for “${expected}”. The application’s client belongs to another application, or this server’s “audience” does.`,
  );
}

/** An audience as it may be named in a sentence. */
const namedIn = (audience: unknown) =>
  typeof audience === 'string' && /^[\w.:/-]{1,200}$/.test(audience) ? `“${audience}”` : 'no single application';

/** @returns when it was issued */
function readTimes({ exp, iat, nbf = 0 }: Payload, now: number): number {
  if (!isTime(exp) || !isTime(iat) || !isTime(nbf))
    return refuseToken('time', 'The times of the access token cannot be read.');
  if (exp - iat > longestLifetime || exp <= iat)
    refuseToken('time', 'The access token lives longer than the issuer lets it.');
  if (iat > now + clockDrift || nbf > now + clockDrift)
    refuseToken('time', 'The access token is from the future. Set this server’s clock.');
  if (now >= exp) refuseToken('expired', 'The access token has expired.');
  return iat;
}

const isTime = (claim: unknown): claim is number => Number.isFinite(claim);

/** The rule's own reading. Licet always names roles, and permissions or a reference to them. */
function readRuleClaims(payload: Payload): Token {
  const { sub, roles, permissions, permissions_ref: ref } = payload;
  if (sub === '' || roles === undefined || (permissions === undefined) === (ref === undefined)) return unreadable();
  try {
    return readClaims(payload);
  } catch {
    return unreadable();
  }
}

function unreadable(): never {
  refuseToken('content', 'The access of the access token cannot be read.');
}

function readThumbprint(confirmation: unknown): string | undefined {
  if (confirmation === undefined) return undefined;
  if (typeof confirmation === 'object' && confirmation !== null && 'jkt' in confirmation) {
    const { jkt } = confirmation;
    if (typeof jkt === 'string' && jkt !== '') return jkt;
  }
  return refuseToken('binding', 'The access token is bound in a way that is not known here.');
}

/** Seconds: the longest lifetime of a token in Licet (limits.accessTokenLifetime). */
export const longestLifetime = 300;

/**
 * Seconds by which the clock of the issuer or of a client may be ahead. None for the end: a token never lives longer
 * than it says.
 */
export const clockDrift = 10;
