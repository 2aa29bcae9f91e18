import { limits } from '@licet/contract';
import type { Configuration, KoaContextWithOIDC } from 'oidc-provider';
import { machineNow } from '../../machine-clock.ts';
import type { Account } from '../../store/sign-in/accounts.ts';
import { sessionLifetime } from '../steps/complete.ts';

/** The lifetime of the session of the account that the provider has loaded for the request. */
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
