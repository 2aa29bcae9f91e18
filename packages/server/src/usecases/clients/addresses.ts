import { type AddressFault, type FieldError, faultOfReturn, isLoopback, type OpenIdClient } from '@licet/contract';
import { fault } from '../../refusal.ts';

/** The addresses of a client. */
export type Addresses = Pick<
  OpenIdClient,
  'redirectUris' | 'postLogoutRedirectUris' | 'webOrigins' | 'backchannelLogoutUri'
>;

/**
 * The faults in the addresses of a client, by field. They are compared exactly later (RFC 9700 section 2.1), so
 * nothing is corrected here.
 */
export function faultsOf(kind: OpenIdClient['kind'], addresses: Addresses): FieldError[] {
  const { redirectUris, postLogoutRedirectUris, webOrigins } = addresses;
  if (kind === 'service' || kind === 'device')
    return [
      ...faultsOfLogout(kind, addresses),
      ...(['redirectUris', 'postLogoutRedirectUris', 'webOrigins'] as const).flatMap((field) =>
        addresses[field].length > 0 ? [fault({ pointer: `/${field}` }, 'client_without_addresses', { kind })] : [],
      ),
    ];
  return [
    ...(redirectUris.length === 0 ? [fault({ pointer: '/redirectUris' }, 'client_needs_an_address', {})] : []),
    ...faultsIn('redirectUris', redirectUris, (at, uri) => faultOf(kind, at, uri)),
    ...faultsIn('postLogoutRedirectUris', postLogoutRedirectUris, (at, uri) => faultOf(kind, at, uri)),
    ...faultsIn('webOrigins', webOrigins, kind === 'native' ? noOrigins : faultOfOrigin),
    ...faultsOfLogout(kind, addresses),
  ];
}

/**
 * Only a program on a server can be called; its address may be resolved at that time (Back-Channel Logout 1.0 section
 * 2.2).
 */
function faultsOfLogout(kind: OpenIdClient['kind'], { backchannelLogoutUri: uri }: Addresses): FieldError[] {
  if (uri === null) return [];
  const at = { pointer: '/backchannelLogoutUri' };
  const url = parsed(uri);
  if (kind !== 'server') return [fault(at, 'client_without_logout', {})];
  if (url && !/^https?:$/.test(url.protocol)) return [fault(at, 'client_logout_https', {})];
  const found = faultOf(kind, at, uri);
  return found ? [found] : [];
}

type At = { readonly pointer: string };
type FaultOf = (at: At, uri: string) => FieldError | undefined;

const noOrigins: FaultOf = (at) => fault(at, 'client_without_origins', {});

function faultsIn(field: string, list: readonly string[], faultOf: FaultOf): FieldError[] {
  return list.flatMap((uri, index) => {
    const at = { pointer: `/${field}/${index}` };
    const found = list.indexOf(uri) < index ? fault(at, 'address_twice', {}) : faultOf(at, uri);
    return found ? [found] : [];
  });
}

function faultOf(kind: OpenIdClient['kind'], at: At, uri: string): FieldError | undefined {
  const found = faultOfReturn(kind, uri);
  return found && faults[found](at, uri);
}

const faults: Readonly<Record<AddressFault, (at: At, uri: string) => FieldError>> = {
  characters: (at) => fault(at, 'address_characters', {}),
  wildcard: (at) => fault(at, 'address_wildcard', {}),
  fragment: (at) => fault(at, 'address_fragment', {}),
  no_address: (at) => fault(at, 'address_not_absolute', {}),
  host: (at) => fault(at, 'address_host', {}),
  no_host: (at) => fault(at, 'address_without_host', {}),
  user_name: (at) => fault(at, 'address_user_name', {}),
  host_spelling: (at, uri) => fault(at, 'address_host_spelling', { host: new URL(uri).host }),
  needs_tls: (at) => fault(at, 'address_needs_tls', {}),
  loopback_tls: (at) => fault(at, 'address_loopback_tls', {}),
  native_only: (at, uri) => fault(at, 'address_scheme_of_native', { scheme: schemeOf(uri) }),
  scheme: (at, uri) => fault(at, 'address_scheme', { scheme: schemeOf(uri) }),
};

const schemeOf = (uri: string) => new URL(uri).protocol.slice(0, 40);

const faultOfOrigin: FaultOf = (at, origin) => {
  const url = parsed(origin);
  if (!url || !(url.protocol === 'https:' || url.protocol === 'http:')) return fault(at, 'origin_form', {});
  if (origin !== url.origin) return fault(at, 'origin_with_more', { origin: url.origin });
  if (origin.includes('*')) return fault(at, 'origin_wildcard', {});
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) return fault(at, 'address_needs_tls', {});
  return undefined;
};

const parsed = (uri: string) => (URL.canParse(uri) ? new URL(uri) : undefined);
