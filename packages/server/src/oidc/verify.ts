import { limits } from '@licet/contract';
import { errors, type JWTPayload, jwtVerify } from 'jose';
import { refuse } from '../refusal.ts';
import type { KeyRing } from './keyRing.ts';
import { checkProof } from './proof.ts';

/** A request, as far as its credentials are concerned. */
export interface RequestWithToken {
  readonly method: string;
  /** Path and query, as `/api/v1/me?x=1`. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** Who an access token speaks for, verified. */
export interface VerifiedToken {
  readonly userId: string;
  readonly clientId: string;
  /** The session that it came from; null for a client that acts for itself. */
  readonly sessionId: string | null;
  /** Whether the client acts for itself: then `userId` is the client's id. */
  readonly service: boolean;
  readonly audience: string;
  readonly roles: readonly string[];
  readonly permissions: readonly string[] | undefined;
  readonly permissionsRef: string | undefined;
  readonly version: number;
  readonly expiresAt: number;
  readonly bound: boolean;
}

export interface VerifierParts {
  readonly issuer: string;
  readonly keys: Pick<KeyRing, 'verifying'>;
  readonly firstSeen: (proof: Buffer, seconds: number) => Promise<boolean>;
  /** Whether a token of a user still holds: the user is active, and it was not cut off. */
  readonly tokenState: (
    userId: string,
    sessionId: string | null,
    issuedAt: number,
  ) => Promise<{ readonly active: boolean; readonly ended: boolean }>;
  readonly clientExists: (clientId: string) => Promise<boolean>;
}

/** @throws Refusal `unauthenticated`, `token_invalid`, `token_expired`, `proof_invalid` */
export type Verifier = (request: RequestWithToken, audience: string | undefined) => Promise<VerifiedToken>;

/** Makes the function that verifies access tokens. `audience` undefined takes a token for any application of this Licet. */
export function createVerifier(parts: VerifierParts): Verifier {
  return async (request, audience) => {
    const { scheme, token } = credentialsOf(request.headers.authorization);
    const payload = await verifySignature(parts, token);
    const claims = readClaims(payload, audience);
    if (claims.thumbprint !== undefined) {
      // RFC 9449 section 7.2: a bound token is worth nothing as a bearer token.
      if (scheme !== 'dpop') refuse('proof_invalid', 'The token is bound to a key; send it as DPoP, with a proof.');
      const url = new URL(request.url, parts.issuer).href;
      const { method, headers } = request;
      await checkProof({ method, url, proof: headers.dpop }, token, claims.thumbprint, parts.firstSeen);
    } else if (scheme === 'dpop') {
      refuse('proof_invalid', 'The token is not bound to a key; a proof proves nothing about it.');
    }
    await requireInForce(parts, claims.verified, claims.issuedAt);
    return claims.verified;
  };
}

function credentialsOf(header: string | readonly string[] | undefined): { scheme: string; token: string } {
  if (header === undefined) refuse('unauthenticated', 'The request carries no access token.');
  const [, scheme, token] = (typeof header === 'string' && /^(Bearer|DPoP) ([\w~+/.-]+=*)$/i.exec(header)) || [];
  if (scheme === undefined || token === undefined)
    refuse('token_invalid', 'The Authorization header must be “Bearer” or “DPoP”, one space, and one token.');
  if (token.length > longestToken) refuse('token_invalid', 'The token is longer than any that Licet issues.');
  return { scheme: scheme.toLowerCase(), token };
}

/** Signature, type, algorithm and issuer (RFC 9068 section 4, RFC 8725). Keys come from Licet, never from the token. */
async function verifySignature({ issuer, keys }: VerifierParts, token: string): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(
      token,
      async ({ kid }) => {
        const key = typeof kid === 'string' ? await keys.verifying(kid) : undefined;
        return key ?? refuse('token_invalid', 'The token is signed with a key that Licet does not have.');
      },
      { algorithms: ['ES256'], typ: 'at+jwt', issuer, clockTolerance: 0 },
    );
    return payload;
  } catch (error) {
    if (error instanceof errors.JWTExpired) refuse('token_expired', 'The access token has expired.');
    if (error instanceof errors.JOSEError) refuse('token_invalid', 'The token is not one that Licet issued.');
    throw error;
  }
}

interface Claims {
  readonly verified: VerifiedToken;
  readonly issuedAt: number;
  readonly thumbprint: string | undefined;
}

function readClaims(payload: JWTPayload, audience: string | undefined): Claims {
  const { sub, aud, exp, iat, client_id: clientId, sid, ver, cnf, roles, permissions, permissions_ref: ref } = payload;
  const bad = (what: string): never => refuse('token_invalid', `The token’s ${what} cannot be accepted.`);
  if (typeof aud !== 'string' || (audience !== undefined && aud !== audience))
    return bad(audience === undefined ? 'audience' : `audience, which must be “${audience}”,`);
  if (typeof sub !== 'string' || typeof clientId !== 'string') return bad('subject');
  if (!uuid.test(sub) || !uuid.test(clientId)) return bad('subject');
  if (typeof iat !== 'number' || typeof exp !== 'number' || !Number.isFinite(iat) || !Number.isFinite(exp))
    return bad('time');
  if (exp - iat > limits.accessTokenLife.value || iat > Date.now() / 1000 + clockDrift) return bad('time');
  if (typeof ver !== 'number' || !isNames(roles) || !(permissions === undefined || isNames(permissions)))
    return bad('content');
  if (!(ref === undefined || typeof ref === 'string') || (permissions === undefined) !== (ref !== undefined))
    return bad('content');
  if (!(sid === undefined || typeof sid === 'string')) return bad('session');
  const thumbprint = typeof cnf === 'object' && cnf !== null && 'jkt' in cnf ? cnf.jkt : undefined;
  if (cnf !== undefined && typeof thumbprint !== 'string') return bad('binding');
  const service = sub === clientId;
  if (!service && sid === undefined) return bad('session');
  return {
    verified: {
      userId: sub,
      clientId,
      sessionId: sid ?? null,
      service,
      audience: aud,
      roles,
      permissions,
      permissionsRef: ref,
      version: ver,
      expiresAt: exp,
      bound: thumbprint !== undefined,
    },
    issuedAt: iat,
    thumbprint: typeof thumbprint === 'string' ? thumbprint : undefined,
  };
}

async function requireInForce(parts: VerifierParts, token: VerifiedToken, issuedAt: number): Promise<void> {
  if (token.service) {
    if (!(await parts.clientExists(token.clientId))) refuse('token_invalid', 'The token’s client was deleted.');
    return;
  }
  const { active, ended } = await parts.tokenState(token.userId, token.sessionId, issuedAt);
  if (!active) refuse('token_invalid', 'The token’s user is suspended or deleted.');
  if (ended) refuse('token_invalid', 'The token was ended before it expired.');
}

const isNames = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((name) => typeof name === 'string');

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Characters of the longest token that Licet issues, with room: beyond it nothing is parsed. */
const longestToken = 2 * limits.tokenBytes.value;

/** Seconds by which two servers' clocks may differ. */
const clockDrift = 10;
