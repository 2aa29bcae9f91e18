import type { ConnectionTest } from '@licet/contract';
import * as client from 'openid-client';
import { findingOf, OutgoingError } from '../../outgoing/guard.ts';
import { refuse } from '../../refusal.ts';
import type { Directories } from '../directories/directories.ts';
import {
  type Errand,
  keepable,
  type Leaving,
  type Proved,
  type Provider,
  returnPath,
  type Upstream,
} from './external-provider.ts';
import { refuseFailure, refuseStatus } from './failures.ts';
import { type KnownKeys, readLogoutToken } from './logout-token.ts';
import {
  authorizationOf,
  comeBackFromOpenId,
  fetchBy,
  type KnownProviders,
  leaveForOpenId,
  type OpenIdParts,
  signOutOfOpenId,
  testOpenId,
} from './openid.ts';

// GitHub speaks OAuth 2 and has its own API for users (docs.github.com, “Authorizing OAuth apps”, “Users”, “Emails”).

async function leaveForGitHub(parts: OpenIdParts, provider: Provider, leaving: Leaving): Promise<string> {
  const { login_hint: login, ...asked } = await authorizationOf(parts, provider, leaving);
  return client.buildAuthorizationUrl(configurationOf(parts, provider), {
    ...asked,
    ...(login && { login }),
    ...(leaving.again && { prompt: 'select_account' }),
  }).href;
}

async function comeBackFromGitHub(
  parts: OpenIdParts,
  provider: Provider,
  answer: URLSearchParams,
  errand: Errand,
): Promise<Proved> {
  const config = configurationOf(parts, provider);
  try {
    const { access_token: token } = await client.authorizationCodeGrant(
      config,
      new URL(`${parts.issuer}${returnPath}?${answer}`),
      { expectedState: errand.state, pkceCodeVerifier: errand.verifier },
    );
    const user = await ask(parts, provider, token, '/user');
    if (typeof user !== 'object' || user === null || !('id' in user) || !Number.isSafeInteger(user.id))
      return refuse('provider_wrong', 'provider_fault', { connection: provider.name, fault: 'user' });
    const address = addressIn(await ask(parts, provider, token, '/user/emails'));
    const login = 'login' in user && typeof user.login === 'string' ? user.login : null;
    return {
      issuer: provider.issuer,
      subject: String(user.id), // a login can change, and then belong to another user
      name: 'name' in user && typeof user.name === 'string' && user.name !== '' ? user.name : login,
      username: login,
      email: address?.email ?? null,
      emailVerified: address?.verified ?? null,
      groups: null,
      acr: null,
      amr: [],
      authenticatedAt: null,
      sid: null,
      idToken: null,
    };
  } catch (error) {
    return refuseFailure(provider, error);
  }
}

/** Whether the API answers. It cannot detect a wrong secret, which only fails at a sign-in. */
async function testGitHub({ outgoing }: OpenIdParts, provider: Provider): Promise<ConnectionTest> {
  const findings: ConnectionTest['findings'] = [];
  const { authorization_endpoint: signIn = '', token_endpoint: tokens = '' } = metadataOf(provider);
  try {
    const { status } = await outgoing(`${apiOf(provider)}/meta`, { headers: { accept } });
    findings.push({ about: 'discovery', right: status < 500, found: status < 500 ? apiOf(provider) : `${status}` });
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    const { sentence: found, ...finding } = findingOf(error.why);
    findings.push({ about: 'discovery', right: false, found, ...finding });
  }
  findings.push({ about: 'sign_in', right: true, found: signIn }, { about: 'tokens', right: true, found: tokens });
  findings.push({
    about: 'proof',
    right: provider.secret !== null,
    found: provider.secret === null ? '' : provider.proof,
  });
  return { works: findings.every(({ right }) => right), findings };
}

const accept = 'application/vnd.github+json';

async function ask({ outgoing }: OpenIdParts, provider: Provider, token: string, path: string): Promise<unknown> {
  const response = await outgoing(apiOf(provider) + path, {
    headers: { accept, authorization: `Bearer ${token}`, 'x-github-api-version': '2022-11-28' },
  });
  if (response.status >= 500) refuseStatus(provider.name, response.status);
  if (response.status === 404 || response.status === 403) return undefined; // the token lacks the scope for it
  if (!response.ok)
    refuse('provider_wrong', 'provider_user_status', { connection: provider.name, status: response.status });
  return response.json();
}

/** The primary address, to which GitHub sends mail. */
function addressIn(answer: unknown): { readonly email: string; readonly verified: boolean } | undefined {
  if (!Array.isArray(answer)) return undefined;
  const addresses = answer.filter(
    (it): it is { email: string; primary: boolean; verified: boolean } =>
      typeof it === 'object' && it !== null && typeof it.email === 'string' && typeof it.verified === 'boolean',
  );
  return addresses.find(({ primary }) => primary) ?? addresses[0];
}

function configurationOf({ outgoing }: OpenIdParts, provider: Provider): client.Configuration {
  const config = new client.Configuration(
    metadataOf(provider),
    provider.clientId,
    undefined,
    provider.secret === null ? client.None() : client.ClientSecretPost(provider.secret),
  );
  config[client.customFetch] = fetchBy(outgoing);
  if (provider.issuer.startsWith('http:')) client.allowInsecureRequests(config);
  return config;
}

const metadataOf = ({ issuer }: Provider): client.ServerMetadata => ({
  issuer,
  authorization_endpoint: `${issuer}/login/oauth/authorize`,
  token_endpoint: `${issuer}/login/oauth/access_token`,
});

/**
 * The API of github.com is at its own host, that of GitHub Enterprise Server below a path (docs.github.com, “Enterprise
 * Server”).
 */
const apiOf = ({ issuer }: Provider) =>
  issuer === 'https://github.com' ? 'https://api.github.com' : `${issuer}/api/v3`;

/** Connects to external providers by the one outgoing client. */
export function createUpstream(parts: OpenIdParts & { readonly directories: Directories }): Upstream {
  const known: KnownProviders = new Map();
  const keys: KnownKeys = new Map();
  return {
    directories: parts.directories,
    leave: (provider, leaving) =>
      provider.kind === 'github'
        ? leaveForGitHub(parts, provider, leaving)
        : leaveForOpenId(parts, known, provider, leaving),
    comeBack: async (provider, answer, errand) =>
      keepable(
        provider,
        provider.kind === 'github'
          ? await comeBackFromGitHub(parts, provider, answer, errand)
          : await comeBackFromOpenId(parts, known, provider, answer, errand),
      ),
    test: (provider) => (provider.kind === 'github' ? testGitHub(parts, provider) : testOpenId(parts, provider)),
    signOut: async (provider, signingOut) =>
      provider.kind === 'github' ? null : signOutOfOpenId(parts, known, provider, signingOut),
    endedThere: async (provider, token, now) =>
      provider.kind === 'github'
        ? refuse('invalid_request', 'logout_not_of_github', {})
        : readLogoutToken({ ...parts, providers: known, keys }, provider, token, now),
  };
}
