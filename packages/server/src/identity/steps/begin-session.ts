import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import { refuse } from '../../refusal.ts';
import type { Database } from '../../store/kernel/database.ts';
import { firstPolicy } from '../../store/policy/policy.ts';
import type { Account } from '../../store/sign-in/accounts.ts';
import { endSession, sawSession } from '../../store/sign-in/sessions.ts';
import { assuranceOf } from '../factors/assurance.ts';
import { readOrigin, rememberOrigin } from './request-origin.ts';
import type { SignedIn } from './sign-in.ts';

interface Proof extends Pick<SignedIn, 'account' | 'ways' | 'epoch'> {
  /** When it was made, by the database's clock in whole seconds since the epoch of Unix. */
  readonly at: number;
}

/**
 * Begins a session of the provider for somebody who has signed in on the way to no application. A session that the browser had ends.
 * @throws Refusal `begin_again` when the user's sign-ins have ended meanwhile
 */
export async function beginSession(
  { provider: current, database }: { readonly provider: () => Provider; readonly database: Database },
  request: FastifyRequest,
  reply: FastifyReply,
  { account, ways, epoch, at }: Proof,
): Promise<void> {
  const provider = current();
  rememberOrigin(request);
  const { cookies } = provider.createContext(request.raw, reply.raw);
  const secure = provider.issuer.startsWith('https:');
  cookies.secure = secure; // a proxy may have ended TLS before us
  const cookie = provider.cookieName('session');
  const before = cookies.get(cookie);
  const old = before === undefined ? undefined : await provider.Session.find(before);
  const session = new provider.Session();
  const assurance = assuranceOf(...ways);
  session.loginAccount({ accountId: account.id, loginTs: at, ...assurance });
  const expiresIn = sessionLifetime(account);
  const { address, agent } = readOrigin(request);
  const seen = { uid: session.uid, userId: account.id, signedInAt: at, expiresIn, address, agent, ...assurance, epoch };
  if (!(await sawSession(database, seen))) refuse('begin_again', 'sign_ins_ended', {});
  await session.save(expiresIn);
  if (old?.accountId !== undefined) await endSession(database, old.accountId, old.uid, 'itself');
  await old?.destroy();
  cookies.set(cookie, session.jti, {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure,
    maxAge: expiresIn * 1000,
  });
  const made = reply.raw.getHeader('set-cookie');
  reply.raw.removeHeader('set-cookie');
  if (made !== undefined) reply.header('set-cookie', made);
}

/**
 * How long a session lives from the moment of signing in, in seconds. The end never moves: not by refreshing, not by coming
 * by again; only by proving oneself anew. A policy that makes sessions shorter ends those that are longer already.
 */
export function sessionLifetime({ administrator, sessions }: Pick<Account, 'administrator' | 'sessions'>): number {
  const { administrators, members } = sessions ?? firstPolicy.sessions;
  return administrator ? administrators : members;
}
