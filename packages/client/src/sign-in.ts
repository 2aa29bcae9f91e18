import { LicetError } from './error.ts';
import { answerInvalid, type Provider } from './provider.ts';
import type { Settings } from './settings.ts';
import type { SignInOptions } from './source.ts';
import { sha256, type Tokens, unguessable } from './tokens.ts';

/** The data of a sign-in that this tab keeps until the browser returns. */
interface StartedSignIn {
  readonly verifier: string;
  readonly nonce: string;
  readonly returnTo: string;
}

/** The response to a sign-in, from the URL of the page. */
export interface Answer {
  readonly parameters: URLSearchParams;
  /** Undefined if this tab did not begin this sign-in. */
  readonly started: StartedSignIn | undefined;
  /** The path at which to continue. */
  readonly returnTo: string;
}

/**
 * Redirects the browser to Licet's sign-in (RFC 6749 section 4.1.1 with PKCE, RFC 7636).
 * @throws LicetError `unreachable`, `insecure_context`, `storage_blocked`
 */
export const beginSignIn = async (settings: Settings, provider: Provider, options: SignInOptions): Promise<void> => {
  if (!isSecureContext)
    throw new LicetError('insecure_context', {
      title: 'Signing in needs HTTPS.',
      next: 'Open the page by https, or on localhost.',
    });
  const state = unguessable();
  const { returnTo = location.pathname + location.search + location.hash, loginHint } = options;
  const started: StartedSignIn = { verifier: unguessable(), nonce: unguessable(), returnTo };
  const address = new URL(await provider.endpoint('authorization_endpoint'));
  address.search = `${new URLSearchParams({
    ...options.parameters,
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

/**
 * Removes the response to a sign-in from the URL, and returns it. Returns undefined if there is none, or if it is for
 * another client.
 */
export const takeAnswer = ({ name, issuer, redirectUri, loads }: Settings): Answer | undefined => {
  const { searchParams: parameters, origin, pathname } = new URL(location.href);
  const state = parameters.get('state');
  if (!state || !(parameters.has('code') || parameters.has('error'))) return undefined;
  const started = takeOut(`${name}?${state}`);
  const ours = parameters.get('iss') === issuer && redirectUri === origin + pathname;
  if (!started && !ours) return undefined;
  const returnTo = started ? safeReturnPath(started.returnTo, redirectUri) : redirectUri;
  keepOutOfAddress(state, loads ? redirectUri : returnTo);
  return { parameters, started, returnTo };
};

/**
 * Replaces the response in the URL by `path`. Some routers, such as the App Router of Next.js, have already read the
 * URL. They write the response back when they start and at each render. Each time, the function removes it again and
 * notifies the router, until the router uses `path`.
 */
const keepOutOfAddress = (state: string, path: string): void => {
  let left = 20;
  const clean = () => {
    if (left && location.search.includes(state)) {
      left -= 1;
      history.replaceState(history.state, '', path);
      queueMicrotask(() => dispatchEvent(new PopStateEvent('popstate', { state: history.state })));
    }
  };
  clean();
  // Run asynchronously, because a router may be rendering now.
  (globalThis as { navigation?: EventTarget }).navigation?.addEventListener('currententrychange', () =>
    setTimeout(clean),
  );
  // For browsers without the Navigation API, check once more later.
  setTimeout(clean, 1000);
};

/**
 * Completes a sign-in by exchanging the code for tokens.
 * @throws LicetError `state_unknown`, `sign_in_refused`, `answer_invalid`, `session_ended`, `unreachable`
 */
export const completeSignIn = async (settings: Settings, provider: Provider, answer: Answer): Promise<Tokens> => {
  const { parameters, started } = answer;
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

const takeOut = (name: string): StartedSignIn | undefined => {
  try {
    const text = sessionStorage.getItem(name);
    sessionStorage.removeItem(name);
    return text ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
};

/**
 * Returns a safe path at which to continue after the sign-in: a path of this origin with query and fragment, or `/`.
 * Paths that could lead to another origin become `/`, such as `//evil`, `/\evil`, `https:…`, or a path with a control
 * character that the URL parser drops. The redirect address with a response in it also becomes `/`, because it would
 * cause a loop.
 */
export const safeReturnPath = (path: unknown, redirectUri: string): string => {
  const { origin } = new URL(redirectUri);
  if (typeof path !== 'string' || !/^\/(?!\/)[^\\\p{Cc}]*$/u.test(path)) return '/';
  const address = new URL(path, origin);
  if (address.origin !== origin || address.pathname.startsWith('//')) return '/';
  if (origin + address.pathname === redirectUri && address.searchParams.has('state')) return '/';
  return address.pathname + address.search + address.hash;
};
