import { limits } from '@licet/contract';
import { type Configuration, errors, type KoaContextWithOIDC, type Provider, type ResourceServer } from 'oidc-provider';
import { channelOf } from '../../channel.ts';
import { machineNow } from '../../machine-clock.ts';
import { tokenAccessNow } from '../../store/access/effective.ts';
import type { Database } from '../../store/kernel/database.ts';
import type { Account } from '../../store/sign-in/accounts.ts';
import { sessionLifetime } from '../steps/complete.ts';
import { applicationOf } from '../steps/page-words.ts';
import type { KeptAccess } from '../tokens/kept-access.ts';
import { type TokenContent, tokenContentFor } from '../tokens/token-claims.ts';
import type { TokenInspector } from '../tokens/verify.ts';
import { applicationNamed, resourceOf, scopes } from './clients.ts';
import { introspect } from './introspection.ts';
import { recordsOf } from './request-records.ts';
import { revokeAccessToken } from './revocation.ts';

interface Parts {
  readonly database: Database;
  readonly issuer: string;
  readonly kept: KeptAccess;
}

type ResourceIndicators = NonNullable<NonNullable<Configuration['features']>['resourceIndicators']>;
type JwtCustomizer = NonNullable<NonNullable<NonNullable<Configuration['formats']>['customizers']>['jwt']>;

/**
 * Makes every access token a JWT (RFC 9068) that contains the access in the client's application. A program can also
 * request a token for another application.
 */
export function accessTokens(parts: Parts): { resourceIndicators: ResourceIndicators; customizer: JwtCustomizer } {
  return {
    resourceIndicators: {
      enabled: true,
      defaultResource: async (_ctx, client) => resourceOf(applicationOf(client)),
      useGrantedResource: async () => true,
      getResourceServerInfo: async (ctx, resource, client) => {
        const own = applicationOf(client);
        const forItself = ctx.oidc.route === 'token' && ctx.oidc.params?.grant_type === 'client_credentials';
        const application = forItself ? applicationNamed(resource) : own;
        if (application === undefined || resource !== resourceOf(application)) throw new errors.InvalidTarget();
        if (forItself) refuseUnknownScopes(ctx);
        const scope = forItself ? '' : scopes.join(' ');
        const server = { scope, audience: application, accessTokenFormat: 'jwt', jwt } as const;
        if (ctx.oidc.route !== 'token') return { ...server } satisfies ResourceServer;
        const grant = await grantOf(parts, ctx, client.clientId, application);
        if (application !== own && holdsNothing(grant))
          throw new errors.InvalidTarget('nothing was granted to the client in that application');
        recordsOf(ctx).keepContent(grant);
        const accessTokenTTL = grant.exp - grant.iat;
        return { ...server, accessTokenTTL } satisfies ResourceServer;
      },
    },
    customizer: async (ctx, token, { payload }) => {
      const grant = recordsOf(ctx).content();
      if (!grant || !payload) throw new Error('An access token was about to be issued without what the user may do.');
      Object.assign(payload, {
        ...('sessionUid' in token && token.sessionUid ? { sid: token.sessionUid } : {}),
        ...signInOf(ctx),
        roles: grant.roles,
        ...(grant.permissionsRef === undefined
          ? { permissions: grant.permissions }
          : { permissions_ref: grant.permissionsRef }),
        ver: grant.ver,
        iat: grant.iat,
        exp: grant.exp,
      });
    },
  };
}

const jwt = { sign: { alg: 'ES256' } } as const;

/** The time and strength of the sign-in, equal in every token that derives from it (RFC 9068 section 2.2.1). */
function signInOf({ oidc: { entities } }: KoaContextWithOIDC): { auth_time?: number; acr?: string } {
  const { authTime, acr } = entities.AuthorizationCode ?? entities.DeviceCode ?? entities.RefreshToken ?? {};
  return { ...(authTime === undefined ? {} : { auth_time: authTime }), ...(acr === undefined ? {} : { acr }) };
}

/** The content of a token: the user's access, or the client's own if it acts for itself. */
async function grantOf(
  { database, issuer, kept }: Parts,
  ctx: KoaContextWithOIDC,
  clientId: string,
  application: string,
): Promise<TokenContent> {
  const user = ctx.oidc.entities.Account?.accountId;
  const sub = user ?? clientId;
  const records = recordsOf(ctx);
  const moment = records.head();
  const read = records.takeAccess(sub, application);
  const kind = user === undefined ? 'program' : 'user';
  return tokenContentFor({ database, issuer }, sub, application, async (at) =>
    at === undefined && moment
      ? kept.read({ kind, sub, application }, moment, read)
      : tokenAccessNow(database, sub, application, at),
  );
}

