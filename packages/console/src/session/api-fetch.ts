import {
  allowInsecureRequests,
  customFetch,
  type DPoPHandle,
  protectedResourceRequest,
  WWWAuthenticateChallengeError,
} from 'oauth4webapi';
import { proofs, withoutCookies } from './provider.ts';
import { renew } from './renew.ts';
import { justSignedIn, signInAgain } from './sign-in.ts';
import { expiryOf } from './token.ts';
import { readTokens, type Tokens } from './token-store.ts';

/**
 * Sends a request to Licet's API with the access token and a proof of possession, and without cookies. Renews the token
 * shortly before it runs out, and once more when the server says that it has. When nobody is signed in any longer the
 * page leaves for the sign-in, to come back to where it was.
 */
export async function apiFetch(url: string, init: RequestInit): Promise<Response> {
  const tokens = await usableTokens();
  const response = await sendWithProof(tokens.accessToken, url, init);
  if (response.status !== 401) return response;
  const code = await codeOf(response);
  if (code === undefined || !worthRenewing.has(code)) return response;
  const renewed = await renew();
  const second = renewed ? await sendWithProof(renewed.accessToken, url, init) : response;
  if (second.status !== 401) return second;
  if (justSignedIn(tokens)) return second;
  return signInAgain();
}

/** Sends one request with the token and its proof (RFC 9449 section 7.1); once more when the server names a nonce. */
export async function sendWithProof(
  accessToken: string,
  url: string,
  init: RequestInit,
  { handle, fetch = withoutCookies }: { handle?: DPoPHandle; fetch?: typeof withoutCookies } = {},
): Promise<Response> {
  const DPoP = handle ?? (await proofs());
  const address = new URL(url, globalThis.location?.origin);
  const send = async (): Promise<Response> => {
    try {
      return await protectedResourceRequest(
        accessToken,
        init.method ?? 'GET',
        address,
        new Headers(init.headers),
        init.body as string | undefined,
        {
          DPoP,
          [allowInsecureRequests]: address.protocol === 'http:',
          [customFetch]: fetch,
          ...(init.signal && { signal: init.signal }),
        },
      );
    } catch (error) {
      if (error instanceof WWWAuthenticateChallengeError) return error.response;
      throw error;
    }
  };
  const response = await send();
  return asksForNonce(response) ? send() : response;
}

const EARLY_S = 20;
const worthRenewing = new Set(['token_expired', 'token_invalid', 'unauthenticated']);

async function usableTokens(): Promise<Tokens> {
  const tokens = readTokens();
  if (tokens && expiryOf(tokens.accessToken) - Date.now() / 1000 > EARLY_S) return tokens;
  return (tokens && (await renew())) ?? (await signInAgain());
}

async function codeOf(response: Response): Promise<string | undefined> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  return typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'string'
    ? body.code
    : undefined;
}

function asksForNonce(response: Response): boolean {
  return (
    response.status === 401 &&
    response.headers.has('dpop-nonce') &&
    (response.headers.get('www-authenticate') ?? '').includes('use_dpop_nonce')
  );
}
