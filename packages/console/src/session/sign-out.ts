import { consoleClient, provider } from './provider.ts';
import { readTokens, writeTokens } from './token-store.ts';

/** Ends the session at the provider as well (OpenID Connect RP-Initiated Logout 1.0), and comes back to the first page. */
export async function signOut(): Promise<void> {
  const idToken = readTokens()?.idToken;
  const server = await provider();
  writeTokens(null);
  const address = new URL(server.end_session_endpoint ?? '/oidc/session/end', location.origin);
  address.search = new URLSearchParams({
    ...(idToken && { id_token_hint: idToken }),
    client_id: consoleClient.client_id,
    post_logout_redirect_uri: `${location.origin}/`,
  }).toString();
  location.assign(address);
}
