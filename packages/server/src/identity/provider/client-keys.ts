import { constants, createPublicKey, randomBytes, verify } from 'node:crypto';
import { limits } from '@licet/contract';
import Provider, { type AdapterPayload, errors, type KoaContextWithOIDC } from 'oidc-provider';
import { machineNow } from '../../machine-clock.ts';
import { type ProvingKey, secretMatches, usedClientKey } from '../../store/applications/client-keys.ts';
import { readClock } from '../../store/kernel/clock.ts';
import type { Database } from '../../store/kernel/database.ts';
import { poolOf } from '../../store/kernel/pool.ts';
import { logSignIn } from '../../store/sign-in/sign-ins.ts';
import { nameOf } from '../steps/page-words.ts';
import { originOf } from '../steps/request-origin.ts';
import { recordsOf } from './request-records.ts';

type Client = KoaContextWithOIDC['oidc']['client'] & {};

interface Parts {
  readonly database: Database;
  readonly onError: (error: Error) => void;
}

/**
 * Returns the authentication method and the keys of a client. The provider supports only one method for each client, so
 * this returns the one that the request uses. Expired keys are included, so that the refusal of one can say that it has
 * expired.
 */
export function keyMetadata(keys: readonly ProvingKey[], byAssertion: boolean): AdapterPayload {
  const jwks = keys.flatMap(({ publicKey }) => (publicKey ? [{ ...publicKey }] : []));
  const signs = jwks.length > 0 && (byAssertion || jwks.length === keys.length);
  return {
    ...(signs
      ? { token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: jwks } }
      : { token_endpoint_auth_method: 'client_secret_basic', client_secret: neverMatched }),
    licet_keys: keys.map((key) => ({ ...key })),
  };
}

// The provider requires a secret, but compareClientSecret compares the stored keys instead.
const neverMatched = randomBytes(32).toString('base64url');

/** Whether a request proves its client by a signed assertion. */
export const usesAssertion = (ctx: KoaContextWithOIDC | undefined): boolean =>
  typeof ctx?.oidc?.params?.client_assertion === 'string';

/** Whether a secret is one of the client's. @throws InvalidClientAuth when the secret has expired */
export async function takeSecret(parts: Parts, client: Client, secret: string): Promise<boolean> {
  const matching = keysOf(client).filter(({ secretHash }) => secretHash !== null && secretMatches(secretHash, secret));
  return takeKey(parts, client, matching);
}

/**
 * Finds the client's key that signed the assertion, and records its use. @throws InvalidClientAuth when the key has
 * expired
 */
export async function takeSigningKey(parts: Parts, ctx: KoaContextWithOIDC, kid: unknown): Promise<void> {
  const { client, params } = ctx.oidc;
  if (!client) return;
  const all = keysOf(client).filter(({ publicKey }) => publicKey);
  const candidates = typeof kid === 'string' ? all.filter(({ publicKey }) => publicKey?.kid === kid) : all;
  const signed =
    candidates.length === 1
      ? candidates
      : candidates.filter((key) => isSignedBy(String(params?.client_assertion), key));
  if (!(await takeKey(parts, client, signed))) throw new errors.InvalidClientAuth('no key has signed it');
}

/** Whether the key made the assertion's signature. Needed if the assertion does not name its key. */
function isSignedBy(assertion: string, { publicKey }: ProvingKey): boolean {
  const key = createPublicKey({ key: Object.fromEntries(Object.entries(publicKey ?? {})), format: 'jwk' });
  const [head = '', payload = '', signature = ''] = assertion.split('.');
  const signed = Buffer.from(`${head}.${payload}`);
  const options = signatures.filter(({ type }) => type === key.asymmetricKeyType);
  return options.some(({ type: _, ...how }) =>
    verify('sha256', signed, { key, ...how }, Buffer.from(signature, 'base64url')),
  );
}

// ES256, RS256 and PS256 (RFC 7518 section 3.1).
const signatures = [
  { type: 'ec', dsaEncoding: 'ieee-p1363' },
  { type: 'rsa', padding: constants.RSA_PKCS1_PADDING },
  { type: 'rsa', padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 },
] as const;

/**
 * Accepts a key that has not expired, and records its use. An expired key gets `invalid_client` with the reason (RFC
 * 6749 section 5.2). Only a holder of that key can see the reason.
 */
async function takeKey(
  { database, onError }: Parts,
  client: Client,
  matching: readonly ProvingKey[],
): Promise<boolean> {
  const [first] = matching;
  if (!first) return false;
  const current = matching.find(({ ended }) => !ended);
  if (current) {
    if (current.noteUse) usedClientKey(database, current.id).catch(onError); // not awaited
    return true;
  }
  const { address, agent } = originOf(Provider.ctx?.req);
  const line = {
    userId: null,
    outcome: 'key_ended',
    client: `${nameOf(client)}: ${first.name}`,
    address,
    agent,
  } as const;
  await logSignIn(poolOf(database), line, await readClock(database));
  const refusal = new errors.InvalidClientAuth(`the key “${first.name}” ended at ${first.endsAt}`);
  refusal.error_description = `the ${first.secretHash === null ? 'key' : 'secret'} ended at ${first.endsAt}`;
  throw refusal;
}

function keysOf(client: Client): readonly ProvingKey[] {
  const { licet_keys: keys } = client;
  return Array.isArray(keys) ? keys : [];
}

/**
 * Refuses a client assertion (RFC 7523 section 3) unless this issuer is its only audience, as a string. Otherwise
 * another server could obtain an assertion that also names this server, and use it here (draft-ietf-oauth-rfc7523bis).
 * The assertion must expire soon, because it is remembered until then.
 */
export function refuseAssertion(issuer: string, { aud, iat, exp }: Readonly<Record<string, unknown>>): void {
  if (aud !== issuer) throw new errors.InvalidClientAuth('aud is not the issuer alone');
  if (typeof iat === 'number' && iat > machineNow() + clockSkew)
    throw new errors.InvalidClientAuth(`iat is more than ${clockSkew} seconds ahead`);
  if (typeof exp !== 'number' || exp <= machineNow()) throw new errors.InvalidClientAuth('exp is past');
  if (exp > machineNow() + limits.clientAssertionLifetime.value)
    throw new errors.InvalidClientAuth(`exp is more than ${limits.clientAssertionLifetime.value} seconds ahead`);
}

/** The seconds by which a client's clock may be ahead of ours (FAPI 2.0 Security Profile section 5.3.2.1 refuses more). */
const clockSkew = 60;

/**
 * The seconds by which `nbf` may be in the future. FAPI 2.0 Security Profile section 5.3.2.1 requires accepting 10 and refusing more than
 * 60.
 */
export const clientClockDrift = 10;

/** Whether the record that the request stores is its client assertion. It is the first one; a DPoP proof follows. */
export function isAssertion(ctx: KoaContextWithOIDC | undefined): boolean {
  return typeof ctx?.oidc.params?.client_assertion === 'string' && recordsOf(ctx).firstAssertion();
}
