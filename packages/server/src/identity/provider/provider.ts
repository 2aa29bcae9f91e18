import type { KeyObject } from 'node:crypto';
import { acrValues } from '@licet/contract';
import { type Configuration, type KoaContextWithOIDC, Provider } from 'oidc-provider';
import { problemWith, Refusal } from '../../refusal.ts';
import type { Database } from '../../store/kernel/database.ts';
import { touchSession } from '../../store/sign-in/sessions.ts';
import type { Upstream } from '../connections/external-provider.ts';
import { cookieSignatures, type Secrets } from '../keys/secrets.ts';
import { type SigningKey, signingAlgorithms } from '../keys/signing-keys.ts';
import { takeOldHints } from '../sessions/id-token-hints.ts';
import { askInstead, completeSignOut, signOut } from '../sessions/sign-out.ts';
import { redirectToEndedPage } from '../steps/begin-again.ts';
import { dressPages, renderError } from '../steps/pages.ts';
import { isStranger, originOf } from '../steps/request-origin.ts';
import type { UnfinishedSignIns } from '../steps/sign-in-requests.ts';
import type { KeptAccess } from '../tokens/kept-access.ts';
import type { TokenInspector } from '../tokens/verify.ts';
import { createAdapter } from './adapter.ts';
import { claimsByScope, signInClaims } from './claims.ts';
import { clientClockDrift, refuseAssertion, takeSecret, takeSigningKey } from './client-keys.ts';
import { extraClientMetadata, needsPkce, originsOf, scopes } from './clients.ts';
import { deviceFlow, showPageFirst } from './device.ts';
import { allowFormPost } from './form-requests.ts';
import { accountFinder, loadGrant, signInPolicy } from './interaction-policy.ts';
import { mayIntrospect } from './introspection.ts';
import { writePostponedAtEnd } from './request-records.ts';
import { revokeRefreshToken } from './revocation.ts';
import { accessTokens, grantTypeOf, lifetimes, takeStructuredTokens, tokenRequests } from './tokens.ts';
import { userInfoPath } from './userinfo.ts';

type Context = KoaContextWithOIDC['oidc'];

/**
 * Ignores unknown scopes (OpenID Connect Core 1.0 section 3.1.2.1). The response names the granted scopes.
 * - At a refresh, `offline_access` is ignored too. Clients repeat it there (RFC 6749 section 6), but the provider
 * removed it at the sign-in, because no consent was requested.
 * - At a refresh, a known scope that was not granted at the sign-in is still refused.
 */
function passOverUnknownScopes(provider: Provider): void {
  const { prototype } = (provider as unknown as { readonly OIDCContext: { readonly prototype: Context } }).OIDCContext;
  const asked = Object.getOwnPropertyDescriptor(prototype, 'requestParamScopes')?.get;
  if (!asked) throw new Error('The provider tells by another name which scopes are asked for.');
  Object.defineProperty(prototype, 'requestParamScopes', {
    configurable: true,
    get(this: Context): Set<string> {
      const names: Set<string> = asked.call(this);
      return new Set(
        [...names].filter((name) => known.has(name) && !(name === 'offline_access' && isPassedOver(this))),
      );
    },
  });
}

const known: ReadonlySet<string> = new Set(scopes);

const isPassedOver = ({ route, entities }: Context) =>
  route === 'token' && entities.RefreshToken?.scopes.has('offline_access') !== true;

export interface ProviderOptions {
  /** The published keys; the first one signs. */
  readonly keys: readonly SigningKey[];
  readonly cookieKeys: readonly [KeyObject, ...KeyObject[]];
  readonly database: Database;
  readonly secrets: Secrets;
  readonly upstream: Upstream;
  /** The public address. */
  readonly issuer: string;
  /** Inspects an access token for introspection and revocation. */
  readonly inspect: TokenInspector;
  /** The last computed access of users and programs. */
  readonly kept: KeptAccess;
  /** Limits the number of unfinished sign-ins. */
  readonly begun: UnfinishedSignIns;
  readonly onError: (error: Error) => void;
}

