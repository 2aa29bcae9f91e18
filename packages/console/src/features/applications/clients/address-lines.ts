import { formWords as words } from './words.ts';

/** What a line of addresses is for; each has rules of its own. */
export type AddressKind = 'redirect' | 'signOut' | 'origin';

/** The addresses of a text, one a line, without empty lines. */
export function addressesOf(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** What is wrong with each address, by its place among them. */
export function addressErrors(addresses: readonly string[], kind: AddressKind): { place: number; detail: string }[] {
  return addresses.flatMap((address, place) => {
    const detail = addressError(address, kind) ?? (addresses.indexOf(address) < place ? words.twice : undefined);
    return detail === undefined ? [] : [{ place, detail }];
  });
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Exact addresses, over TLS except on one's own machine (RFC 9700, sections 2.1 and 2.6). */
function addressError(address: string, kind: AddressKind): string | undefined {
  const url = URL.parse(address);
  const whole = withScheme(address, kind);
  if (whole !== undefined) return words.noScheme(whole);
  if (!url) return words.noAddress;
  const web = url.protocol === 'https:' || url.protocol === 'http:';
  if (!web) return words.notWeb(url.protocol);
  if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname)) return words.useHttps;
  if (url.username !== '' || url.password !== '') return words.holdsName;
  if (url.hash !== '' || address.includes('#')) return words.holdsHash;
  if (address.includes('*')) return words.wildcard;
  if (kind === 'origin' && address !== url.origin) return words.originOnly(url.origin);
  return undefined;
}

/** The address in full, where only what goes before the host is missing: `localhost:5173` reads as an address of the scheme localhost. */
function withScheme(address: string, kind: AddressKind): string | undefined {
  if (!/^(localhost|[\w-]+(\.[\w-]+)+|[\w.-]+(?=:\d))(:\d+)?(\/|$)/.test(address)) return undefined;
  const url = URL.parse(`https://${address}`);
  if (url && LOOPBACK.test(url.hostname)) url.protocol = 'http:';
  return kind === 'origin' ? url?.origin : url?.href;
}

/** What belongs to redirect addresses: the origin of each page, and where it is sent after signing out. */
export function belongingTo(redirects: string): { origin: string; signOut: string }[] {
  const origins = addressesOf(redirects).flatMap((address) => {
    const url = URL.parse(address);
    return url && addressError(address, 'redirect') === undefined ? [url.origin] : [];
  });
  return [...new Set(origins)].map((origin) => ({ origin, signOut: `${origin}/` }));
}
