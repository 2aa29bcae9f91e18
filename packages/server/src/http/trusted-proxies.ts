import { BlockList, isIP } from 'node:net';
import { clientAddress } from '../client-address.ts';

/**
 * Returns whether an address is one of a trusted proxy, with or without the port that some proxies add; false where none is trusted.
 * Fastify's own comparison takes no ports, so that behind two proxies which both add them every client would have the address of the first.
 */
export function trustOf(proxies: readonly string[]): false | ((address: string | undefined) => boolean) {
  if (proxies.length === 0) return false;
  const trusted = new BlockList();
  for (const network of proxies.flatMap((each) => named[each] ?? each)) {
    const [address = '', bits] = network.split('/');
    const family = familyOf(address);
    trusted.addSubnet(withoutZone(address), Number(bits ?? (family === 'ipv4' ? 32 : 128)), family);
  }
  return (told) => {
    const address = withoutZone(clientAddress(told) ?? '');
    if (address === '') return false;
    // A network may be written in either form.
    if (familyOf(address) === 'ipv4') return trusted.check(address) || trusted.check(`::ffff:${address}`, 'ipv6');
    return trusted.check(address, 'ipv6');
  };
}

/** Returns whether the networks are the whole public internet of one family together: then every client is taken for a proxy. */
export function trustsEverybody(proxies: readonly string[]): boolean {
  const trust = trustOf(proxies);
  return trust !== false && publicAddresses.some((addresses) => addresses.every(trust));
}

/** A public address of each /8 of unicast IPv4, and one of each region of IPv6 (the registry of IANA). */
const publicAddresses = [
  Array.from({ length: 223 }, (_, n) => n + 1).flatMap((n) => (n === 10 || n === 127 ? [] : `${n}.1.0.1`)),
  ['2001:200::1', '2400::1', '2600::1', '2800::1', '2a00::1', '2c00::1'],
];

const familyOf = (address: string) => (isIP(address) === 4 ? 'ipv4' : 'ipv6');
const withoutZone = (address: string) => address.split('%')[0] ?? '';

/** The names that the setting takes, as in Fastify. */
const named: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};
