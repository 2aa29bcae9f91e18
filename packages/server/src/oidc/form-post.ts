import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import { originsOf } from './clients.ts';

/**
 * The answer to `response_mode=form_post` (OAuth 2.0 Form Post Response Mode 1.0) is a page whose form submits itself to the
 * application. Its policy lets it go to the addresses that the client has registered: browsers also look at where the
 * application's answer leads on to.
 */
export function allowFormPost(provider: Provider): void {
  provider.use(async (ctx, next) => {
    await next();
    const policy = ctx.response.get('content-security-policy');
    if (policy !== '') ctx.set('content-security-policy', policyOf(policy, await targetsOf(ctx.oidc)));
  });
}

/** The provider adds its script's hash to what is allowed; beside it `'none'` means nothing. */
function policyOf(policy: string, targets: readonly string[]): string {
  return policy
    .replace(/script-src 'none' (?='sha256-)/, 'script-src ')
    .replace("form-action 'self'", ["form-action 'self'", ...targets].join(' '));
}

async function targetsOf(oidc: KoaContextWithOIDC['oidc'] | undefined): Promise<string[]> {
  const client = oidc && (await awaitedBy(oidc));
  if (!client) return [];
  const { redirectUris = [], applicationType } = client;
  const anyPort = applicationType === 'native';
  return [...new Set([...redirectUris.map((uri) => sourceOf(uri, anyPort)), ...originsOf(client)])];
}

/**
 * The client to which the form on a page leads: at once, or after somebody else's session in this browser has ended. Then the request
 * to be answered is still kept with the sign-in.
 */
async function awaitedBy({ client, params, entities, provider }: KoaContextWithOIDC['oidc']) {
  if (client) return params?.response_mode === 'form_post' ? client : undefined;
  const id = entities.Interaction?.params.client_id;
  return typeof id === 'string' ? provider.Client.find(id) : undefined;
}

/**
 * An address as a policy names it: by its origin, or by a scheme of its own. A native client listens on any port of its machine
 * (RFC 8252 section 7.3); a policy cannot name an IPv6 host.
 */
export function sourceOf(uri: string, anyPort = false): string {
  const { origin, protocol, hostname } = new URL(uri);
  if (origin === 'null' || hostname.startsWith('[')) return protocol;
  return anyPort && protocol === 'http:' ? `http://${hostname}:*` : origin;
}
