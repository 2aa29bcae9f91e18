import { type ConnectionTest, limits } from '@licet/contract';
import * as client from 'openid-client';
import type { Outgoing } from '../../outgoing/outgoing.ts';
import { type Finding, findingIn, Refusal, refuse } from '../../refusal.ts';
import {
  type Errand,
  type Leaving,
  nameField,
  type Proved,
  type Provider,
  returnPath,
  type SigningOut,
  signedOutPath,
} from './external-provider.ts';
import { refuseFailure } from './failures.ts';

// Signs users in at any OpenID Connect provider that supports discovery. Uses the authorization code flow with PKCE
// (RFC 9700 section 2.1.1), `state`, `nonce`, and the issuer in the response (RFC 9207). ID tokens are verified with
// the provider's published keys.

export interface OpenIdParts {
  /** The public address of this Licet, without a slash at the end. */
  readonly issuer: string;
  readonly outgoing: Outgoing;
}

/** The metadata of providers, cached for a few minutes. A provider's keys are fetched again if none of them fits. */
export type KnownProviders = Map<string, { readonly until: number; readonly config: Promise<client.Configuration> }>;

export async function leaveForOpenId(parts: OpenIdParts, known: KnownProviders, provider: Provider, leaving: Leaving) {
  const config = await configurationOf(parts, known, provider);
  if (!config.serverMetadata().authorization_endpoint)
    refuse('provider_wrong', 'provider_fault', { connection: provider.name, fault: 'sign_in_page' });
  return client.buildAuthorizationUrl(config, {
    ...(await authorizationOf(parts, provider, leaving)),
    nonce: leaving.nonce,
    ...(answersByForm(provider) && { response_mode: 'form_post' }),
    ...(leaving.again && { prompt: 'login', max_age: '0' }),
  }).href;
}

/** The common parameters of authorisation requests. */
export async function authorizationOf({ issuer }: OpenIdParts, { scopes }: Provider, leaving: Leaving) {
  return {
    redirect_uri: issuer + returnPath,
    scope: scopes.join(' '),
    state: leaving.state,
    code_challenge: await client.calculatePKCECodeChallenge(leaving.verifier),
    code_challenge_method: 'S256',
    ...(leaving.hint && { login_hint: leaving.hint }),
    ...(leaving.locales && { ui_locales: leaving.locales }),
  };
}

/**
 * Apple requires its answer by form post if any scope is requested, and only sends the name there. The scope `name`
 * is Apple's own (“Sign in with Apple”, Request an authorization).
 */
const answersByForm = ({ issuer, scopes }: Provider): boolean =>
  slashed(issuer) === 'https://appleid.apple.com' || scopes.includes('name');

export async function comeBackFromOpenId(
  parts: OpenIdParts,
  known: KnownProviders,
  provider: Provider,
  answer: URLSearchParams,
  errand: Errand,
): Promise<Proved> {
  const config = await configurationOf(parts, known, provider);
  const signed = new URLSearchParams([...answer].filter(([name]) => name !== nameField));
  try {
    const tokens = await client.authorizationCodeGrant(config, new URL(`${parts.issuer}${returnPath}?${signed}`), {
      expectedState: errand.state,
      expectedNonce: errand.nonce,
      pkceCodeVerifier: errand.verifier,
      idTokenExpected: true,
    });
    const claims =
      tokens.claims() ?? refuse('provider_wrong', 'provider_fault', { connection: provider.name, fault: 'id_token' });
    const more = await moreOf(config, provider, claims, tokens.access_token);
    // The name in the answer is unsigned, so it is used only if the provider sends it nowhere else.
    const name = answersByForm(provider) ? { name: answer.get(nameField) } : {};
    return provedBy(provider, { ...name, ...more, ...claims }, tokens.id_token);
  } catch (error) {
    // Drops the metadata, so that the next attempt fetches changed keys.
    known.delete(keyOf(provider));
    return refuseFailure(provider, error);
  }
}

/** Calls UserInfo for claims that the ID token lacks. */
async function moreOf(config: client.Configuration, { groupsClaim }: Provider, claims: client.IDToken, token: string) {
  const complete = claims.email !== undefined && claims.name !== undefined && (!groupsClaim || groupsClaim in claims);
  if (complete || !config.serverMetadata().userinfo_endpoint) return {};
  return client.fetchUserInfo(config, token, claims.sub);
}

function provedBy(
  { groupsClaim }: Provider,
  claims: Readonly<Record<string, unknown>> & client.IDToken,
  idToken: string | undefined,
): Proved {
  const { iss, sub, acr, amr, auth_time: authenticatedAt } = claims;
  return {
    issuer: iss,
    subject: sub,
    name: textIn(claims.name),
    username: textIn(claims.preferred_username),
    email: textIn(claims.email),
    emailVerified: verifiedIn(claims.email_verified),
    groups: groupsClaim === null ? null : groupsIn(claims, groupsClaim),
    acr: textIn(acr),
    amr: Array.isArray(amr) ? amr.map(String) : [],
    authenticatedAt: typeof authenticatedAt === 'number' ? authenticatedAt : null,
    sid: textIn(claims.sid),
    idToken: idToken ?? null,
  };
}

const textIn = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** Some providers send the boolean as text. */
const verifiedIn = (value: unknown): boolean | null =>
  value === true || value === 'true' ? true : value === false || value === 'false' ? false : null;

/**
 * Returns the user's groups; null if they are unknown. Some providers send no claim for a user without groups. Entra
 * also sends none for a user with too many groups, but then adds `_claim_names` or `hasgroups`. Only in that case are
 * the groups unknown.
 */
