import { consoleClientId } from '@licet/contract';
import {
  type AuthorizationServer,
  allowInsecureRequests,
  type Client,
  type CustomFetchOptions,
  customFetch,
  DPoP,
  type DPoPHandle,
  discoveryRequest,
  type ProtectedResourceRequestBody,
  processDiscoveryResponse,
} from 'oauth4webapi';
import { keyPair } from './key-store.ts';

/** The console as a public client of the provider (RFC 6749 section 2.1). */
export const consoleClient: Client = { client_id: consoleClientId, token_endpoint_auth_method: 'none' };

/** Where the provider sends the browser back to. */
export const redirectUri = () => `${location.origin}/callback`;

/** How requests to the provider are sent. Plain HTTP is for this machine alone: browsers offer no keys to other pages. */
export const requestOptions = () => ({
  [allowInsecureRequests]: location.protocol === 'http:',
  [customFetch]: withoutCookies,
});

/** What the provider says of itself (OpenID Connect Discovery 1.0); asked once. */
export function provider(): Promise<AuthorizationServer> {
  discovering ??= discover().catch((error: unknown) => {
    discovering = undefined;
    throw error;
  });
  return discovering;
}

/** Makes the proofs of possession, and remembers the nonces that a server asks for (RFC 9449 section 8). */
export function proofs(): Promise<DPoPHandle> {
  proving ??= keyPair().then((keys) => DPoP(consoleClient, keys));
  return proving;
}

/** Sends a request without any cookie: neither the API nor the token endpoint takes one. */
export const withoutCookies = (url: string, { body, signal, ...init }: SentOptions): Promise<Response> =>
  fetch(url, {
    ...init,
    ...(body != null && { body: body as BodyInit }),
    ...(signal && { signal }),
    credentials: 'omit',
  });

type SentOptions = CustomFetchOptions<string, ProtectedResourceRequestBody>;

let discovering: Promise<AuthorizationServer> | undefined;
let proving: Promise<DPoPHandle> | undefined;

async function discover(): Promise<AuthorizationServer> {
  const issuer = new URL(location.origin);
  return processDiscoveryResponse(issuer, await discoveryRequest(issuer, { ...requestOptions(), algorithm: 'oidc' }));
}
