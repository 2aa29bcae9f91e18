import { readClaims, type Token } from '@licet/rule';
import { compactVerify, errors } from 'jose';
import { isObject } from './issuer.ts';
import type { Keys } from './keys.ts';
import { drift } from './life.ts';
import { AccessRefused, type RefusedReason } from './refused.ts';

/** The payload of a token, as JSON. */
export type Payload = Readonly<Record<string, unknown>>;

/** What was read of a verified access token. */
export interface Claims {
  readonly payload: Payload;
  readonly token: Token;
  readonly clientId: string;
  readonly sessionId: string | null;
  readonly audience: string;
  readonly version: number;
  readonly issuedAt: number;
  /** The thumbprint of the key that the token is bound to (RFC 9449 section 6.1). */
  readonly thumbprint: string | undefined;
}

export interface ClaimsParts {
  readonly issuer: string;
  readonly audience: string;
  readonly keys: Pick<Keys, 'find'>;
  /** Seconds since the epoch. */
  readonly now: () => number;
}

/** Verifies an access token (RFC 9068 section 4, RFC 8725). @throws AccessRefused */
export async function verifyClaims(parts: ClaimsParts, token: string): Promise<Claims> {
  const payload = await verifySignature(parts, token);
  const { iss, aud, exp, iat, nbf, client_id: clientId, sid, ver, cnf } = payload;
  if (iss !== parts.issuer) bad('issuer', 'The access token is not from this server’s issuer.');
  // RFC 9068 section 4: of several audiences it cannot be told for which one the permissions are.
  if ((Array.isArray(aud) && aud.length === 1 ? aud[0] : aud) !== parts.audience)
    bad('audience', `The access token is not for “${parts.audience}” alone.`);
  requireTimes(parts.now(), exp, iat, nbf);
  if (typeof clientId !== 'string' || clientId === '') bad('content', 'The access token names no client.');
  if (typeof ver !== 'number' || !Number.isSafeInteger(ver)) bad('content', 'The access token has no version.');
  if (sid !== undefined && typeof sid !== 'string') bad('content', 'The session of the access token cannot be read.');
  return {
    payload,
    token: readRule(payload),
    clientId,
    sessionId: sid ?? null,
    audience: parts.audience,
    version: ver,
    issuedAt: Number(iat),
    thumbprint: thumbprintOf(cnf),
  };
}

async function verifySignature({ keys }: ClaimsParts, token: string): Promise<Payload> {
  const verified = await compactVerify(
    token,
    // Keys come from the issuer by their id; jku, x5u and jwk of the header are not looked at, and crit is refused.
    ({ kid }) => (typeof kid === 'string' ? keys.find(kid) : bad('signature', 'The access token names no key.')),
    { algorithms: ['ES256'] },
  ).catch((error: unknown) => {
    if (error instanceof errors.JOSEError || error instanceof TypeError)
      bad('signature', 'The access token is not one that the issuer signed.');
    throw error;
  });
  // RFC 9068 section 2.1, RFC 7515 section 4.1.9: ID, refresh and logout tokens are of other types.
  const { typ } = verified.protectedHeader;
  if (typeof typ !== 'string' || typ.toLowerCase().replace(/^application\//, '') !== 'at+jwt')
    bad('type', 'The token is not an access token.');
  return parsed(verified.payload);
}

function parsed(payload: Uint8Array): Payload {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload));
    if (isObject(value)) return value;
  } catch {
    // Said below; a SyntaxError quotes the token.
  }
  return bad('content', 'The content of the access token is not a JSON object.');
}

function requireTimes(now: number, exp: unknown, iat: unknown, nbf: unknown): void {
  const times = [exp, iat, nbf ?? 0];
  if (!times.every((time) => typeof time === 'number' && Number.isFinite(time)))
    bad('time', 'The times of the access token cannot be read.');
  const [end, start, notBefore] = times.map(Number) as [number, number, number];
  if (end - start > lifetime || end <= start) bad('time', 'The access token lives longer than the issuer lets it.');
  if (start > now + drift || notBefore > now + drift)
    bad('time', 'The access token is from the future. Set this server’s clock.');
  if (now >= end) expired();
}

function readRule(payload: Payload): Token {
  const { permissions, permissions_ref: ref, sub } = payload;
  if (sub === '' || (permissions !== undefined && ref !== undefined))
    bad('content', 'The access of the access token cannot be read.');
  try {
    return readClaims(payload);
  } catch {
    return bad('content', 'The access of the access token cannot be read.');
  }
}

function thumbprintOf(confirmation: unknown): string | undefined {
  if (confirmation === undefined) return undefined;
  if (typeof confirmation === 'object' && confirmation !== null && 'jkt' in confirmation) {
    const { jkt } = confirmation;
    if (typeof jkt === 'string' && jkt !== '') return jkt;
  }
  return bad('binding', 'The access token is bound in a way that is not known here.');
}

function expired(): never {
  throw new AccessRefused('token_expired', 'expired', 'The access token has expired.');
}

function bad(reason: RefusedReason, message: string): never {
  throw new AccessRefused('token_invalid', reason, message);
}

/** Seconds: the longest that Licet lets a token live (limits.accessTokenLife). */
export const lifetime = 300;
