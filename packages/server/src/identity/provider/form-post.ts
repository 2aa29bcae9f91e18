import type { KoaContextWithOIDC, Provider } from 'oidc-provider';

/**
 * Adapts the policy of the page that answers `response_mode=form_post` (OAuth 2.0 Form Post Response Mode 1.0). Its form submits itself
 * to the registered address. Browsers also check every redirect that follows against `form-action`, and the application may redirect
 * anywhere. So this page has no `form-action`; its only form is the provider's own.
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

/** The provider adds its script's hash to `script-src`. Browsers ignore `'none'` next to a hash, so it is removed. */
function policyOf(policy: string, toClient: boolean): string {
  const submits = /script-src 'none' (?='sha256-)/;
  if (!submits.test(policy)) return policy;
  const own = policy.replace(submits, 'script-src ');
  return toClient ? own.replace(/form-action 'self'\s*;\s*/, '') : own;
}
