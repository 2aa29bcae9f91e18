import { screens } from '@licet/contract';
import type { KoaContextWithOIDC } from 'oidc-provider';

/** What our page says besides that somebody is signed out. */
export interface ToldPage {
  /** Who asked to send them to an address that is not registered. */
  readonly client?: string;
  readonly address?: string;
  /** At which provider they may still be signed in, and the state by which they go on from here. */
  readonly provider?: string;
  readonly on?: string;
}

/** Says it by a cookie: what stands in an address could be anybody's words. */
export function tellPage(ctx: Pick<KoaContextWithOIDC, 'cookies' | 'state'>, more: ToldPage): void {
  const told: ToldPage = { ...ctx.state.toldPage, ...more };
  ctx.state.toldPage = told;
  const { address, ...rest } = told;
  const text = JSON.stringify({ ...rest, ...(address !== undefined && { address: address.slice(0, longestAddress) }) });
  ctx.cookies.set(signedOutCookie, Buffer.from(text).toString('base64url'), {
    path: signedOutPage,
    maxAge: 600_000,
    httpOnly: false,
    sameSite: 'lax',
    signed: false,
  });
}

/** Our own page, in the language that the application asks for. */
export function signedOutIn(locales: unknown, unknown: boolean): string {
  const told = new URLSearchParams({
    ...(unknown && { address: 'unknown' }),
    ...(typeof locales === 'string' && locales !== '' && { ui_locales: locales.slice(0, 100) }),
  });
  return told.size === 0 ? signedOutPage : `${signedOutPage}?${told}`;
}

const longestAddress = 300;
export const signedOutPage = screens.signedOut.path;
const signedOutCookie = 'licet_signed_out';
