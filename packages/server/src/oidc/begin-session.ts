import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import { assuranceOf, type SignInWay } from '../sign-in/assurance.ts';
import { sessionLifetime } from './lifetimes.ts';
import { rememberOrigin } from './origins.ts';

/**
 * Begins a session of the provider for somebody who has signed in on the way to no application. Any session that the browser had
 * is replaced: its cookie is.
 */
export async function beginSession(
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
  account: { readonly id: string; readonly administrator: boolean },
  ways: readonly SignInWay[],
): Promise<void> {
  rememberOrigin(request);
  const session = new provider.Session();
  session.loginAccount({ accountId: account.id, ...assuranceOf(...ways) });
  const seconds = sessionLifetime(account.administrator);
  await session.save(seconds);
  const { cookies } = provider.createContext(request.raw, reply.raw);
  const secure = provider.issuer.startsWith('https:');
  cookies.secure = secure; // a proxy may have ended TLS before us
  cookies.set(provider.cookieName('session'), session.jti, {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure,
    maxAge: seconds * 1000,
  });
  const made = reply.raw.getHeader('set-cookie');
  reply.raw.removeHeader('set-cookie');
  if (made !== undefined) reply.header('set-cookie', made);
}
