import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import { scopes } from './clients.ts';

type Context = KoaContextWithOIDC['oidc'];

/**
 * Passes over the scopes that nobody knows here (OpenID Connect Core 1.0 section 3.1.2.1), and at a refresh over `offline_access`, which
 * the provider takes out at sign-in unless consent is asked for: clients repeat what they asked for then (RFC 6749 section 6). The answer says what
 * was granted. A known scope that was not granted at sign-in is still refused at a refresh.
 */
export function passOverUnknownScopes(provider: Provider): void {
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
