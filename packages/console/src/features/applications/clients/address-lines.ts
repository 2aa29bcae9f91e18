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
    const detail = addressError(address, kind) ?? (addresses.indexOf(address) < place ? 'It stands twice.' : undefined);
    return detail === undefined ? [] : [{ place, detail }];
  });
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Exact addresses, over TLS except on one's own machine (RFC 9700, sections 2.1 and 2.6). */
function addressError(address: string, kind: AddressKind): string | undefined {
  const url = URL.parse(address);
  if (!url) return 'It is not an address. It looks like https://app.example.org/callback.';
  const web = url.protocol === 'https:' || url.protocol === 'http:';
  if (!web) return `${url.protocol} cannot be used. Use https.`;
  if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname)) return 'Use https; http is only for localhost.';
  if (url.username !== '' || url.password !== '') return 'It holds a name or a password. Take it out.';
  if (url.hash !== '' || address.includes('#')) return 'It holds a part after #. Take it out.';
  if (address.includes('*')) return 'Each address is written out; * does not stand for anything.';
  if (kind === 'origin' && address !== url.origin) return `An origin has no path. Write ${url.origin}.`;
  return undefined;
}
