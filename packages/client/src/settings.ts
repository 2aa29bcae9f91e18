import type { TokenPlace } from './tokens.ts';

/**
 * The options of `createLicet`.
 *
 * @example
 * import type { LicetOptions } from '@licet/client';
 *
 * const options: LicetOptions = {
 *   issuer: 'https://id.example',
 *   clientId: '01980f3e-6b1c-7c55-9c8f-0d3c7e1f2a4b',
 *   audience: 'ledger',
 *   storage: 'local',
 *   redirectUri: 'https://ledger.example/callback',
 *   apis: ['https://api.ledger.example'],
 * };
 */
export interface LicetOptions {
  /** The URL of Licet, such as `https://id.example`. */
  readonly issuer: string;
  /** The id of the application's browser client. Its web origins must include this page's origin. */
  readonly clientId: string;
  /** The application's identifier in Licet, which is the audience of its tokens. */
  readonly audience: string;
  /**
   * Where the tokens are stored.
   *
   * - `session` (default): until the tab is closed. They survive a reload, and a new tab gets them from an open tab.
   * - `local`: also after the browser is closed.
   * - `memory`: until the page is unloaded.
   */
  readonly storage?: TokenPlace;
  /** The redirect address, as registered with the client: a URL, or a path of this origin. Default: `/`. */
  readonly redirectUri?: string;
  /**
   * How to show the target page after a sign-in.
   *
   * - `popstate` (default): replaces the URL and notifies the page's router by a `popstate` event.
   * - `load`: loads the target page. Use it for routers that ignore a replaced URL, such as the App Router of Next.js.
   * It has no effect with the storage `memory`, because a load would delete the tokens.
   */
  readonly returnBy?: 'popstate' | 'load';
  /**
   * The redirect address after the sign-out, as registered with the client: a URL, or a path of this origin. Default:
   * `/`.
   */
  readonly postLogoutRedirectUri?: string;
  /** The requested scope. It must contain `openid`. Default: `openid profile email`. */
  readonly scope?: string;
  /** The origins, besides Licet's, to which `fetch` sends the token. Default: this page's origin. */
  readonly apis?: readonly string[];
  /** Whether open tabs learn of changed access within seconds, through a live stream. Default: true. */
  readonly live?: boolean;
}

/** The options after all defaults are applied. */
export interface Settings {
  readonly issuer: string;
  readonly clientId: string;
  readonly audience: string;
  readonly storage: TokenPlace;
  readonly redirectUri: string;
  /** True if the browser loads the target page after a sign-in, because `returnBy` is `load`. */
  readonly loads: boolean;
  readonly postLogoutRedirectUri: string;
  readonly scope: string;
  /** The origins that may receive the access token. */
  readonly origins: readonly string[];
  readonly live: boolean;
  /** The prefix of this client's names for storage, locks and channels. */
  readonly name: string;
}

/** Applies the defaults. Works only in a browser, because some defaults depend on the page's URL. */
export const settingsOf = (options: LicetOptions): Settings => {
  const issuer = options.issuer.replace(/\/$/, '');
  const { origin } = location;
  const { clientId, audience, storage = 'session', scope = 'openid profile email', live = true } = options;
  const { redirectUri = '/', postLogoutRedirectUri = '/', apis = [origin] } = options;
  // `new URL` would normalise the address, but it must be sent exactly as registered.
  const whole = (address: string) => (address.startsWith('/') ? origin + address : address);
  return {
    issuer,
    clientId,
    audience,
    storage,
    redirectUri: whole(redirectUri),
    loads: options.returnBy === 'load' && storage !== 'memory',
    postLogoutRedirectUri: whole(postLogoutRedirectUri),
    scope,
    origins: [issuer, ...apis].map((address) => new URL(address, origin).origin),
    live,
    name: `licet ${issuer} ${clientId}`,
  };
};
