import { isIP } from 'node:net';
import type { Network } from '@licet/contract/reasons';

/** Why an address is not public: the kind of its network. Undefined for a public address. */
export function notPublic(address: string): Network | undefined {
  switch (isIP(address)) {
    case 4:
      return kindOf4(bytesOf4(address));
    case 6:
      return kindOf6(bytesOf6(address));
    default:
      return 'no_address';
  }
}

/** Whether an address is in a network such as `10.0.0.0/8`, or equals the given one. */
export function isWithin(address: string, network: string): boolean {
  const [base = '', length] = network.split('/');
  const [one, other] = [bytesOf(address), bytesOf(base)];
  if (!one || !other || one.length !== other.length) return false;
  return startsWith(one, other, length === undefined ? one.length * 8 : Number(length));
}

/** The bytes of an address. An IPv4 address in IPv6 form counts as IPv4. */
function bytesOf(address: string): readonly number[] | undefined {
  const family = isIP(address);
  if (family === 0) return undefined;
  const bytes = family === 4 ? bytesOf4(address) : bytesOf6(address);
  return startsWith(bytes, mapped, 96) ? bytes.slice(12) : bytes;
}

const bytesOf4 = (address: string) => address.split('.').map(Number);

/** Sixteen bytes (RFC 4291 section 2.2); a zone after % is left out. */
function bytesOf6(address: string): number[] {
  const [text = ''] = address.split('%');
  const [head = '', tail] = text.split('::');
  const before = groupsOf(head);
  const after = tail === undefined ? [] : groupsOf(tail);
  return [...before, ...Array.from({ length: 16 - before.length - after.length }, () => 0), ...after];
}

const groupsOf = (text: string): number[] =>
  text === ''
    ? []
    : text.split(':').flatMap((group) => {
        if (group.includes('.')) return bytesOf4(group);
        const value = Number.parseInt(group, 16);
        return [value >> 8, value & 255];
      });

function startsWith(bytes: readonly number[], base: readonly number[], bits: number): boolean {
  if (bytes.length * 8 < bits || base.length * 8 < bits) return false;
  return Array.from({ length: bits }, (_, bit) => bit).every(
    (bit) => (((bytes[bit >> 3] ?? 0) ^ (base[bit >> 3] ?? 0)) & (128 >> (bit & 7))) === 0,
  );
}

function kindOf4(bytes: readonly number[]): Network | undefined {
  return special4.find(([base, length]) => startsWith(bytes, base, length))?.[2];
}

/** In IPv6 only the global range 2000::/3 is public, with exceptions. */
function kindOf6(bytes: readonly number[]): Network | undefined {
  if (startsWith(bytes, mapped, 96) || startsWith(bytes, translated, 96)) return kindOf4(bytes.slice(12));
  if (!startsWith(bytes, [0x20], 3))
    return special6.find(([base, length]) => startsWith(bytes, base, length))?.[2] ?? 'reserved_network';
  return withinPublic6.find(([base, length]) => startsWith(bytes, base, length))?.[2];
}

type Special = readonly [base: readonly number[], length: number, kind: Network];

// IANA IPv4 Special-Purpose Address Registry (RFC 6890), and the metadata addresses of clouds.
const special4: readonly Special[] = [
  [[0], 8, 'this_machine'],
  [[127], 8, 'this_machine'],
  [[10], 8, 'private_network'],
  [[172, 16], 12, 'private_network'],
  [[192, 168], 16, 'private_network'],
  [[100, 64], 10, 'internet_provider'],
  [[169, 254], 16, 'local_link'],
  [[168, 63, 129, 16], 32, 'cloud_metadata'],
  [[192, 0, 0], 24, 'reserved_network'],
  [[192, 88, 99], 24, 'tunnel'],
  [[192, 0, 2], 24, 'reserved_network'],
  [[198, 18], 15, 'reserved_network'],
  [[198, 51, 100], 24, 'reserved_network'],
  [[203, 0, 113], 24, 'reserved_network'],
  [[224], 4, 'multicast'],
  [[240], 4, 'reserved_network'],
];

const mapped = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255];
// NAT64 (RFC 6052): on an IPv6-only network, public IPv4 addresses have this prefix.
const translated = [0, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0];
const special6: readonly Special[] = [
  [[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], 120, 'this_machine'],
  [[0xfc], 7, 'private_network'],
  [[0xfe, 0x80], 10, 'local_link'],
  [[0xff], 8, 'multicast'],
];
const withinPublic6: readonly Special[] = [
  [[0x20, 0x01, 0x00], 23, 'tunnel'], // Teredo and others (RFC 2928)
  [[0x20, 0x01, 0x0d, 0xb8], 32, 'reserved_network'],
  [[0x20, 0x02], 16, 'tunnel'], // 6to4: contains an IPv4 address (RFC 3056)
  [[0x3f, 0xff], 20, 'reserved_network'],
];
