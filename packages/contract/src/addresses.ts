import type { Client } from './nouns/clients.ts';

/** The default web origins and post-logout redirect URIs of a client, derived from its redirect URIs. */
export interface CompanionAddresses {
  /** The origins of the client's pages. Scripts on these pages call the token endpoint, so the origins need CORS. */
  readonly webOrigins: string[];
  /** The roots of the redirect URIs, or for a native client the redirect URIs themselves. */
  readonly postLogoutRedirectUris: string[];
}

/**
 * Returns the web origins and post-logout redirect URIs derived from redirect URIs: the origin of each, and the root
 * of that origin. A native client has no web origins. Its post-logout redirect URIs are its redirect URIs.
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
 * Returns what is wrong with a redirect URI or post-logout redirect URI for a client of that kind, or undefined. URIs
 * are later compared exactly (RFC 9700 section 2.1), so no URI is corrected. The OpenID provider accepts every URI
 * without a fault.
 *
 * @example
 * faultOfReturn('native', 'org.example.app:/callback'); // undefined
 * @example
 * faultOfReturn('browser', 'org.example.app:/callback'); // 'native_only'
 */
export function faultOfReturn(kind: Client['kind'], uri: string): AddressFault | undefined {
  if (!printable.test(uri)) return 'characters';
  if (uri.includes('*')) return 'wildcard';
  if (uri.includes('#')) return 'fragment'; // RFC 6749 section 3.1.2.
  if (!URL.canParse(uri)) return 'no_address';
  const url = new URL(uri);
  if (!plainHost.test(url.host)) return 'host';
  if (isWeb(url)) return faultOfWeb(kind, uri, url);
  // RFC 8252 section 7.1: a private-use scheme is a domain name in reverse order, so it contains a dot. javascript:
  // and data: do not.
  if (!privateUse.test(url.protocol)) return 'scheme';
  return kind === 'native' ? undefined : 'native_only';
}

function faultOfWeb(kind: Client['kind'], uri: string, url: URL): AddressFault | undefined {
  if (!/^https?:\/\/[^/]/i.test(uri)) return 'no_host';
  if (url.username || url.password || uri.split('/')[2]?.includes('@')) return 'user_name';
  if (url.host !== hostIn(uri)) return 'host_spelling';
  const loopback = isLoopback(url.hostname);
  if (url.protocol === 'http:') return loopback ? undefined : 'needs_tls';
  // A native client may claim an https URL whose web site vouches for the application (RFC 8252 section 7.2). A
  // loopback host has no such web site.
  return kind === 'native' && loopback ? 'loopback_tls' : undefined;
}

/**
 * Returns whether a host is a loopback host (RFC 8252 section 7.3). `localhost` counts, because development servers use
 * it in their URLs.
 */
export const isLoopback = (host: string): boolean => host === 'localhost' || host === '127.0.0.1' || host === '[::1]';

/** The characters that RFC 3986 section 2 permits in a URI. */
const printable = /^[\w.~:/?#[\]@!$&'()*+,;=%-]+$/;

/**
 * Matches a host with its port. The host becomes part of a Content-Security-Policy (form-action), in which a
 * semicolon would begin another directive.
 */
const plainHost = /^[a-z0-9.:[\]-]*$/i;

const privateUse = /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:$/;

const isWeb = ({ protocol }: URL) => protocol === 'https:' || protocol === 'http:';

/** Returns the host and port as written, without a default port. */
const hostIn = (uri: string) => /^[^:]+:\/\/([^/?]*)/.exec(uri)?.[1];
