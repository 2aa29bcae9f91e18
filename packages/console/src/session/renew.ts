import {
  isDPoPNonceError,
  None,
  processRefreshTokenResponse,
  ResponseBodyError,
  refreshTokenGrantRequest,
  type TokenEndpointResponse,
} from 'oauth4webapi';
import { consoleClient, proofs, provider, requestOptions } from './provider.ts';
import { readTokens, type Tokens, writeTokens } from './token-store.ts';

/**
 * Renews the access token: one renewal at a time in the browser (Web Locks), and one for all who ask in this tab.
 * Answers with null when the session has ended and a person must sign in.
 * @throws when the provider cannot be reached; the tokens stay as they are.
 */
export function renew(): Promise<Tokens | null> {
  renewing ??= navigator.locks.request('licet.renew', renewNow).finally(() => {
    renewing = undefined;
  });
  return renewing;
}

let renewing: Promise<Tokens | null> | undefined;

async function renewNow(): Promise<Tokens | null> {
  const tokens = readTokens();
  if (!tokens?.refreshToken) return null;
  try {
    const answer = await refresh(tokens.refreshToken);
    const renewed: Tokens = {
      accessToken: answer.access_token,
      refreshToken: answer.refresh_token ?? tokens.refreshToken,
      idToken: answer.id_token ?? tokens.idToken,
      signedInAt: tokens.signedInAt,
    };
    writeTokens(renewed);
    return renewed;
  } catch (error) {
    if (error instanceof ResponseBodyError && error.status < 500) return null;
    throw error;
  }
}

async function refresh(refreshToken: string, again = true): Promise<TokenEndpointResponse> {
  const server = await provider();
  const options = { ...requestOptions(), DPoP: await proofs() };
  const response = await refreshTokenGrantRequest(server, consoleClient, None(), refreshToken, options);
  try {
    return await processRefreshTokenResponse(server, consoleClient, response);
  } catch (error) {
    if (again && isDPoPNonceError(error)) return refresh(refreshToken, false);
    throw error;
  }
}
