import { type Configuration, type KoaContextWithOIDC, Provider } from 'oidc-provider';
import { readClock } from '../../store/kernel/clock.ts';
import type { Database } from '../../store/kernel/database.ts';
import { poolOf } from '../../store/kernel/pool.ts';
import { endSession } from '../../store/sign-in/sessions.ts';
import { logSignIn } from '../../store/sign-in/sign-ins.ts';
import { nameOf, type PageWords, pageWords } from '../steps/page-words.ts';
import { goesOn, page, question } from '../steps/pages.ts';
import { originOf } from '../steps/request-origin.ts';
import { audienceOf } from './id-token-hints.ts';
import { type ProviderSignIn, providerSignInOf, type SignOutParts, signOutAtProvider } from './sign-out-at-provider.ts';
import {
  addressOf,
  askedIn,
  askedOnPage,
  backTo,
  type IsRegistered,
  questionForm,
  signedOutIn,
  signedOutPage,
  tellPage,
  wayBack,
} from './sign-out-question.ts';

type RpInitiatedLogout = NonNullable<NonNullable<Configuration['features']>['rpInitiatedLogout']>;

/**
 * Configures the sign-out of OpenID Connect RP-Initiated Logout 1.0. A request with an ID token of the browser's own
 * session ends that session without confirmation, because only the session's application has the token. Otherwise the
 * user must confirm (section 6).
 */
export function signOut(parts: SignOutParts): RpInitiatedLogout {
  return {
    enabled: true,
    logoutSource: async (ctx) => {
      if (hintFits(ctx)) return endAtOnce(parts, ctx);
      const { signOut: words, language } = pageWords(ctx);
      const buttons = `<button form="op.logoutForm" type="submit" name="logout" value="yes">${words.yes}</button><button form="op.logoutForm" type="submit">${words.no}</button>`;
      ctx.body = question(words.title, words.text, questionForm(parts, ctx), buttons, language);
    },
    postLogoutSuccessSource: async (ctx) => ctx.redirect(signedOutPage),
  };
}

/**
 * Adds what the provider's sign-out lacks:
 * - When a session ends after confirmation, its access tokens end, too. Its clients are notified while they are still
 * known.
 * - Without a session there is nothing to confirm, so the user goes straight to the return address.
 */
export function completeSignOut(provider: Provider, parts: SignOutParts): void {
  const { database } = parts;
  const isRegistered = acceptAnyReturnAddress(provider);
  const { destroy, save } = provider.Session.prototype;
  provider.Session.prototype.save = async function saved(ttl) {
    // Without a session there is nothing to confirm, so no record is stored.
    const stranger = Provider.ctx?.oidc.route === 'end_session' && this.accountId === undefined && 'new' in this;
    if (!stranger) return save.call(this, ttl);
    Object.assign(this, { touched: false });
    return '';
  };
  provider.Session.prototype.destroy = async function destroyed() {
    const { ctx } = Provider;
    if (ctx?.oidc.route === 'end_session_confirm' && this.accountId !== undefined) {
      cameFrom.set(ctx.req, await providerSignInOf(parts, this.uid));
      await end(database, ctx, this.accountId, this.uid);
    }
    return destroy.call(this);
  };
  // The provider emits this for each submitted confirmation form with a valid token.
  provider.on('end_session.success', ({ state }) => Object.assign(state, { answered: true }));
  provider.use(async (ctx, next) => {
    await next();
    const oidc: KoaContextWithOIDC['oidc'] | undefined = ctx.oidc;
    const { session } = oidc ?? {};
    if (oidc && ctx.state.answered === true && session?.accountId !== undefined) {
      const asked = askedOnPage(oidc.body);
      if ('destroyed' in session) {
        if (asked) ctx.redirect(await wayBack(provider, asked, isRegistered));
        await goOnThere(parts, ctx);
      } else {
        const back = asked && (await addressOf(provider, asked, isRegistered));
        if (back === undefined) tellStayed(ctx);
        else ctx.redirect(back);
      }
    }
    if (oidc?.route === 'end_session_confirm') leadByPage(ctx);
    if (oidc?.route === 'end_session' && ctx.status === 200 && session?.accountId === undefined)
      ctx.redirect(afterSignOut(oidc, addressUnknown(ctx)));
  });
}

/** The parts of a request that are available after the provider has answered it. */
type Asked = Pick<
  KoaContextWithOIDC,
  'req' | 'response' | 'cookies' | 'state' | 'query' | 'acceptsLanguages' | 'redirect' | 'set'
> & {
  status: number;
  type: string;
  body: unknown;
  readonly oidc?: KoaContextWithOIDC['oidc'];
};

/** “Stay signed in”: ends nothing. */
function tellStayed(ctx: Asked): void {
  const { stayed, language } = pageWords(ctx);
  ctx.response.remove('location');
  ctx.status = 200;
  ctx.type = 'html';
  ctx.body = page(stayed.title, [stayed.text], '', language);
}

