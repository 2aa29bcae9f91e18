import { companionsOf, faultOfReturn, isLoopback, type OpenIdClient } from '@licet/contract';
import { formWords as words } from './words.ts';

type ClientKind = OpenIdClient['kind'];

/** The purpose of an address. Each purpose has its own validation rules. */
export type AddressKind = 'redirect' | 'signOut' | 'origin';

/** The addresses in a text with one per line. */
export function addressesOf(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Returns the errors of a client's addresses, by the index of the address. */
export function addressErrors(
  addresses: readonly string[],
  kind: AddressKind,
  client: ClientKind = 'browser',
): { place: number; detail: string }[] {
  return addresses.flatMap((address, place) => {
    const detail =
      addressError(address, kind, client) ?? (addresses.indexOf(address) < place ? words.twice : undefined);
    return detail === undefined ? [] : [{ place, detail }];
  });
}

/** Requires exact addresses, with TLS except on the user's own machine (RFC 9700, sections 2.1 and 2.6). */
function addressError(address: string, kind: AddressKind, client: ClientKind): string | undefined {
  const whole = withScheme(address, kind);
  if (whole !== undefined) return words.noScheme(whole);
  if (kind === 'origin') return originError(address);
  const fault = faultOfReturn(client, address);
  return fault && words.faults[fault](address);
}

function originError(address: string): string | undefined {
  const url = URL.parse(address);
  if (!url) return words.faults.no_address(address);
  if (!/^https?:$/.test(url.protocol)) return words.faults.scheme(address);
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) return words.faults.needs_tls(address);
  if (address.includes('*')) return words.faults.wildcard(address);
  return address === url.origin ? undefined : words.originOnly(url.origin);
}

/**
 * The address with the missing scheme added. Without it, `localhost:5173` would parse as an address with the scheme
 * `localhost`.
 */
function withScheme(address: string, kind: AddressKind): string | undefined {
  if (!/^(localhost|[\w-]+(\.[\w-]+)+|[\w.-]+(?=:\d))(:\d+)?(\/|$)/.test(address)) return undefined;
  const url = URL.parse(`https://${address}`);
  if (url && isLoopback(url.hostname)) url.protocol = 'http:';
  return kind === 'origin' ? url?.origin : url?.href;
}

/** Returns the web origins and the sign-out addresses that match the valid redirect addresses. */
export function belongingTo(redirects: string, client: ClientKind): { origins: string[]; signOuts: string[] } {
  const good = addressesOf(redirects).filter((address) => addressError(address, 'redirect', client) === undefined);
  const { webOrigins, postLogoutRedirectUris } = companionsOf(client, good);
  return { origins: webOrigins, signOuts: postLogoutRedirectUris };
}

/**
 * Returns the addresses that no sign-in can use. Licet accepted them before it had a kind for installed applications.
 */
export function unusableOf(client: ClientKind, addresses: readonly string[]): string[] {
  return addresses.filter((address) => faultOfReturn(client, address) !== undefined);
}
