import { screens } from '@licet/contract';
import type { KoaContextWithOIDC } from 'oidc-provider';

/** What our page shows besides the fact that the user is signed out. */
export interface ToldPage {
  /** The client that requested an unregistered return address. */
  readonly client?: string;
  readonly address?: string;
  /** The provider at which the user may still be signed in, and the `state` by which they can continue. */
  readonly provider?: string;
  readonly on?: string;
}

/** Passes it to the page in a cookie, because anyone could forge it in the address. */
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

/** The address of our own page, with the language that the application requests. */
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
