import { BlockList, isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { clientAddress } from '../client-address.ts';

/**
 * Returns a function that tells whether an address is a trusted proxy, with or without the port that some proxies add; false if
 * none is trusted. Fastify's own comparison accepts no ports, so behind two proxies that add them every client would have the
 * address of the first.
 */
export function trustOf(proxies: readonly string[]): false | ((address: string | undefined) => boolean) {
  if (proxies.length === 0) return false;
  const trusted = new BlockList();
  for (const network of proxies.flatMap((each) => named[each] ?? each)) {
    const [address = '', bits] = network.split('/');
    const family = familyOf(address);
    trusted.addSubnet(withoutZone(address), Number(bits ?? (family === 'ipv4' ? 32 : 128)), family);
  }
  return (reported) => {
    const address = withoutZone(clientAddress(reported) ?? '');
    if (address === '') return false;
    // A network may be written in either form.
    if (familyOf(address) === 'ipv4') return trusted.check(address) || trusted.check(`::ffff:${address}`, 'ipv6');
    return trusted.check(address, 'ipv6');
  };
}

/**
 * Returns whether the networks together cover the whole public internet of one family: every client would then count as a proxy.
 */
export function trustsEverybody(proxies: readonly string[]): boolean {
  const trust = trustOf(proxies);
  return trust !== false && publicAddresses.some((addresses) => addresses.every(trust));
}

/** A public address of each /8 of unicast IPv4, and one of each region of IPv6 (IANA's registry). */
const publicAddresses = [
  Array.from({ length: 223 }, (_, n) => n + 1).flatMap((n) => (n === 10 || n === 127 ? [] : `${n}.1.0.1`)),
  ['2001:200::1', '2400::1', '2600::1', '2800::1', '2a00::1', '2c00::1'],
];

const familyOf = (address: string) => (isIP(address) === 4 ? 'ipv4' : 'ipv6');
const withoutZone = (address: string) => address.split('%')[0] ?? '';

/** The names that the setting accepts, as in Fastify. */
const named: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** Observations about proxies: whether the last sender of a forwarded address is trusted. */
export interface Forwarding {
  /** Null when no request had the header yet. */
  readonly trusted: () => boolean | null;
  readonly watch: (app: FastifyInstance) => void;
}

/** Notices whether forwarded addresses are trusted. Anyone can send the header, so this is only a hint for the operator. */
export function noticeForwarding(): Forwarding {
  let trusted: boolean | null = null;
  const notice = async ({ headers, ips }: FastifyRequest) => {
    // For a trusted peer Fastify returns the addresses that it forwarded, its own first.
    if (headers['x-forwarded-for'] !== undefined) trusted = (ips?.length ?? 1) > 1;
  };
  return { trusted: () => trusted, watch: (app) => void app.addHook('onRequest', notice) };
}
