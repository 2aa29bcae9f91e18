import { limits } from '@licet/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SignJWT } from 'jose';
import { refuse } from '../../refusal.ts';
import { findClient } from '../../store/applications/clients.ts';
import type { Database } from '../../store/kernel/database.ts';
import { poolOf } from '../../store/kernel/pool.ts';
import type { KeyRing } from '../keys/signing-keys.ts';
import type { VerifiedToken, Verifier } from '../tokens/verify.ts';
import { claimsFor } from './claims.ts';
import { allowReading, answerPreflight, type CorsParts, requireClientOf } from './cors.ts';
import { liveAccount } from './interaction-policy.ts';

export interface UserInfoParts extends CorsParts {
  readonly database: Database;
  /** The public address, without a slash at the end. */
  readonly issuer: string;
  readonly verify: Verifier;
  readonly keys: Pick<KeyRing, 'signing'>;
}

export const userInfoPath = '/oidc/userinfo';

/**
 * Returns the claims about the user of an access token (OpenID Connect Core 1.0 section 5.3). The provider's own endpoint refuses tokens
 * with an audience, and all of ours have one.
 */
export async function mountUserInfo(app: FastifyInstance, parts: UserInfoParts): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: limits.publicBodyBytes.value },
      async (_request: unknown, text: string) => new URLSearchParams(text),
    );
    answerPreflight(scope, userInfoPath, 'GET, POST', parts);
    scope.route({ method: ['GET', 'POST'], url: userInfoPath, handler: (...it) => answer(parts, ...it) });
  });
}

async function answer(parts: UserInfoParts, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  reply.header('cache-control', 'no-store');
  await allowReading(request, reply, parts);
  const token = await parts.verify(
    { method: request.method, url: request.url, headers: headersOf(request) },
    undefined,
  );
  await requireClientOf(request, token, parts);
  if (token.sessionId === null || !token.scopes.includes('openid')) {
    // RFC 6750 section 3.1 and RFC 9449 section 7.1
    const wanting = 'error="insufficient_scope", scope="openid"';
    reply.header('www-authenticate', `Bearer realm="Licet", ${wanting}, DPoP ${wanting}, algs="ES256"`);
    refuse('forbidden', 'token_without_openid', {});
  }
  const account = await liveAccount(parts.database, token.userId, token.sessionId);
  if (!account) return refuse('token_invalid', 'token_session_ended', {});
  const claims = claimsFor(token.scopes, account);
  if (!wantsJwt(request)) return reply.send(claims);
  return reply.type('application/jwt; charset=utf-8').send(await signed(parts, token, claims));
}

/**
 * Whether the client accepts only a signed answer (section 5.3.2), by its `Accept` header as in introspection (RFC 9701
 * section 4).
 */
function wantsJwt({ headers: { accept = '' } }: FastifyRequest): boolean {
  // RFC 9110 section 12.4.2: weight 0 means “not acceptable”.
  const taken = accept.split(',').filter((range) => !/;\s*q=0(?:\.0{0,3})?\s*(?:;|$)/i.test(range));
  const types = taken.map((range) => range.split(';')[0]?.trim().toLowerCase());
  return types.includes('application/jwt') && !types.includes('application/json');
}

/**
 * Returns the claims as a JWT for the client, signed like its ID tokens. It contains no `sid`, so that it is never
 * accepted as the ID token of a session.
 */
async function signed(
  { database, issuer, keys }: UserInfoParts,
  { clientId, expiresAt }: VerifiedToken,
  claims: Readonly<Record<string, unknown>>,
): Promise<string> {
  const client = await findClient(poolOf(database), clientId);
  const { kid, algorithm, key } = await keys.signing(client?.idTokenAlgorithm);
  return new SignJWT({ ...claims })
    .setProtectedHeader({ alg: algorithm, kid, typ: 'JWT' })
    .setIssuer(issuer)
    .setAudience(clientId)
    .setIssuedAt()
    .setExpirationTime(expiresAt)
    .sign(key);
}

/**
 * A form may contain the token instead of the header (RFC 6750 section 2.2). A request must use only one of header, form and query
 * (section 2).
 */
function headersOf({ headers, body, url }: FastifyRequest): FastifyRequest['headers'] {
  const sent = body instanceof URLSearchParams ? body.getAll('access_token') : [];
  const inAddress = new URL(url, 'http://localhost').searchParams.getAll('access_token');
  if (sent.length + inAddress.length + (headers.authorization === undefined ? 0 : 1) > 1)
    refuse('invalid_request', 'token_sent_twice', {});
  const [token] = sent;
  return token === undefined ? headers : { ...headers, authorization: `Bearer ${token}` };
}
