import type { Configuration, KoaContextWithOIDC, Provider } from 'oidc-provider';
import type { Database } from '../store/kernel/database.ts';
import { poolOf } from '../store/kernel/pool.ts';
import { endSession } from '../store/sign-in/sessions.ts';
import { logSignIn } from '../store/sign-in/signIns.ts';
import { originOf } from './origins.ts';
import { page, question } from './pages.ts';

type RpInitiatedLogout = NonNullable<NonNullable<Configuration['features']>['rpInitiatedLogout']>;

/**
 * Signing out by OpenID Connect RP-Initiated Logout 1.0. With an ID token of the very session it happens at once: nobody
 * but the application that the session belongs to has that. Otherwise the person is asked (section 6).
 */
export function signOut(database: Database): RpInitiatedLogout {
  return {
    enabled: true,
    logoutSource: async (ctx, form) => {
      if (hintFits(ctx)) return endAtOnce(database, ctx);
      ctx.body = question(
        'Sign out?',
        'You will be signed out of every application that you came to by this sign-in.',
        form,
        '<button form="op.logoutForm" type="submit" name="logout" value="yes">Sign out</button><button form="op.logoutForm" type="submit">Stay signed in</button>',
      );
    },
    postLogoutSuccessSource: async (ctx) => {
      ctx.type = 'html';
      ctx.body = page('You are signed out.', ['You can close this page.']);
    },
  };
}

/**
 * What the provider leaves to do: a session that was ended by answering the question ends its access tokens too; and without
 * a session there is nothing to end, so the person goes straight on to where the application wants them.
 */
export function completeSignOut(provider: Provider, database: Database): void {
  provider.use(async (ctx, next) => {
    await next();
    const oidc: KoaContextWithOIDC['oidc'] | undefined = ctx.oidc;
    const { session } = oidc ?? {};
    if (oidc?.route === 'end_session_confirm' && session?.accountId !== undefined && 'destroyed' in session) {
      await end(database, ctx, session.accountId, session.uid);
    }
    if (oidc?.route === 'end_session' && ctx.status === 200 && session?.accountId === undefined)
      ctx.redirect(afterSignOut({ oidc }));
  });
}

async function endAtOnce(database: Database, ctx: KoaContextWithOIDC): Promise<void> {
  const { session, provider } = ctx.oidc;
  if (!session?.accountId) return;
  const to = afterSignOut(ctx);
  await end(database, ctx, session.accountId, session.uid);
  await session.destroy();
  ctx.cookies.set(provider.cookieName('session'), null, { path: '/', httpOnly: true, sameSite: 'lax' });
  ctx.redirect(to);
}

async function end(database: Database, { req }: Pick<KoaContextWithOIDC, 'req'>, userId: string, uid: string) {
  const { address, agent } = originOf(req);
  await endSession(poolOf(database), userId, uid, 'itself');
  await logSignIn(poolOf(database), { userId, outcome: 'signed_out', client: null, address, agent });
}

/** Whether the ID token that was sent along, which is verified by now, was issued in the session of this browser. */
function hintFits(ctx: KoaContextWithOIDC): boolean {
  const { session } = ctx.oidc;
  const payload: unknown = ctx.oidc.entities.IdTokenHint?.payload;
  if (!session || typeof payload !== 'object' || payload === null || !('sub' in payload)) return false;
  return payload.sub === session.accountId && 'sid' in payload && payload.sid === session.uid;
}

function afterSignOut(ctx: Pick<KoaContextWithOIDC, 'oidc'>): string {
  const { post_logout_redirect_uri: uri, state } = ctx.oidc.params ?? {};
  if (typeof uri !== 'string') return ctx.oidc.urlFor('end_session_success');
  const url = new URL(uri);
  if (typeof state === 'string') url.searchParams.set('state', state);
  return url.href;
}