/** Creates the OpenID provider with a fixed set of keys. When the keys change, a new provider replaces it. */
export function createProvider({
  keys,
  cookieKeys,
  database,
  secrets,
  upstream,
  issuer,
  inspect,
  kept,
  begun,
  onError,
}: ProviderOptions): Provider {
  const { resourceIndicators, customizer } = accessTokens({ database, issuer, kept });
  const secure = issuer.startsWith('https:');
  const signOutParts = { database, secrets, upstream };
  const provider = new Provider(issuer, {
    adapter: createAdapter({ database, secrets, kept }),
    jwks: { keys: keys.map(({ jwk }) => jwk) },
    clientDefaults: { id_token_signed_response_alg: 'ES256', response_types: ['code'] },
    extraClientMetadata: { properties: [...extraClientMetadata] },
    clientAuthMethods: [...authMethods],
    responseTypes: ['code'],
    scopes: [...scopes],
    acrValues: [...acrValues],
    subjectTypes: ['public'],
    claims: {
      openid: [...claimsByScope.openid, ...signInClaims],
      profile: [...claimsByScope.profile],
      email: [...claimsByScope.email],
    },
    discovery: {
      userinfo_endpoint: `${issuer}${userInfoPath}`,
      userinfo_signing_alg_values_supported: [...signingAlgorithms],
      introspection_endpoint_auth_methods_supported: [...authMethods],
      introspection_endpoint_auth_signing_alg_values_supported: [...assertionAlgorithms],
      revocation_endpoint_auth_methods_supported: [...authMethods],
      revocation_endpoint_auth_signing_alg_values_supported: [...assertionAlgorithms],
      prompt_values_supported: ['none', 'login', 'consent', 'select_account'],
      ui_locales_supported: ['en', 'de'],
      backchannel_logout_supported: true,
      backchannel_logout_session_supported: true,
    },
    conformIdTokenClaims: false,
    clockTolerance: clientClockDrift, // tolerates clients' clocks; records expire by the database's clock
    allowOmittingSingleRegisteredRedirectUri: false,
    pkce: { required: (_ctx, client) => needsPkce(client) },
    routes: {
      authorization: '/oidc/auth',
      token: '/oidc/token',
      jwks: '/oidc/jwks',
      end_session: '/oidc/session/end',
      introspection: '/oidc/introspection',
      revocation: '/oidc/revocation',
      pushed_authorization_request: '/oidc/request',
      device_authorization: '/oidc/device',
      code_verification: '/device',
    },
    cookies: {
      keys: cookieSignatures(cookieKeys),
      names: cookieNames(secure),
      long: { httpOnly: true, sameSite: 'lax', secure, path: '/' },
      short: { httpOnly: true, sameSite: 'lax', secure },
    },
    enabledJWA: {
      idTokenSigningAlgValues: [...signingAlgorithms],
      clientAuthSigningAlgValues: [...assertionAlgorithms],
      dPoPSigningAlgValues: ['ES256'],
    },
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false }, // replaced by userinfo.ts
      clientCredentials: { enabled: true },
      deviceFlow,
      dPoP: { enabled: true },
      introspection: { enabled: true, allowedPolicy: mayIntrospect(database) },
      revocation: { enabled: true, allowedPolicy: revokeRefreshToken(database) },
      pushedAuthorizationRequests: { enabled: true },
      rpInitiatedLogout: signOut(signOutParts),
      resourceIndicators,
    },
    formats: { customizers: { jwt: customizer } },
    ttl: lifetimes,
    interactions: signInPolicy(database),
    findAccount: accountFinder(database),
    loadExistingGrant: loadGrant,
    expiresWithSession: async () => true,
    assertJwtClientAuthClaimsAndHeader: async (ctx, claims, { kid }) => {
      refuseAssertion(issuer, claims);
      await takeSigningKey({ database, onError }, ctx, kid);
    },
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    // RFC 9700 section 4.14.2: a sender-constrained token need not rotate, and without rotation a lost response signs no user out.
    rotateRefreshToken: async (ctx) => ctx.oidc.entities.RefreshToken?.isSenderConstrained() === false,
    clientBasedCORS: (_ctx, origin, client) => originsOf(client).includes(origin),
    renderError: async (ctx, out, error) => {
      if (!askInstead(ctx, out.error) && !redirectToEndedPage(ctx, error)) await renderError(ctx, out, error);
    },
  } satisfies Configuration);
  provider.proxy = true; // mountOidc sets host and scheme from the issuer
  provider.Client.prototype.compareClientSecret = function compare(secret: string) {
    return takeSecret({ database, onError }, this, secret);
  };
  writePostponedAtEnd(provider, database, onError);
  allowFormPost(provider);
  dressPages(provider, database);
  showPageFirst(provider);
  completeSignOut(provider, signOutParts);
  takeOldHints(provider, database);
  passOverUnknownScopes(provider);
  takeStructuredTokens(provider, { database, inspect });
  provider.use(async (ctx, next) => {
    await next();
    if (!ctx.response.get('access-control-allow-origin')) return;
    // By default, every page can read a refusal that the provider sends before it looks up the client.
    if (isStranger(ctx.req)) return ctx.remove('access-control-allow-origin');
    const exposed = ctx.response.get('access-control-expose-headers');
    ctx.set('access-control-expose-headers', exposed ? `${exposed},Date` : 'Date'); // lets clients read the server's clock
  });
  provider.on('pushed_authorization_request.success', ({ req }, client) => {
    if (client.clientAuthMethod !== 'none') begun.giveBack(originOf(req).address);
  });
  // Counts as activity of the user only here, because the session is known to be valid now.
  provider.on('authorization.success', ({ req, oidc: { session, result } }) => {
    begun.giveBack(originOf(req).address);
    if (session && !(result && 'login' in result)) touchSession(database, session.uid).catch(onError); // not awaited
  });
  provider.use(async (ctx, next) => {
    await next();
    const oidc: KoaContextWithOIDC['oidc'] | undefined = ctx.oidc;
    // A browser with a session stores no record when it opens the page for a device code, so this is not an unfinished
    // sign-in.
    if (oidc?.route === 'code_verification' && oidc.session && !('new' in oidc.session))
      begun.giveBack(originOf(ctx.req).address);
  });
  const tell = (issued: boolean) => (ctx: KoaContextWithOIDC) =>
    tokenRequests.publish({ grantType: grantTypeOf(ctx.oidc.params?.grant_type), issued });
  provider.on('grant.success', tell(true));
  provider.on('grant.error', tell(false));
  provider.on('server_error', (ctx, error) => {
    // The status is for example 503 while the database is unavailable.
    const { status, detail, next } =
      error instanceof Refusal ? error.problem : problemWith('internal', 'not_carried_out', {});
    ctx.status = status;
    if (ctx.response.is('json')) ctx.body = { error: 'server_error', error_description: `${detail} ${next}` };
    onError(error);
  });
  return provider;
}

/**
 * Over HTTPS, the prefixes prevent other hosts of the domain and attackers on the network from setting the cookies (RFC
 * 6265bis section 4.1.3). The cookies of a sign-in cannot use `__Host-`, because it does not allow their path.
 */
const cookieNames = (secure: boolean) => ({
  session: `${secure ? '__Host-' : ''}licet_session`,
  interaction: `${secure ? '__Secure-' : ''}licet_sign_in`,
  resume: `${secure ? '__Secure-' : ''}licet_resume`,
});

const authMethods = ['none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt'] as const;
const assertionAlgorithms = ['ES256', 'RS256', 'PS256'] as const;
