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
  /** Licet's address: `https://id.example`. */
  readonly issuer: string;
  /** The id of the application's client of the kind “browser”. Its web origins must name this page's origin. */
  readonly clientId: string;
  /** The application's identifier in Licet, the audience of its tokens. */
  readonly audience: string;
  /**
   * Where the tokens are stored. `session` (the default): until the tab is closed, also through reloads; a new tab gets
   * them from an open tab. `local`: also after the browser is closed. `memory`: until the page is unloaded.
   */
  readonly storage?: TokenPlace;
  /** The redirect address, as registered with the client: an address, or a path of this origin. Default: `/`. */
  readonly redirectUri?: string;
  /**
   * How to show the target page after a sign-in. `popstate` (the default): the address is replaced, and the page's
   * router follows. `load`: the browser loads it, for routers that keep the page they started with, such as the App
   * Router of Next.js. `load` has no effect with the storage `memory`, which a load would empty.
   */
  readonly returnBy?: 'popstate' | 'load';
  /** The address after signing out, as registered with the client: an address, or a path of this origin. Default: `/`. */
  readonly postLogoutRedirectUri?: string;
  /** The requested scope; `openid profile email` by default. It must contain `openid`. */
  readonly scope?: string;
  /** The origins whose APIs get the token from `fetch`, besides Licet's; this page's origin by default. */
  readonly apis?: readonly string[];
  /** Whether open tabs learn of changed access within seconds, through a live stream. On by default. */
  readonly live?: boolean;
}

/** The options with all defaults. */
export interface Settings {
  readonly issuer: string;
  readonly clientId: string;
  readonly audience: string;
  readonly storage: TokenPlace;
  readonly redirectUri: string;
  /** Whether the browser loads the target page after a sign-in: `returnBy` is `load`. */
  readonly loads: boolean;
  readonly postLogoutRedirectUri: string;
  readonly scope: string;
  /** The origins that may receive the token. */
  readonly origins: readonly string[];
  readonly live: boolean;
  /** The name for storage, locks and channels of this client. */
  readonly name: string;
}

/** Applies the defaults. Works only in a browser, because some defaults come from the page's address. */
export const settingsOf = (options: LicetOptions): Settings => {
  const issuer = options.issuer.replace(/\/$/, '');
  const { origin } = location;
  const { clientId, audience, storage = 'session', scope = 'openid profile email', live = true } = options;
  const { redirectUri = '/', postLogoutRedirectUri = '/', apis = [origin] } = options;
  // Not with `new URL`, which would normalise it. The address must be sent exactly as registered.
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
