import { screens } from '@licet/contract';
import type { Configuration, KoaContextWithOIDC } from 'oidc-provider';
import { Provider } from 'oidc-provider';
import { readClock } from '../store/kernel/clock.ts';
import type { Database } from '../store/kernel/database.ts';
import { poolOf } from '../store/kernel/pool.ts';
import { endSession } from '../store/sign-in/sessions.ts';
import { logSignIn } from '../store/sign-in/sign-ins.ts';
import { nameOf } from './clients.ts';
import { originOf } from './origins.ts';
import { pageWords } from './page-words.ts';
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
      const { signOut: words, language } = pageWords(ctx);
      ctx.body = question(
        words.title,
        words.text,
        form,
        `${addressUnknown(ctx) ? '<input form="op.logoutForm" type="hidden" name="address" value="unknown">' : ''}<button form="op.logoutForm" type="submit" name="logout" value="yes">${words.yes}</button><button form="op.logoutForm" type="submit">${words.no}</button>`,
        language,
      );
    },
    postLogoutSuccessSource: async (ctx) => {
      // The provider names the client when the person answered that they stay.
      if (ctx.oidc.params?.client_id === undefined) return ctx.redirect(signedOutPage);
      ctx.type = 'html';
      const { stayed, language } = pageWords(ctx);
      ctx.body = page(stayed.title, [stayed.text], '', language);
    },
  };
}

/**
 * What the provider leaves to do: a session that was ended by answering the question ends its access tokens too, and is told of while
 * it is still known to whom; and without a session there is nothing to end, so the person goes straight on to where the application
 * wants them.
 */
export function completeSignOut(provider: Provider, database: Database): void {
  acceptAnyReturnAddress(provider);
  const { destroy } = provider.Session.prototype;
  provider.Session.prototype.destroy = async function destroyed() {
    const { ctx } = Provider;
    if (ctx?.oidc.route === 'end_session_confirm' && this.accountId !== undefined)
      await end(database, ctx, this.accountId, this.uid);
    return destroy.call(this);
  };
  provider.use(async (ctx, next) => {
    await next();
    const oidc: KoaContextWithOIDC['oidc'] | undefined = ctx.oidc;
    const { session } = oidc ?? {};
    if (oidc?.route === 'end_session_confirm' && session?.accountId !== undefined && 'destroyed' in session)
      if (oidc?.body?.address === 'unknown') ctx.redirect(signedOutIn(undefined, true));
    if (oidc?.route === 'end_session' && ctx.status === 200 && session?.accountId === undefined)
      ctx.redirect(afterSignOut(oidc, addressUnknown(ctx)));
  });
}

/**
 * Signing out comes first, whatever address the application wants the person to be sent back to. Nobody is sent to one that is
 * not registered: they are told on a page of ours.
 */
function acceptAnyReturnAddress(provider: Provider): void {
  const { prototype } = provider.Client;
  const registered = prototype.postLogoutRedirectUriAllowed;
  prototype.postLogoutRedirectUriAllowed = function allowed(uri) {
    const { ctx } = Provider;
    if (!registered.call(this, uri) && ctx?.oidc.params) {
      ctx.oidc.params.post_logout_redirect_uri = undefined;
      ctx.state.addressUnknown = true;
      nameOnPage(ctx, uri, nameOf(this));
    }
    return true;
  };
}

/** Says to our page what was asked for, by a cookie: what stands in an address could be anybody's words. */
function nameOnPage({ cookies }: Pick<KoaContextWithOIDC, 'cookies'>, address: string, client: string): void {
  const told = JSON.stringify({ address: address.slice(0, longestAddress), client });
  cookies.set(signedOutCookie, Buffer.from(told).toString('base64url'), {
    path: signedOutPage,
    maxAge: 600_000,
    httpOnly: false,
    sameSite: 'lax',
    signed: false,
  });
}

const longestAddress = 300;

/**
 * A request to sign out that cannot be answered as it stands (a client that is gone, an ID token that is none of ours) is one
 * to sign out all the same: the person is asked.
 * @returns whether the answer is taken care of
 */
export function askInstead(ctx: KoaContextWithOIDC, error: string): boolean {
  const oidc: KoaContextWithOIDC['oidc'] | undefined = ctx.oidc;
  if (oidc?.route !== 'end_session' || error === 'server_error' || Object.keys(oidc.params ?? {}).length === 0)
    return false;
  ctx.status = 303;
  ctx.redirect(oidc.urlFor('end_session'));
  return true;
}

async function endAtOnce(database: Database, ctx: KoaContextWithOIDC): Promise<void> {
  const { session, provider } = ctx.oidc;
  if (!session?.accountId) return;
  const to = afterSignOut(ctx.oidc, addressUnknown(ctx));
  await end(database, ctx, session.accountId, session.uid);
  await session.destroy();
  ctx.cookies.set(provider.cookieName('session'), null, { path: '/', httpOnly: true, sameSite: 'lax' });
  ctx.redirect(to);
}

async function end(database: Database, { req }: Pick<KoaContextWithOIDC, 'req'>, userId: string, uid: string) {
  const { address, agent } = originOf(req);
  await endSession(database, userId, uid, 'itself');
  const line = { userId, outcome: 'signed_out', client: null, address, agent } as const;
  await logSignIn(poolOf(database), line, await readClock(database));
}

/** Whether the ID token that was sent along, which is verified by now, was issued in the session of this browser. */
function hintFits(ctx: KoaContextWithOIDC): boolean {
  const { session } = ctx.oidc;
  const payload: unknown = ctx.oidc.entities.IdTokenHint?.payload;
  if (!session || typeof payload !== 'object' || payload === null || !('sub' in payload)) return false;
  return payload.sub === session.accountId && 'sid' in payload && payload.sid === session.uid;
}

/** Whether the application asked for a return address that is not registered. */
const addressUnknown = ({ state }: Pick<KoaContextWithOIDC, 'state'>) => state.addressUnknown === true;

function afterSignOut({ params }: KoaContextWithOIDC['oidc'], unknown: boolean): string {
  const { post_logout_redirect_uri: uri, state } = params ?? {};
  if (typeof uri !== 'string') return signedOutIn(params?.ui_locales, unknown);
  const url = new URL(uri);
  if (typeof state === 'string') url.searchParams.set('state', state);
  return url.href;
}

/** Our own page, in the language that the application asks for. */
function signedOutIn(locales: unknown, unknown: boolean): string {
  const told = new URLSearchParams({
    ...(unknown && { address: 'unknown' }),
    ...(typeof locales === 'string' && locales !== '' && { ui_locales: locales.slice(0, 100) }),
  });
  return told.size === 0 ? signedOutPage : `${signedOutPage}?${told}`;
}

const signedOutPage = screens.signedOut.path;
const signedOutCookie = 'licet_signed_out';
