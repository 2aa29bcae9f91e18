import {
  type AccessToken,
  addressBelow,
  clockDrift,
  createBoundedCache,
  createProofVerifier,
  proofAge,
  type ReplayMemory,
  readCredentials,
  requireForm,
  requireScheme,
  sha256,
  VerificationError,
  type VerifyingKey,
  verifyAccessToken,
} from '@licet/api/verify';
import { problemOf } from '@licet/contract';
import { Refusal, refuse } from '../../refusal.ts';
import type { KeyRing } from '../keys/signing-keys.ts';

/** The parts of a request that contain its credentials. */
export interface RequestWithToken {
  readonly method: string;
  /** Path and query, as `/api/v1/me?x=1`. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** The verified content of an access token. */
export interface VerifiedToken {
  readonly userId: string;
  readonly clientId: string;
  /** The session that the token belongs to; null for a client that acts for itself. */
  readonly sessionId: string | null;
  /** Whether the client acts for itself: then `userId` is the client's id. */
  readonly service: boolean;
  readonly audience: string;
  /** The granted scopes, which decide what UserInfo returns. */
  readonly scopes: readonly string[];
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
  /** Whether this is the first use of a proof on any server, by its hash. The hash is remembered for `seconds`. */
  readonly firstSeen: (proof: Buffer, seconds: number) => Promise<boolean>;
  /** Whether a user's token is still valid: the user is active, and the token was not cut off. */
  readonly tokenState: (
    userId: string,
    sessionId: string | null,
    issuedAt: number,
    clientId: string,
  ) => Promise<{ readonly active: boolean; readonly ended: boolean }>;
  /** Whether a client's token for itself is still valid: the client exists, and the token was not cut off. */
  readonly ownTokenHolds: (clientId: string, issuedAt: number) => Promise<boolean>;
  /** Seconds since the epoch, by this machine's clock. */
  readonly now: () => number;
}

/** @throws Refusal `unauthenticated`, `token_invalid`, `token_expired`, `proof_invalid` */
export type Verifier = (request: RequestWithToken, audience: string | undefined) => Promise<VerifiedToken>;

/**
 * Creates the function that verifies access tokens, by the same steps as `@licet/api`. With `audience` undefined it accepts a token for
 * any application of this Licet.
 */
export function createVerifier(parts: VerifierParts): Verifier {
  const { issuer, now } = parts;
  const verifyProof = createProofVerifier({ replays: sharedReplays(parts), now, addressAdvice });
  const read = rememberingReader(parts);
  return async (request, audience) => {
    try {
      const { scheme, token } = readCredentials(onlyOne(request.headers.authorization));
      requireForm(token);
      const verified = await read(token, audience);
      requireScheme(scheme, verified.thumbprint);
      if (verified.thumbprint !== undefined) {
        const { method, headers } = request;
        const address = addressBelow(issuer, request.url);
        const bound = { hash: sha256(token), thumbprint: verified.thumbprint };
        await verifyProof({ method, address, proof: onlyOne(headers.dpop) }, bound);
      }
      await requireInForce(parts, verified);
      return summaryOf(verified);
    } catch (error) {
      throw error instanceof VerificationError ? refusalOf(error) : error;
    }
  };
}

/**
 * Verifies access tokens, and caches verified ones: clients send the same token for minutes, and its signature takes most of the time.
 * What can change is checked each time: the key, the times, and (by the caller) whether the token is still valid.
 */
function rememberingReader({ issuer, keys, now: secondsNow }: Pick<VerifierParts, 'issuer' | 'keys' | 'now'>) {
  const known = createBoundedCache<{ readonly token: AccessToken; readonly kid: string; readonly key: VerifyingKey }>(
    tokensRemembered,
  );
  return async (token: string, audience: string | undefined): Promise<AccessToken> => {
    const name = `${sha256(token)} ${audience ?? ''}`;
    const kept = known.get(name);
    if (kept && inDate(kept.token, secondsNow()) && (await keys.verifying(kept.kid)) === kept.key) return kept.token;
    let used: { kid: string; key: VerifyingKey } | undefined;
    const key = async (kid: string) => {
      const found = await keys.verifying(kid);
      if (found) used = { kid, key: found };
      return found;
    };
    const read = await verifyAccessToken(token, { issuer, audience, key, now: secondsNow });
    requireOwnIds(read);
    if (used) known.set(name, { token: read, ...used });
    return read;
  };
}

const tokensRemembered = 2000;

const inDate = ({ issuedAt, claims }: AccessToken, now: number) => issuedAt <= now + clockDrift && now < claims.exp;

/** Verifies an access token that a server sends instead of the token's holder; undefined if it is invalid. */
export type TokenInspector = (token: string) => Promise<AccessToken | undefined>;

/**
 * Creates a {@link TokenInspector}. It takes the same steps as a {@link Verifier}, without the proof of possession,
 * which only the holder can give.
 */
export function createInspector(parts: Omit<VerifierParts, 'firstSeen'>): TokenInspector {
  const { issuer, keys, now } = parts;
  return async (token) => {
    try {
      requireForm(token);
      const verified = await verifyAccessToken(token, { issuer, audience: undefined, key: keys.verifying, now });
      requireOwnIds(verified);
      await requireInForce(parts, verified);
      return verified;
    } catch (error) {
      if (error instanceof VerificationError) return undefined;
      if (error instanceof Refusal && error.problem.status === 401) return undefined;
      throw error;
    }
  };
}

/** A proof is accepted once across all servers, because the database remembers it. */
function sharedReplays({ firstSeen }: VerifierParts): ReplayMemory {
  return {
    take: async ({ id }) => ((await firstSeen(Buffer.from(id, 'base64url'), 2 * proofAge)) ? 'first' : 'used'),
  };
}

/** Joins repeated headers with a comma. Neither a token nor a proof contains one, so repetition is refused. */
const onlyOne = (header: string | readonly string[] | undefined) =>
  typeof header === 'object' ? header.join(', ') : header;

/** Refuses ids that are not UUIDs, because PostgreSQL would fail on them. */
function requireOwnIds({ claims, clientId }: AccessToken): void {
  if (!uuid.test(claims.sub) || !uuid.test(clientId)) refuse('token_invalid', 'token_id_invalid', {});
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

async function requireInForce(
  parts: Pick<VerifierParts, 'ownTokenHolds' | 'tokenState'>,
  token: AccessToken,
): Promise<void> {
  if (token.service) {
    if (!(await parts.ownTokenHolds(token.clientId, token.issuedAt))) refuse('token_invalid', 'token_client_gone', {});
    return;
  }
  const { active, ended } = await parts.tokenState(token.claims.sub, token.sessionId, token.issuedAt, token.clientId);
  if (!active) refuse('token_invalid', 'token_user_inactive', {});
  if (ended) refuse('token_invalid', 'token_ended', {});
}

function summaryOf({
  payload: { scope },
  claims,
  clientId,
  sessionId,
  service,
  audience,
  version,
  thumbprint,
}: AccessToken): VerifiedToken {
  const { permissions_ref: permissionsRef } = claims;
  return {
    userId: claims.sub,
    clientId,
    sessionId,
    service,
    audience,
    scopes: typeof scope === 'string' ? scope.split(' ') : [],
    roles: claims.roles,
    permissions: permissionsRef === undefined ? claims.permissions : undefined,
    permissionsRef,
    version,
    expiresAt: claims.exp,
    bound: thumbprint !== undefined,
  };
}

/** The advice for a proof that was made for another address. */
export const addressAdvice = 'Sign an address below Licet’s public address, exactly as configured.';

/**
 * Turns a verification fault into a refusal whose reason has the same name. Drops the advice, because the reason's
 * sentence already contains it.
 */
function refusalOf({ code, fault, message, values: { advice: _, ...values } }: VerificationError): Refusal {
  return new Refusal(problemOf(code, message, { reason: fault, values }));
}
