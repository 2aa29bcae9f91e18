import type { Token } from '@licet/rule';
import { type CompiledAccess, createAccess } from './access.ts';
import type { CutOffStream } from './cut-off-stream.ts';
import type { CutOffs, TokenConcerned } from './cut-offs.ts';
import type { Keys } from './keys.ts';
import type { Lists } from './lists.ts';
import type { Settings } from './options.ts';
import { refused } from './refused.ts';
import { type AccessToken, clockDrift, refuse, requireForm, verifyAccessToken } from './verify/index.ts';

/** A verified token, with the values that every request checks. */
export interface KnownToken extends CompiledAccess {
  readonly claims: Token;
  readonly concerned: TokenConcerned;
  readonly lifetime: () => TokenLifetime;
  /** The thumbprint of the key that the token is bound to. */
  readonly thumbprint: string | undefined;
  /** The SHA-256 of the token in base64url. */
  readonly hash: string;
}

export interface KnownTokenParts {
  readonly settings: Settings;
  readonly keys: Pick<Keys, 'find'>;
  readonly lists: Lists;
  readonly cutOffs: CutOffs;
  readonly stream: CutOffStream | undefined;
}

/**
 * Verifies a token, checks that it is valid now, and gets its complete list of permissions. A token needs this work
 * only once.
 * @throws VerificationError, AccessRefused
 */
export async function learnToken(parts: KnownTokenParts, token: string, hash: string): Promise<KnownToken> {
  const { issuer, audience, now } = parts.settings;
  requireForm(token);
  const verified = await verifyAccessToken(token, { issuer, audience, key: parts.keys.find, now });
  const { claims, issuedAt, thumbprint } = verified;
  const concerned = concernedOf(verified);
  const lifetime = beginTokenLifetime({ issuedAt, expiresAt: claims.exp, now });
  requireInForce(parts, { concerned, lifetime });
  const permissions = await wholeList(parts, verified, token);
  const inForce = () => lifetime() === 'in force' && !isStale(parts) && !parts.cutOffs.refuses(concerned);
  return {
    ...createAccess({ token: verified, permissions, now, inForce }),
    claims,
    concerned,
    lifetime,
    thumbprint,
    hash,
  };
}

/**
 * Checks that the token is within its lifetime and was not revoked.
 * @throws VerificationError, AccessRefused
 */
export function requireInForce(
  parts: Pick<KnownTokenParts, 'settings' | 'stream' | 'cutOffs'>,
  { concerned, lifetime }: Pick<KnownToken, 'concerned' | 'lifetime'>,
): void {
  const time = lifetime();
  if (time === 'expired') refuse('token_expired', {});
  if (time === 'early') refuse('token_from_future', {});
  if (isStale(parts)) throw refused('disconnected', {});
  if (parts.cutOffs.refuses(concerned)) throw refused('cut_off', {});
}

const isStale = ({ settings, stream }: Pick<KnownTokenParts, 'settings' | 'stream'>) =>
  settings.whenDisconnected === 'refuse' && stream?.stale !== false;

/**
 * Returns the complete list of permissions. If the list is separate, fetches it with the user's token. A token that is
 * bound to a key cannot be forwarded. In this case, fetches the list with this server's own token.
 */
function wholeList({ lists }: KnownTokenParts, { claims, thumbprint }: AccessToken, token: string) {
  const { permissions_ref: ref, permissions } = claims;
  return ref === undefined ? permissions : lists.get(ref, thumbprint === undefined ? token : undefined);
}

const concernedOf = ({ claims, clientId, sessionId, version, issuedAt }: AccessToken): TokenConcerned => ({
  userId: claims.sub,
  clientId,
  sessionId,
  // A role on a resource is a role of the token.
  roles: [...claims.roles, ...(claims.on ?? []).flatMap((each) => each.roles)],
  moreRoles: claims.on_ref !== undefined,
  version,
  issuedAt,
});

/** Tells whether a verified token is before, within or after its lifetime. */
type TokenLifetime = 'in force' | 'expired' | 'early';

interface TokenLifetimeParts {
  /** Seconds since the epoch, from the claim `iat`. */
  readonly issuedAt: number;
  readonly expiresAt: number;
  /** Seconds since the epoch. */
  readonly now: () => number;
}

/**
 * Tracks the lifetime of a token after its verification. The clock may be set back, so the elapsed time also counts,
 * and an expired token never becomes valid again.
 */
function beginTokenLifetime({ issuedAt, expiresAt, now }: TokenLifetimeParts): () => TokenLifetime {
  const end = performance.now() + (expiresAt - now()) * 1000;
  return () => {
    const at = now();
    if (!(at < expiresAt) || performance.now() >= end) return 'expired';
    return issuedAt > at + clockDrift ? 'early' : 'in force';
  };
}
