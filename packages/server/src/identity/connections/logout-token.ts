import { limits } from '@licet/contract';
import type { LogoutTokenFault } from '@licet/contract/reasons';
import * as jose from 'jose';
import { refuse } from '../../refusal.ts';
import type { EndedThere, Provider } from './external-provider.ts';
import { refuseFailure } from './failures.ts';
import { configurationOf, type KnownProviders, keyOf, type OpenIdParts, slashed } from './openid.ts';

/** The keys of each provider, with the time of the last attempt to fetch them. */
export type KnownKeys = Map<string, { readonly at: number; readonly keys: Promise<jose.LocalJWKSet> }>;

export interface LogoutTokenParts extends OpenIdParts {
  readonly providers: KnownProviders;
  readonly keys: KnownKeys;
}

/**
 * Verifies a logout token of a provider (OpenID Connect Back-Channel Logout 1.0 section 2.6). A token for another
 * provider or another Licet is refused before anything is fetched.
 * @throws Refusal `invalid_request`, `provider_unreachable`, `provider_wrong`
 */
export async function readLogoutToken(
  parts: LogoutTokenParts,
  provider: Provider,
  token: string,
  now: string,
): Promise<EndedThere> {
  const { header, payload } = partsOf(token);
  if (!algorithms.includes(header.alg ?? '')) wrong('algorithm');
  // The type must be exactly that of logout tokens (RFC 8725 section 3.11).
  if (header.typ?.toLowerCase().replace(/^application\//, '') !== 'logout+jwt') wrong('type');
  const claimed = claimsOf(payload, provider);
  requireOfNow(payload, Date.parse(now) / 1000);
  await requireSigned(parts, provider, token);
  return claimed;
}

const wrong = (fault: LogoutTokenFault) => refuse('invalid_request', 'logout_token_wrong', { fault });

/** Decodes a token without verifying its signature. */
function partsOf(token: string): {
  readonly header: jose.ProtectedHeaderParameters;
  readonly payload: jose.JWTPayload;
} {
  try {
    return { header: jose.decodeProtectedHeader(token), payload: jose.decodeJwt(token) };
  } catch {
    return wrong('format');
  }
}

function claimsOf({ iss, aud, jti, sub, sid, nonce, events }: jose.JWTPayload, provider: Provider): EndedThere {
  const { issuer, clientId } = provider;
  if (typeof iss !== 'string' || !URL.canParse(iss) || slashed(iss) !== slashed(issuer)) return wrong('issuer');
  if (!(Array.isArray(aud) ? aud : [aud]).includes(clientId)) return wrong('audience');
  // A token with a nonce is an ID token, and one without the event is no logout token.
  if (nonce !== undefined) return wrong('nonce');
  if (!isRecord(events) || !isRecord(events[logoutEvent])) return wrong('event');
  if (!isWord(jti)) return wrong('id');
  const named = { subject: isWord(sub) ? sub : null, sid: isWord(sid) ? sid : null };
  if (named.subject === null && named.sid === null) return wrong('subject');
  return { issuer: iss, id: jti, ...named };
}

/** Checks the token's age by `iat`, because not every provider sends `exp`. */
function requireOfNow({ iat, exp }: jose.JWTPayload, now: number): void {
  if (typeof iat !== 'number' || iat > now + clockSkew || iat < now - limits.logoutTokenAge.value - clockSkew)
    wrong('issued_at');
  if (exp !== undefined && (typeof exp !== 'number' || exp <= now - clockSkew)) wrong('expired');
}

async function requireSigned(parts: LogoutTokenParts, provider: Provider, token: string): Promise<void> {
  const verify = async () => jose.compactVerify(token, await keysOf(parts, provider), { algorithms: [...algorithms] });
  try {
    await verify().catch((error: unknown) => {
      // The provider may have changed its keys.
      if (!isOfKeys(error) || !forget(parts, provider)) throw error;
      return verify();
    });
  } catch (error) {
    if (error instanceof jose.errors.JOSEError) return wrong('signature');
    return refuseFailure(provider, error);
  }
}

const isOfKeys = (error: unknown): boolean =>
  error instanceof jose.errors.JWKSNoMatchingKey || error instanceof jose.errors.JWSSignatureVerificationFailed;

/** A provider's published keys, fetched again after some time. A failed fetch is not repeated immediately. */
function keysOf({ keys: known, ...parts }: LogoutTokenParts, provider: Provider): Promise<jose.LocalJWKSet> {
  const found = known.get(keyOf(provider));
  if (found && found.at > performance.now() - limits.providerKeysKept.value * 1000) return found.keys;
  const keys = fetchKeys(parts, provider);
  const entry = { at: performance.now(), keys };
  known.set(keyOf(provider), entry);
  keys.catch(() => {
    const kept = limits.providerKeysKept.value - limits.providerKeysCooldown.value;
    if (known.get(keyOf(provider)) === entry) known.set(keyOf(provider), { keys, at: entry.at - kept * 1000 });
  });
  return keys;
}

async function fetchKeys(parts: Omit<LogoutTokenParts, 'keys'>, provider: Provider): Promise<jose.LocalJWKSet> {
  const config = await configurationOf(parts, parts.providers, provider);
  const { jwks_uri: place } = config.serverMetadata();
  if (place === undefined)
    return refuse('provider_wrong', 'provider_fault', { connection: provider.name, fault: 'keys_place' });
  const answer = await parts.outgoing(place, { headers: { accept: 'application/json' } });
  return jose.createLocalJWKSet((await answer.json()) as jose.JSONWebKeySet);
}

/** Drops keys that are old enough to be fetched again. @returns whether it dropped them */
function forget({ keys }: LogoutTokenParts, provider: Provider): boolean {
  const found = keys.get(keyOf(provider));
  if (found && found.at > performance.now() - limits.providerKeysCooldown.value * 1000) return false;
  return keys.delete(keyOf(provider));
}

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';
const algorithms: readonly string[] = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
/** Seconds by which a provider's clock may differ, as with its ID tokens. */
const clockSkew = 30;

const isWord = (value: unknown): value is string => typeof value === 'string' && value !== '' && value.length <= 1000;
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
