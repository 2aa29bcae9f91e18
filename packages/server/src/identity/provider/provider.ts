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
import { leadToOver } from '../steps/begin-again.ts';
import { dressPages, renderError } from '../steps/pages.ts';
import { isStranger, originOf } from '../steps/request-origin.ts';
import type { UnfinishedSignIns } from '../steps/unfinished-sign-ins.ts';
import type { KeptAccess } from '../tokens/kept-access.ts';
import type { TokenInspector } from '../tokens/verify.ts';
import { createAdapter } from './adapter.ts';
import { claimsByScope, signInClaims } from './claims.ts';
import { clientClockDrift, refuseAssertion } from './client-assertions.ts';
import { takeSecret, takeSigningKey } from './client-keys.ts';
import { extraClientMetadata, needsPkce, originsOf, scopes } from './clients.ts';
import { deviceFlow, showPageFirst } from './device.ts';
import { allowFormPost } from './form-post.ts';
import { accountFinder, loadGrant, signInPolicy } from './interaction-policy.ts';
import { mayIntrospect } from './introspection.ts';
import { lifetimes } from './lifetimes.ts';
import { writeWhatIsLeft } from './request-records.ts';
import { revokeRefreshToken } from './revocation.ts';
import { takeStructuredTokens } from './structured-tokens.ts';
import { grantTypeOf, tokenRequests } from './token-requests.ts';
import { accessTokens } from './tokens.ts';
import { userInfoPath } from './userinfo.ts';

type Context = KoaContextWithOIDC['oidc'];

/**
 * Passes over the scopes that nobody knows here (OpenID Connect Core 1.0 section 3.1.2.1), and at a refresh over `offline_access`, which
 * the provider takes out at sign-in unless consent is asked for: clients repeat what they asked for then (RFC 6749 section 6). The answer says what
 * was granted. A known scope that was not granted at sign-in is still refused at a refresh.
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
  /** Those that are published; the first one signs. */
  readonly keys: readonly SigningKey[];
  readonly cookieKeys: readonly [KeyObject, ...KeyObject[]];
  readonly database: Database;
  readonly secrets: Secrets;
  readonly upstream: Upstream;
  /** The public address. */
  readonly issuer: string;
  /** Looks into an access token that somebody else shows. */
  readonly inspect: TokenInspector;
  /** The access that tokens carry, as it was computed last. */
  readonly kept: KeptAccess;
  /** The sign-ins that are begun and not finished. */
  readonly begun: UnfinishedSignIns;
  readonly onError: (error: Error) => void;
}

/** Builds the OpenID provider. It holds its keys for life: when they change, another one is built and takes over. */
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
    clockTolerance: clientClockDrift, // what the provider keeps itself is ended by the database's clock
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
      userinfo: { enabled: false }, // ours stands in userinfo.ts
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
    // RFC 9700 section 4.14.2: a sender-constrained token need not rotate; so a lost reply signs nobody out.
    rotateRefreshToken: async (ctx) => ctx.oidc.entities.RefreshToken?.isSenderConstrained() === false,
    clientBasedCORS: (_ctx, origin, client) => originsOf(client).includes(origin),
    renderError: async (ctx, out, error) => {
      if (!askInstead(ctx, out.error) && !leadToOver(ctx, error)) await renderError(ctx, out, error);
    },
  } satisfies Configuration);
  provider.proxy = true; // what a request says of its host and scheme is set from the issuer before it comes here
  provider.Client.prototype.compareClientSecret = function compare(secret: string) {
    return takeSecret({ database, onError }, this, secret);
  };
  writeWhatIsLeft(provider, database, onError);
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
    // The provider lets every page read a refusal that comes before it knows the client.
    if (isStranger(ctx.req)) return ctx.remove('access-control-allow-origin');
    const exposed = ctx.response.get('access-control-expose-headers');
    ctx.set('access-control-expose-headers', exposed ? `${exposed},Date` : 'Date'); // clients learn the server's clock
  });
  provider.on('pushed_authorization_request.success', ({ req }, client) => {
    if (client.clientAuthMethod !== 'none') begun.giveBack(originOf(req).address);
  });
  // A person came by: only now that the session was found to go on.
  provider.on('authorization.success', ({ req, oidc: { session, result } }) => {
    begun.giveBack(originOf(req).address);
    if (session && !(result && 'login' in result)) touchSession(database, session.uid).catch(onError); // nobody waits for it
  });
  provider.use(async (ctx, next) => {
    await next();
    const oidc: KoaContextWithOIDC['oidc'] | undefined = ctx.oidc;
    // A browser with a session stores no further record when it opens the page for a device's code.
    if (oidc?.route === 'code_verification' && oidc.session && !('new' in oidc.session))
      begun.giveBack(originOf(ctx.req).address);
  });
  const tell = (issued: boolean) => (ctx: KoaContextWithOIDC) =>
    tokenRequests.publish({ grantType: grantTypeOf(ctx.oidc.params?.grant_type), issued });
  provider.on('grant.success', tell(true));
  provider.on('grant.error', tell(false));
  provider.on('server_error', (ctx, error) => {
    // The database is gone, say: 503, and it may come back.
    const { status, detail, next } =
      error instanceof Refusal ? error.problem : problemWith('internal', 'not_carried_out', {});
    ctx.status = status;
    if (ctx.response.is('json')) ctx.body = { error: 'server_error', error_description: `${detail} ${next}` };
    onError(error);
  });
  return provider;
}

/**
 * Over https names that no other host of the domain, and nobody on the way, can set cookies of (RFC 6265bis section 4.1.3). Those of a
 * sign-in under way go to its own page alone, which the stronger of the two prefixes does not allow.
 */
const cookieNames = (secure: boolean) => ({
  session: `${secure ? '__Host-' : ''}licet_session`,
  interaction: `${secure ? '__Secure-' : ''}licet_sign_in`,
  resume: `${secure ? '__Secure-' : ''}licet_resume`,
});

const authMethods = ['none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt'] as const;
const assertionAlgorithms = ['ES256', 'RS256', 'PS256'] as const;
