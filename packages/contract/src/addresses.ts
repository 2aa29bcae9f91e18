import type { Client } from './nouns/clients.ts';

/** The default addresses that accompany the redirect addresses of a client. */
export interface CompanionAddresses {
  /** The origins of its pages: a program in the browser fetches its tokens itself. */
  readonly webOrigins: string[];
  /** The addresses after signing out: the root of the site, or back into the installed application. */
  readonly postLogoutRedirectUris: string[];
}

/**
 * The web origins and sign-out addresses that go with redirect addresses: each one's origin, and the root of it. An installed
 * application has no web origins, and is called back at the same addresses.
 *
 * @example
 * companionsOf('browser', ['https://app.example/callback']);
 * // { webOrigins: ['https://app.example'], postLogoutRedirectUris: ['https://app.example/'] }
 */
export function companionsOf(kind: Client['kind'], redirectUris: readonly string[]): CompanionAddresses {
  if (kind === 'native') return { webOrigins: [], postLogoutRedirectUris: [...redirectUris] };
  const urls = redirectUris.filter((uri) => URL.canParse(uri)).map((uri) => new URL(uri));
  const origins = [...new Set(urls.filter(isWeb).map(({ origin }) => origin))];
  return {
    webOrigins: kind === 'browser' ? origins : [],
    postLogoutRedirectUris: kind === 'service' ? [] : origins.map((origin) => `${origin}/`),
  };
}

/** Why an address of a client is refused. */
export type AddressFault =
  | 'characters'
  | 'fragment'
  | 'host'
  | 'host_spelling'
  | 'loopback_tls'
  | 'native_only'
  | 'needs_tls'
  | 'no_address'
  | 'no_host'
  | 'scheme'
  | 'user_name'
  | 'wildcard';

/**
 * The fault of an address at which a client of that kind is called back after signing in or out; undefined if it has
 * none.
 * Addresses are compared exactly later (RFC 9700 section 2.1), so none is corrected. The OpenID provider accepts every
 * address that passes here.
 *
 * @example
 * faultOfReturn('native', 'org.example.app:/callback'); // undefined
 * @example
 * faultOfReturn('browser', 'org.example.app:/callback'); // 'native_only'
 */
export function faultOfReturn(kind: Client['kind'], uri: string): AddressFault | undefined {
  if (!printable.test(uri)) return 'characters';
  if (uri.includes('*')) return 'wildcard';
  if (uri.includes('#')) return 'fragment'; // RFC 6749 section 3.1.2
  if (!URL.canParse(uri)) return 'no_address';
  const url = new URL(uri);
  if (!plainHost.test(url.host)) return 'host';
  if (isWeb(url)) return faultOfWeb(kind, uri, url);
  // RFC 8252 section 7.1: a private scheme is a domain name in reverse, so it contains a dot. javascript: and data: do
  // not.
  if (!privateUse.test(url.protocol)) return 'scheme';
  return kind === 'native' ? undefined : 'native_only';
}

function faultOfWeb(kind: Client['kind'], uri: string, url: URL): AddressFault | undefined {
  if (!/^https?:\/\/[^/]/i.test(uri)) return 'no_host';
  if (url.username || url.password || uri.split('/')[2]?.includes('@')) return 'user_name';
  if (url.host !== hostIn(uri)) return 'host_spelling';
  const loopback = isLoopback(url.hostname);
  if (url.protocol === 'http:') return loopback ? undefined : 'needs_tls';
  // A claimed https address belongs to a site that vouches for the application (RFC 8252 section 7.2). A loopback
  // address has no owner.
  return kind === 'native' && loopback ? 'loopback_tls' : undefined;
}

/** Whether a host is the machine itself (RFC 8252 section 7.3); development servers print `localhost`. */
export const isLoopback = (host: string): boolean => host === 'localhost' || host === '127.0.0.1' || host === '[::1]';

/** The characters that RFC 3986 section 2 allows in an address. */
const printable = /^[\w.~:/?#[\]@!$&'()*+,;=%-]+$/;

/**
 * A host with its port. It becomes part of a page's policy (form-action), in which a semicolon begins another
 * directive.
 */
const plainHost = /^[a-z0-9.:[\]-]*$/i;

const privateUse = /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:$/;

const isWeb = ({ protocol }: URL) => protocol === 'https:' || protocol === 'http:';

/** Host and port as written, without the scheme's own port. */
const hostIn = (uri: string) => /^[^:]+:\/\/([^/?]*)/.exec(uri)?.[1];
