import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import type { Database } from '../../store/kernel/database.ts';
import type { TokenInspector } from '../tokens/verify.ts';
import { introspect } from './introspection.ts';
import { revokeAccessToken } from './revocation.ts';

/**
 * Introspects and revokes JWT access tokens. The provider does so only for opaque ones, and all of ours are JWTs. It refuses after it has
 * authenticated the client; from there our code answers.
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