function groupsIn(claims: Readonly<Record<string, unknown>>, name: string): readonly string[] | null {
  const value = claims[name];
  if (Array.isArray(value)) return value.map(String);
  if (typeof value === 'string') return [value];
  const elsewhere = claims._claim_names;
  const left = typeof elsewhere === 'object' && elsewhere !== null && name in elsewhere;
  return left || claims.hasgroups !== undefined ? null : [];
}

/** Reads the provider's metadata, and reports each requirement and whether it is met. */
export async function testOpenId(parts: OpenIdParts, provider: Provider): Promise<ConnectionTest> {
  const findings: ConnectionTest['findings'] = [];
  const say = (about: (typeof findings)[number]['about'], found: string | undefined, right = found !== undefined) =>
    void findings.push({ about, right, found: found ?? '' });
  try {
    const config = await discover(parts, provider);
    const server = config.serverMetadata();
    say('discovery', provider.issuer);
    say('issuer', server.issuer);
    say('sign_in', server.authorization_endpoint);
    say('tokens', server.token_endpoint);
    say('pkce', server.code_challenge_methods_supported?.join(', ') ?? '', server.supportsPKCE());
    say('keys', server.jwks_uri && (await keysAt(parts, server.jwks_uri)));
    say(
      'signature',
      server.id_token_signing_alg_values_supported?.filter((alg) => !/^(none|HS)/.test(alg)).join(', ') || undefined,
    );
    say('profile', server.userinfo_endpoint ?? '', true);
    say(
      'sign_out',
      server.end_session_endpoint ?? '',
      !provider.signsOutThere || server.end_session_endpoint !== undefined,
    );
    say('proof', provider.secret === null ? undefined : provider.proof);
  } catch (error) {
    const { sentence: found, ...finding } = findingFor(provider, error);
    const about = findings.length > 0 ? 'keys' : finding.reason === 'provider_issuer' ? 'issuer' : 'discovery';
    findings.push({ about, right: false, found, ...finding });
  }
  // A provider that does not announce PKCE still passes. PKCE is always used, and a provider that does not know it
  // ignores the parameters.
  return { works: findings.every(({ about, right }) => right || about === 'pkce'), findings };
}

function findingFor(provider: Provider, error: unknown): Finding {
  try {
    return refuseFailure(provider, error);
  } catch (refusal) {
    if (refusal instanceof Refusal) return findingIn(refusal);
    throw refusal;
  }
}

async function keysAt({ outgoing }: OpenIdParts, address: string): Promise<string | undefined> {
  const answer: unknown = await (await outgoing(address)).json();
  const keys = typeof answer === 'object' && answer !== null && 'keys' in answer ? answer.keys : undefined;
  return Array.isArray(keys) && keys.length > 0 ? `${address} (${keys.length})` : undefined;
}

export async function configurationOf(parts: OpenIdParts, known: KnownProviders, provider: Provider) {
  const key = keyOf(provider);
  const found = known.get(key);
  if (found && found.until > performance.now()) return found.config;
  const config = discover(parts, provider);
  known.set(key, { until: performance.now() + keptFor, config });
  try {
    return await config;
  } catch (error) {
    known.delete(key);
    return refuseFailure(provider, error);
  }
}

export const keyOf = ({ id, version }: Provider) => `${id} ${version}`;
const keptFor = 5 * 60_000;

async function discover({ outgoing }: OpenIdParts, provider: Provider): Promise<client.Configuration> {
  const { issuer, clientId, name } = provider;
  const config = await client.discovery(
    new URL(issuer),
    clientId,
    { [client.clockTolerance]: 30 },
    await proofOf(provider),
    {
      execute: [
        client.enableNonRepudiationChecks,
        ...(issuer.startsWith('http:') ? [client.allowInsecureRequests] : []),
      ],
      [client.customFetch]: fetchBy(outgoing),
    },
  );
  // openid-client accepts Entra's issuer template, but here a connection has exactly one issuer.
  if (slashed(config.serverMetadata().issuer) !== slashed(issuer))
    refuse('provider_wrong', 'provider_issuer', { connection: name, issuer });
  return config;
}

export const slashed = (address: string) => new URL(address).href.replace(/\/$/, '');

/** Sends requests by our own outgoing client, without following redirects, as openid-client expects. */
export const fetchBy =
  (outgoing: Outgoing): client.CustomFetch =>
  (address, { body, headers, method, signal }) =>
    outgoing(address, {
      method,
      headers,
      redirect: 'manual',
      signal,
      body: typeof body === 'string' || body instanceof URLSearchParams ? body : null,
    });

async function proofOf({ proof, secret }: Provider): Promise<client.ClientAuth> {
  if (secret === null) return client.None();
  if (proof === 'secret') return bySecret(secret);
  const { kid, ...jwk } = JSON.parse(secret) as JsonWebKey & { kid: string };
  const key = await crypto.subtle.importKey('jwk', jwk, { name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign']);
  return client.PrivateKeyJwt({ key, kid });
}

/** Sends the secret in the body if the provider accepts that, because providers decode special characters in the header differently. */
const bySecret =
  (secret: string): client.ClientAuth =>
  (server, ...rest) => {
    const inBody = server.token_endpoint_auth_methods_supported?.includes('client_secret_post');
    (inBody ? client.ClientSecretPost(secret) : client.ClientSecretBasic(secret))(server, ...rest);
  };

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

/** Whether a browser may be redirected to the address. It must use HTTPS, or HTTP if the provider itself does. */
function mayLeadTo({ issuer }: Provider, place: string): boolean {
  if (!URL.canParse(place)) return false;
  const { protocol } = new URL(place);
  return protocol === 'https:' || (protocol === 'http:' && issuer.startsWith('http:'));
}
