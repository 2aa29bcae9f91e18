import { limits } from '@licet/contract';
import * as client from 'openid-client';
import { type Provider, type SigningOut, signedOutPath } from './external-provider.ts';
import { configurationOf, type KnownProviders, type OpenIdParts } from './openid.ts';

/**
 * The sign-out address at a provider (OpenID Connect RP-Initiated Logout 1.0 section 2); null if it has none. An
 * expired ID token is sent too: providers accept it as a hint to the session (section 4).
 * @throws Refusal `provider_unreachable`, `provider_wrong`
 */
export async function signOutOfOpenId(
  parts: OpenIdParts,
  known: KnownProviders,
  provider: Provider,
  { idToken, state, locales }: SigningOut,
): Promise<string | null> {
  const config = await configurationOf(parts, known, provider);
  const { end_session_endpoint: place } = config.serverMetadata();
  if (place === undefined || !mayLeadTo(provider, place)) return null;
  return client.buildEndSessionUrl(config, {
    ...(idToken !== null && idToken.length <= limits.idTokenHintMax.value && { id_token_hint: idToken }),
    post_logout_redirect_uri: parts.issuer + signedOutPath,
    state,
    ...(locales && { ui_locales: locales }),
  }).href;
}

/** A browser is sent only to web pages, and never from an encrypted provider to a plain one. */
function mayLeadTo({ issuer }: Provider, place: string): boolean {
  if (!URL.canParse(place)) return false;
  const { protocol } = new URL(place);
  return protocol === 'https:' || (protocol === 'http:' && issuer.startsWith('http:'));
}
