import type { KoaContextWithOIDC, Provider } from 'oidc-provider';

/**
 * The answer to `response_mode=form_post` (OAuth 2.0 Form Post Response Mode 1.0) is a page whose form submits itself to the
 * application's registered address. Browsers hold against `form-action` also where the application's answer leads on to, which is the
 * application's to say, so that page names no targets: its only form is the provider's own.
 */
export function allowFormPost(provider: Provider): void {
  provider.use(async (ctx, next) => {
    await next();
    const policy = ctx.response.get('content-security-policy');
    const oidc: KoaContextWithOIDC['oidc'] | undefined = ctx.oidc;
    const toClient = oidc?.client !== undefined && oidc.params?.response_mode === 'form_post';
    if (policy !== '') ctx.set('content-security-policy', policyOf(policy, toClient));
  });
}

/** The provider adds its script's hash to what is allowed; beside it `'none'` means nothing. */
function policyOf(policy: string, toClient: boolean): string {
  const submits = /script-src 'none' (?='sha256-)/;
  if (!submits.test(policy)) return policy;
  const own = policy.replace(submits, 'script-src ');
  return toClient ? own.replace(/form-action 'self'\s*;\s*/, '') : own;
}
