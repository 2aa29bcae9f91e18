import {
  authorizationCodeGrantRequest,
  calculatePKCECodeChallenge,
  generateRandomCodeVerifier,
  generateRandomState,
  isDPoPNonceError,
  None,
  processAuthorizationCodeResponse,
  type TokenEndpointResponse,
  validateAuthResponse,
} from 'oauth4webapi';
import { consoleClient, proofs, provider, redirectUri, requestOptions } from './provider.ts';
import { safeReturnPath } from './return-path.ts';
import { readTokens, type Tokens, writeTokens } from './token-store.ts';

/**
 * Leaves for the provider's sign-in, to come back to the same path. Resolves never: the page is on its way out.
 * @throws when the provider cannot be reached.
 */
export async function beginSignIn(path = currentPath()): Promise<never> {
  leaving ??= leave(path).catch((error: unknown) => {
    leaving = undefined;
    throw error;
  });
  return leaving;
}

/** The session has ended: forgets its tokens and signs in anew, to come back to where it was. */
export function signInAgain(): Promise<never> {
  writeTokens(null);
  return beginSignIn();
}

/** Fresh from the sign-in: whoever is refused now would only go round in circles. */
export const justSignedIn = (tokens: Tokens): boolean => Date.now() - tokens.signedInAt < JUST_SIGNED_IN_MS;

/**
 * Ends a sign-in: trades the code in the address for tokens. Answers with the path to go on to.
 * @throws when the answer was not asked for by this tab, or the provider refuses the code.
 */
export async function completeSignIn(address: URL): Promise<string> {
  const state = address.searchParams.get('state') ?? '';
  const begun = takeBegun(state);
  if (!begun) {
    // A reload of /callback, or the back button: what it was for has been done.
    if (readTokens()) return '/';
    return beginSignIn('/');
  }
  const server = await provider();
  const parameters = validateAuthResponse(server, consoleClient, address, state);
  const answer = await grant(server, parameters, begun.verifier);
  writeTokens({
    accessToken: answer.access_token,
    refreshToken: answer.refresh_token ?? null,
    idToken: answer.id_token ?? '',
    signedInAt: Date.now(),
  });
  return safeReturnPath(begun.returnTo, location.origin);
}

/** The path of the page, as a person would share it. */
export const currentPath = (): string => location.pathname + location.search + location.hash;

interface Begun {
  readonly verifier: string;
  readonly returnTo: string;
}

const PREFIX = 'licet.sign-in.';
/** A name that the pages before the console have just made known (door/login-hint.ts). */
const HINT = 'licet.login-hint';
const JUST_SIGNED_IN_MS = 15_000;
const scope = 'openid profile email offline_access';
let leaving: Promise<never> | undefined;

async function leave(path: string): Promise<never> {
  const server = await provider();
  const state = generateRandomState();
  const verifier = generateRandomCodeVerifier();
  const returnTo = safeReturnPath(path, location.origin);
  forgetBegun();
  sessionStorage.setItem(PREFIX + state, JSON.stringify({ verifier, returnTo } satisfies Begun));
  const hint = sessionStorage.getItem(HINT);
  sessionStorage.removeItem(HINT);
  const address = new URL(server.authorization_endpoint ?? '/oidc/auth', location.origin);
  address.search = new URLSearchParams({
    client_id: consoleClient.client_id,
    redirect_uri: redirectUri(),
    response_type: 'code',
    scope,
    state,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(hint && { login_hint: hint }),
  }).toString();
  location.assign(address);
  return new Promise<never>(() => {});
}

async function grant(
  server: Awaited<ReturnType<typeof provider>>,
  parameters: URLSearchParams,
  verifier: string,
  again = true,
): Promise<TokenEndpointResponse> {
  const options = { ...requestOptions(), DPoP: await proofs() };
  const response = await authorizationCodeGrantRequest(
    server,
    consoleClient,
    None(),
    parameters,
    redirectUri(),
    verifier,
    options,
  );
  try {
    return await processAuthorizationCodeResponse(server, consoleClient, response, { requireIdToken: true });
  } catch (error) {
    if (again && isDPoPNonceError(error)) return grant(server, parameters, verifier, false);
    throw error;
  }
}

/** What was begun under this state, once. */
function takeBegun(state: string): Begun | null {
  const text = sessionStorage.getItem(PREFIX + state);
  sessionStorage.removeItem(PREFIX + state);
  if (text === null) return null;
  try {
    return JSON.parse(text) as Begun;
  } catch {
    return null;
  }
}

function forgetBegun(): void {
  for (const name of Object.keys(sessionStorage)) if (name.startsWith(PREFIX)) sessionStorage.removeItem(name);
}
