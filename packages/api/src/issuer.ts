import { isObject } from './verify/index.ts';

/** The function that calls Licet: `fetch` or a compatible function. */
export type FetchLike = (address: string, init: RequestInit) => Promise<Response>;

/** The values of an issuer that a verifier needs. */
export interface Issuer {
  readonly jwksUri: string;
  readonly tokenEndpoint: string;
}

/** A JWK from a key set, not yet parsed. */
export type UnreadKey = Readonly<Record<string, unknown>>;

/** The response did not come from the configured issuer. Retrying is useless until the settings are corrected. */
export class WrongIssuer extends Error {
  override readonly name = 'WrongIssuer';
}

/**
 * Reads the issuer's metadata (OpenID Connect Discovery 1.0 section 4).
 * @throws Error whose message can be shown to the operator
 */
export async function discover(issuer: string, fetch: FetchLike, signal: AbortSignal): Promise<Issuer> {
  const address = `${issuer}/.well-known/openid-configuration`;
  const metadata = await getObject(address, fetch, signal);
  // Section 4.3: the issuer in the metadata must be exactly the requested one.
  if (metadata.issuer !== issuer)
    throw new WrongIssuer(
      typeof metadata.issuer === 'string'
        ? `“issuer” is ${issuer}, but what answers there is ${metadata.issuer.slice(0, 200)}. Write it exactly so.`
        : `What answers at ${address} names no issuer. Set “issuer” to the address of Licet.`,
    );
  return {
    jwksUri: ownAddress(issuer, metadata.jwks_uri, 'jwks_uri'),
    tokenEndpoint: ownAddress(issuer, metadata.token_endpoint, 'token_endpoint'),
  };
}

/** Reads the issuer's public keys (RFC 7517 section 5). */
export async function readKeys(address: string, fetch: FetchLike, signal: AbortSignal): Promise<readonly UnreadKey[]> {
  const { keys } = await getObject(address, fetch, signal);
  if (!Array.isArray(keys)) throw new Error(`${address} is not a set of keys.`);
  return keys.filter(isObject).slice(0, mostKeys);
}

/**
 * Returns the configured issuer without a trailing slash.
 * @throws TypeError unless it is an absolute https URL without query and fragment; http only for localhost, 127.0.0.1
 *   and [::1] (OpenID Connect Discovery 1.0 section 3)
 */
export function issuerAddress(issuer: string): string {
  const url = URL.canParse(issuer) ? new URL(issuer) : undefined;
  const isLocal = url !== undefined && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (!url || !(url.protocol === 'https:' || (url.protocol === 'http:' && isLocal)) || /[?#]/.test(issuer))
    throw new TypeError(
      `“${issuer}” is not a valid issuer. Use the https address of Licet, such as https://id.example.org. Only localhost may use http.`,
    );
  return issuer.replace(/\/$/, '');
}

async function getObject(address: string, fetch: FetchLike, signal: AbortSignal): Promise<UnreadKey> {
  const response = await fetch(address, { headers: { accept: 'application/json' }, redirect: 'error', signal });
  if (!response.ok) throw new Error(`${address} answered ${response.status}.`);
  const value: unknown = await response.json();
  if (!isObject(value)) throw new Error(`${address} did not answer a JSON object.`);
  return value;
}

/**
 * Returns an address from the metadata. Licet serves everything from one origin, so an address of another origin is
 * refused.
 */
function ownAddress(issuer: string, value: unknown, name: string): string {
  if (typeof value === 'string' && URL.canParse(value) && new URL(value).origin === new URL(issuer).origin)
    return value;
  throw new Error(`The ${name} of ${issuer} does not lie at the issuer.`);
}

const mostKeys = 100;
