import type { Kit } from './kit.ts';
import type { Provider } from './provider.ts';
import type { Settings } from './settings.ts';
import type { Answer, StartedSignIn } from './sign-in.ts';
import type { SignInOptions } from './source.ts';
import type { Tokens } from './tokens.ts';

export interface SignInParts {
  readonly settings: Settings;
  readonly provider: Provider;
  readonly how: SignInOptions;
  readonly kit: Kit;
}

/**
 * Redirects the browser to Licet's sign-in (RFC 6749 section 4.1.1 with PKCE, RFC 7636).
 * @throws LicetError `unreachable`, `insecure_context`, `storage_blocked`
 */
export const beginSignIn = async ({ settings, provider, how, kit }: SignInParts): Promise<void> => {
  const { LicetError, sha256, unguessable } = kit;
  if (!isSecureContext)
    throw new LicetError('insecure_context', {
      title: 'Signing in needs HTTPS.',
      next: 'Open the page by https, or on localhost.',
    });
  const state = unguessable();
  const { returnTo = location.pathname + location.search + location.hash, loginHint } = how;
  const started: StartedSignIn = { verifier: unguessable(), nonce: unguessable(), returnTo };
  const address = new URL(await provider.endpoint('authorization_endpoint'));
  address.search = `${new URLSearchParams({
    ...how.parameters,
    client_id: settings.clientId,
    redirect_uri: settings.redirectUri,
    response_type: 'code',
    scope: settings.scope,
    state,
    nonce: started.nonce,
    code_challenge: await sha256(started.verifier),
    code_challenge_method: 'S256',
    ...(loginHint && { login_hint: loginHint }),
  })}`;
  try {
    for (const name of Object.keys(sessionStorage))
      if (name.startsWith(`${settings.name}?`)) sessionStorage.removeItem(name);
    sessionStorage.setItem(`${settings.name}?${state}`, JSON.stringify(started));
  } catch (cause) {
    const next = 'Allow this site to keep data, and try again.';
    throw new LicetError('storage_blocked', { title: 'The browser keeps no data for this page.', next }, { cause });
  }
  location.assign(address);
};

/** Redirects the browser to Licet's sign-out (OpenID Connect RP-Initiated Logout 1.0 section 2). */
export const beginSignOut = async (settings: Settings, provider: Provider, id: string | undefined): Promise<void> => {
  const address = new URL(await provider.endpoint('end_session_endpoint'));
  address.search = `${new URLSearchParams({
    client_id: settings.clientId,
    post_logout_redirect_uri: settings.postLogoutRedirectUri,
    ...(id && { id_token_hint: id }),
  })}`;
  location.assign(address);
};

/**
 * Completes a sign-in by exchanging the code for tokens.
 * @throws LicetError `state_unknown`, `sign_in_refused`, `answer_invalid`, `session_ended`, `unreachable`
 */
export const completeSignIn = async (
  settings: Settings,
  provider: Provider,
  { parameters, started }: Answer,
  { answerInvalid, LicetError }: Kit,
): Promise<Tokens> => {
  if (!started)
    throw new LicetError('state_unknown', {
      title: 'That sign-in was not begun in this tab, or has ended.',
      next: 'Sign in again.',
    });
  // RFC 9207 section 2.4.
  if (parameters.get('iss') !== settings.issuer) throw answerInvalid('The answer is not from Licet.');
  const code = parameters.get('code');
  if (!code)
    throw new LicetError('sign_in_refused', {
      title: 'Nobody was signed in.',
      detail: parameters.get('error') === 'access_denied' ? 'The sign-in was cancelled.' : refusal(parameters),
      next: 'Sign in again.',
    });
  return provider.trade(
    {
      grant_type: 'authorization_code',
      code,
      redirect_uri: settings.redirectUri,
      code_verifier: started.verifier,
    },
    { nonce: started.nonce },
  );
};

const refusal = (parameters: URLSearchParams) =>
  `Licet refused the sign-in: ${parameters.get('error_description') ?? parameters.get('error')}.`;
