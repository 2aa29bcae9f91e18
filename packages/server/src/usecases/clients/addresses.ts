import type { FieldError, OpenIdClient } from '@licet/contract';

/** The addresses of a client. */
export type Addresses = Pick<
  OpenIdClient,
  'redirectUris' | 'postLogoutRedirectUris' | 'webOrigins' | 'backchannelLogoutUri'
>;

/** What is wrong with the addresses of a client, by field. They are compared exactly later (RFC 9700 section 2.1), so nothing is mended here. */
export function faultsOf(kind: OpenIdClient['kind'], addresses: Addresses): FieldError[] {
  const { redirectUris, postLogoutRedirectUris, webOrigins } = addresses;
  if (kind === 'service' || kind === 'device')
    return [
      ...faultsOfLogout(kind, addresses),
      ...(['redirectUris', 'postLogoutRedirectUris', 'webOrigins'] as const).flatMap((field) =>
        addresses[field].length > 0 ? [{ pointer: `/${field}`, detail: noAddresses[kind] }] : [],
      ),
    ];
  return [
    ...(redirectUris.length === 0
      ? [{ pointer: '/redirectUris', detail: 'A client that signs people in needs an address to send them back to.' }]
      : []),
    ...faultsIn('redirectUris', redirectUris, faultOfRedirect),
    ...faultsIn('postLogoutRedirectUris', postLogoutRedirectUris, faultOfRedirect),
    ...faultsIn('webOrigins', webOrigins, faultOfOrigin),
    ...faultsOfLogout(kind, addresses),
  ];
}

/** Only a program on a server can be called; where its server is may be looked up when it is (section 2.2 of Back-Channel Logout 1.0). */
function faultsOfLogout(kind: OpenIdClient['kind'], { backchannelLogoutUri: uri }: Addresses): FieldError[] {
  if (uri === null) return [];
  const url = parsed(uri);
  const detail =
    kind !== 'server'
      ? 'Only a program on a server can be told that a session was ended. Leave this out.'
      : url && !/^https?:$/.test(url.protocol)
        ? 'A program is told over https.'
        : faultOfRedirect(uri);
  return detail === undefined ? [] : [{ pointer: '/backchannelLogoutUri', detail }];
}

const noAddresses = {
  service: 'A service signs nobody in, so it has no addresses. Leave them out.',
  device: 'Nobody is sent back to a device: it asks for its token by itself. Leave the addresses out.',
};

function faultsIn(field: string, list: readonly string[], faultOf: (uri: string) => string | undefined): FieldError[] {
  return list.flatMap((uri, index) => {
    const detail = list.indexOf(uri) < index ? 'The address stands in the list already.' : faultOf(uri);
    return detail ? [{ pointer: `/${field}/${index}`, detail }] : [];
  });
}

function faultOfRedirect(uri: string): string | undefined {
  if (!printable.test(uri))
    return 'The address holds a space, a backslash or a character that must be percent-encoded.';
  if (uri.includes('*')) return 'The address holds a wildcard. List each address; they are compared exactly.';
  if (uri.includes('#')) return 'The address has a fragment (#…). Leave it out (RFC 6749 section 3.1.2).';
  const url = parsed(uri);
  if (!url) return 'That is not an absolute address. It looks like https://app.example.org/callback.';
  if (!plainHost.test(url.host)) return 'A host has letters, digits, dots and hyphens only.';
  if (url.protocol === 'https:' || url.protocol === 'http:') {
    if (!/^https?:\/\/[^/]/i.test(uri)) return 'Write the address with // and a host after the scheme.';
    if (url.username || url.password || uri.split('/')[2]?.includes('@'))
      return 'The address holds a user name. Leave it out.';
    if (url.host !== hostIn(uri)) return `Write the host as ${url.host}.`;
    if (url.protocol === 'http:' && !isLoopback(url.hostname))
      return 'Without TLS only the machine itself is allowed (localhost, 127.0.0.1, [::1]). Use https.';
    return undefined;
  }
  // RFC 8252 section 7.1: a scheme of one's own is a domain name in reverse, so it holds a dot. javascript: and data: do not.
  return /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:$/.test(url.protocol)
    ? undefined
    : `The scheme ${url.protocol.slice(0, 40)} is not allowed. Use https, or for an installed application a scheme with a dot, such as org.example.app.`;
}

function faultOfOrigin(origin: string): string | undefined {
  const url = parsed(origin);
  if (!url || !(url.protocol === 'https:' || url.protocol === 'http:'))
    return 'That is not a web origin. It looks like https://app.example.org.';
  if (origin !== url.origin) return `An origin is a scheme, a host and a port, nothing more: ${url.origin}.`;
  if (origin.includes('*')) return 'The origin holds a wildcard. List each origin.';
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    return 'Without TLS only the machine itself is allowed (localhost, 127.0.0.1, [::1]). Use https.';
  return undefined;
}

/** What RFC 3986 section 2 lets stand in an address. */
const printable = /^[\w.~:/?#[\]@!$&'()*+,;=%-]+$/;

/** A host, with its port. It stands in the policy of a page (form-action), where a semicolon begins another directive. */
const plainHost = /^[a-z0-9.:[\]-]*$/i;

const parsed = (uri: string) => (URL.canParse(uri) ? new URL(uri) : undefined);

/** Host and port as written, without the scheme's own port. */
const hostIn = (uri: string) => /^[^:]+:\/\/([^/?]*)/.exec(uri)?.[1];

// RFC 8252 section 7.3; localhost is what development servers print.
const isLoopback = (host: string) => host === 'localhost' || host === '127.0.0.1' || host === '[::1]';