/**
 * Replaces a redirect to another site after the confirmation form with a page that leads there. Browsers check every
 * redirect after a form against the page's policy, but the application or its provider may redirect anywhere.
 */
function leadByPage(ctx: Asked): void {
  const location = ctx.status === 303 ? ctx.response.get('location') : signedOutPage;
  if (location.startsWith(signedOutPage) || location === ctx.oidc?.urlFor('end_session_success')) return;
  const { onwards, language } = pageWords(ctx);
  sendOn(ctx, location, onwards, language);
}

function sendOn(ctx: Asked, to: string, words: PageWords['onwards'], language: PageWords['language']): void {
  ctx.response.remove('location');
  ctx.status = 200;
  ctx.type = 'html';
  ctx.set('refresh', `0;url=${to}`);
  ctx.body = goesOn(words.title, words.text, { to, text: words.go }, language);
}

/** The provider sign-in of the session that a request has just ended. */
const cameFrom = new WeakMap<object, ProviderSignIn>();

/** Continues to the provider's sign-out after the user has confirmed. */
async function goOnThere(parts: SignOutParts, ctx: Asked): Promise<void> {
  const from = cameFrom.get(ctx.req);
  const location = ctx.response.get('location');
  // Another user is signing in, and the old session had to end first. The browser returns to that sign-in.
  if (!from || location.startsWith(`${ctx.oidc?.urlFor('authorization')}/`)) return;
  const to = location === ctx.oidc?.urlFor('end_session_success') ? signedOutPage : location;
  const next = await signOutAtProvider(parts, ctx, from, to);
  if (next.startsWith('/')) return ctx.redirect(next);
  const { there, language } = pageWords(ctx);
  sendOn(ctx, next, there, language);
}

/**
 * Accepts any return address, so that the sign-out itself never fails. Licet does not redirect to an unregistered address; its own page
 * reports it.
 */
function acceptAnyReturnAddress(provider: Provider): IsRegistered {
  const { prototype } = provider.Client;
  const registered = prototype.postLogoutRedirectUriAllowed;
  prototype.postLogoutRedirectUriAllowed = function allowed(uri) {
    const { ctx } = Provider;
    if (!registered.call(this, uri) && ctx?.oidc.params) {
      ctx.oidc.params.post_logout_redirect_uri = undefined;
      ctx.state.addressUnknown = true;
      tellPage(ctx, { address: uri, client: nameOf(this) });
    }
    return true;
  };
  return (client, uri) => registered.call(client, uri);
}

/**
 * Restarts a failed sign-out request without the unusable parameters, so that the user can still sign out. A parameter
 * is unusable if, for example, the client was deleted or Licet did not issue the ID token. Also restarts if the session of
 * a confirmation form has ended or was replaced.
 * @returns whether it redirected
 */
export function askInstead(ctx: KoaContextWithOIDC, error: string): boolean {
  const oidc: KoaContextWithOIDC['oidc'] | undefined = ctx.oidc;
  const asked = error === 'server_error' ? undefined : askedAnew(oidc);
  if (!asked) return false;
  ctx.status = 303;
  ctx.redirect(`${oidc?.urlFor('end_session')}${asked.size === 0 ? '' : `?${asked}`}`);
  return true;
}

function askedAnew(oidc: KoaContextWithOIDC['oidc'] | undefined): URLSearchParams | undefined {
  if (oidc?.route === 'end_session_confirm') return askedOnPage(oidc.body);
  const { params = {} } = oidc ?? {};
  if (oidc?.route !== 'end_session' || Object.keys(params).length === 0) return undefined;
  const { id_token_hint: hint } = params;
  if (hint === undefined) return new URLSearchParams();
  return askedIn({ ...params, client_id: params.client_id ?? audienceOf(hint) });
}

async function endAtOnce(parts: SignOutParts, ctx: KoaContextWithOIDC): Promise<void> {
  const { session, provider } = ctx.oidc;
  if (!session?.accountId) return;
  const to = afterSignOut(ctx.oidc, addressUnknown(ctx));
  const from = await providerSignInOf(parts, session.uid);
  await end(parts.database, ctx, session.accountId, session.uid);
  await session.destroy();
  ctx.cookies.set(provider.cookieName('session'), null, { path: '/', httpOnly: true, sameSite: 'lax' });
  ctx.redirect(await signOutAtProvider(parts, ctx, from, to));
}

async function end(database: Database, { req }: Pick<KoaContextWithOIDC, 'req'>, userId: string, uid: string) {
  const { address, agent } = originOf(req);
  await endSession(database, userId, uid, 'itself');
  const line = { userId, outcome: 'signed_out', client: null, address, agent } as const;
  await logSignIn(poolOf(database), line, await readClock(database));
}

/** Whether the ID token in the request, which is already verified, was issued in this browser's session. */
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
  return typeof uri === 'string' ? backTo(uri, state) : signedOutIn(params?.ui_locales, unknown);
}