/** Whether the token contains no access. A program gets no such token for another application. */
const holdsNothing = ({ roles, permissions }: TokenContent) => roles.length === 0 && permissions?.length === 0;

/** A program that acts for itself has no scopes, so every requested one is refused (RFC 6749 section 3.3). */
function refuseUnknownScopes(ctx: KoaContextWithOIDC): void {
  const known = new Set<string>(scopes);
  const { scope } = ctx.oidc.params ?? {};
  const asked = typeof scope === 'string' ? scope.split(' ').filter(Boolean) : [];
  const unknown = asked.find((name) => !known.has(name));
  if (unknown !== undefined) throw new errors.InvalidScope('requested scope is not known here', unknown);
}

/** Returns the session lifetime of the account that the provider has loaded for the request. */
export function lifetimeOf(ctx: KoaContextWithOIDC): number {
  const { administrator, sessions } = (ctx.oidc.entities.Account ?? {}) as Partial<Account>;
  return sessionLifetime({ administrator: administrator === true, sessions: sessions ?? null });
}

export const lifetimes: NonNullable<Configuration['ttl']> = {
  AccessToken: (_ctx, token) => token.resourceServer?.accessTokenTTL ?? limits.accessTokenLifetime.value,
  ClientCredentials: (_ctx, token) => token.resourceServer?.accessTokenTTL ?? limits.accessTokenLifetime.value,
  DeviceCode: limits.deviceCodeLifetime.value,
  AuthorizationCode: limits.authorizationCodeLifetime.value,
  IdToken: limits.idTokenLifetime.value,
  Interaction: limits.interactionLifetime.value,
  PushedAuthorizationRequest: limits.pushedRequestLifetime.value,
  Grant: limits.memberSessionLifetime.value,
  RefreshToken: (ctx, token) => {
    const rotated = ctx?.oidc.entities.RotatedRefreshToken;
    if (rotated?.exp !== undefined) return secondsUntil(rotated.exp);
    const begun = token.authTime ?? token.iiat ?? machineSeconds();
    return secondsUntil(begun + (ctx ? lifetimeOf(ctx) : limits.adminSessionLifetime.value));
  },
  Session: (ctx, session) => {
    if (session.accountId === undefined) return limits.interactionLifetime.value;
    if (ctx.oidc.entities.Account) return secondsUntil((session.loginTs ?? machineSeconds()) + lifetimeOf(ctx));
    return secondsUntil(session.exp ?? machineSeconds() + limits.adminSessionLifetime.value);
  },
};

const machineSeconds = () => Math.floor(machineNow());

const secondsUntil = (end: number) => Math.max(1, end - machineSeconds());

/**
 * Introspects and revokes JWT access tokens. The provider supports only opaque tokens here: it authenticates the
 * client, and then rejects a JWT. This replaces that rejection with an answer.
 */
export function takeStructuredTokens(
  provider: Provider,
  parts: { readonly database: Database; readonly inspect: TokenInspector },
): void {
  provider.use(async (ctx, next) => {
    await next();
    const oidc: KoaContextWithOIDC['oidc'] | undefined = ctx.oidc;
    const { client } = oidc ?? {};
    const token = oidc?.params?.token;
    if (!oidc || !client || typeof token !== 'string' || !refusedAsStructured(ctx.body)) return;
    if (oidc.route === 'introspection') ctx.body = await introspect(parts, client, token);
    else if (oidc.route === 'revocation') {
      await revokeAccessToken(parts, ctx, client, token);
      ctx.body = '';
    } else return;
    ctx.status = 200;
  });
}

const refusedAsStructured = (body: unknown) =>
  typeof body === 'object' && body !== null && 'error' in body && body.error === 'unsupported_token_type';

/** The result of a token request. */
export interface TokenRequest {
  readonly grantType: GrantType;
  readonly issued: boolean;
}

/** The grant types of the provider, in short form; `other` for any other text. */
export type GrantType = 'authorization_code' | 'refresh_token' | 'client_credentials' | 'device_code' | 'other';

/** Publishes every answer of the token endpoint. */
export const tokenRequests = channelOf<TokenRequest>('licet.oidc.token-request');

export function grantTypeOf(asked: unknown): GrantType {
  if (asked === 'urn:ietf:params:oauth:grant-type:device_code') return 'device_code';
  return asked === 'authorization_code' || asked === 'refresh_token' || asked === 'client_credentials'
    ? asked
    : 'other';
}
