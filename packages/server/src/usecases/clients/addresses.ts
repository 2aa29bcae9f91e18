import { type AddressFault, type FieldError, faultOfReturn, isLoopback, type OpenIdClient } from '@licet/contract';

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
    ...faultsIn('redirectUris', redirectUris, (uri) => sentenceOf(kind, uri)),
    ...faultsIn('postLogoutRedirectUris', postLogoutRedirectUris, (uri) => sentenceOf(kind, uri)),
    ...faultsIn('webOrigins', webOrigins, kind === 'native' ? noOrigins : faultOfOrigin),
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
        : sentenceOf(kind, uri);
  return detail === undefined ? [] : [{ pointer: '/backchannelLogoutUri', detail }];
}

const noAddresses = {
  service: 'A service signs nobody in, so it has no addresses. Leave them out.',
  device: 'Nobody is sent back to a device: it asks for its token by itself. Leave the addresses out.',
};

const noOrigins = () =>
  'An installed application fetches its tokens itself, not from a page, so it has no web origins. Leave them out.';

function faultsIn(field: string, list: readonly string[], faultOf: (uri: string) => string | undefined): FieldError[] {
  return list.flatMap((uri, index) => {
    const detail = list.indexOf(uri) < index ? 'The address stands in the list already.' : faultOf(uri);
    return detail ? [{ pointer: `/${field}/${index}`, detail }] : [];
  });
}

function sentenceOf(kind: OpenIdClient['kind'], uri: string): string | undefined {
  const fault = faultOfReturn(kind, uri);
  return fault && sentences[fault](uri);
}

const sentences: Readonly<Record<AddressFault, (uri: string) => string>> = {
  characters: () => 'The address holds a space, a backslash or a character that must be percent-encoded.',
  wildcard: () => 'The address holds a wildcard. List each address; they are compared exactly.',
  fragment: () => 'The address has a fragment (#…). Leave it out (RFC 6749 section 3.1.2).',
  no_address: () => 'That is not an absolute address. It looks like https://app.example.org/callback.',
  host: () => 'A host has letters, digits, dots and hyphens only.',
  no_host: () => 'Write the address with // and a host after the scheme.',
  user_name: () => 'The address holds a user name. Leave it out.',
  host_spelling: (uri) => `Write the host as ${new URL(uri).host}.`,
  needs_tls: () => 'Without TLS only the machine itself is allowed (localhost, 127.0.0.1, [::1]). Use https.',
  loopback_tls: () => 'An installed application listens on the machine itself without TLS. Use http.',
  native_only: (uri) =>
    `The scheme ${schemeOf(uri)} belongs to an installed application. Register a client of the kind “native” for it, or use https.`,
  scheme: (uri) =>
    `The scheme ${schemeOf(uri)} is not allowed. Use https, or for an installed application a scheme with a dot, such as org.example.app.`,
};

const schemeOf = (uri: string) => new URL(uri).protocol.slice(0, 40);

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

const parsed = (uri: string) => (URL.canParse(uri) ? new URL(uri) : undefined);
