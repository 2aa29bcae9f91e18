import { limits } from '@licet/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import type { Database } from '../../store/kernel/database.ts';
import { dressed, page, protocolPolicy } from '../steps/pages.ts';

/**
 * Accepts the parameters of the authorization and sign-out endpoints by POST as well (OpenID Connect Core 1.0 section
 * 3.1.2.1, RP-Initiated Logout 1.0 section 2). Redirects to the same address by GET, because a POST from another site
 * lacks the `SameSite=Lax` cookies. The parameters stay unchanged, so a repeated one is still detected.
 */
export async function takeForms(app: FastifyInstance, database: Database): Promise<void> {
  const { value: most } = limits.formRequestBytes;
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: most },
      async (_request: unknown, text: string) => text,
    );
    scope.setErrorHandler<{ statusCode?: number }>((error, _request, reply) => {
      const status = error.statusCode ?? 500;
      if (status < 400 || status >= 500) throw error;
      const why =
        status === 413 ? `The endpoint accepts at most ${most} bytes.` : 'The endpoint accepts only form fields.';
      return refuseForm(reply.code(status), database, why);
    });
    for (const path of ['/oidc/auth', '/oidc/session/end'])
      scope.post(path, async (request, reply) => {
        const query = request.url.slice(request.url.indexOf('?') + 1);
        const asked = request.url.includes('?') ? [...new URLSearchParams(query)] : [];
        const form = typeof request.body === 'string' ? [...new URLSearchParams(request.body)] : [];
        const location = `${path}?${new URLSearchParams([...asked, ...form])}`;
        if (location.length > most)
          return refuseForm(reply.code(413), database, `The endpoint accepts at most ${most} bytes.`);
        return reply.header('cache-control', 'no-store').redirect(location, 303);
      });
  });
}

async function refuseForm(reply: FastifyReply, database: Database, why: string): Promise<FastifyReply> {
  const body = page('The application’s request cannot be answered.', [
    why,
    'Go back to the application and begin again.',
  ]);
  return reply
    .headers({ 'cache-control': 'no-store', 'content-security-policy': protocolPolicy })
    .type('text/html; charset=utf-8')
    .send(await dressed(database, body));
}

/**
 * Removes `form-action` from the policy of the page that answers `response_mode=form_post` (OAuth 2.0 Form Post
 * Response Mode 1.0). The page's form submits itself to the registered address. Browsers also check every redirect that
 * follows against `form-action`, and the application may redirect anywhere. The page has no other form.
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
