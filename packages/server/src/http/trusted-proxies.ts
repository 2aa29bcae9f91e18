import { BlockList, isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { clientAddress } from '../client-address.ts';

/**
 * Returns a function that tells whether an address belongs to a trusted proxy; false if no proxy is trusted. Accepts
 * addresses with a port, which some proxies add. Fastify's own comparison rejects them, so behind two such proxies
 * every client would have the address of the first proxy.
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
    // A trusted network may be given as IPv4 or in its IPv6-mapped form.
    if (familyOf(address) === 'ipv4') return trusted.check(address) || trusted.check(`::ffff:${address}`, 'ipv6');
    return trusted.check(address, 'ipv6');
  };
}

/**
 * Whether the networks cover the whole public internet of one address family. Then every client would count as a proxy, and could forge
 * its address.
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

/** Observes whether the proxies that forward addresses are trusted. */
export interface Forwarding {
  /** Whether the last proxy that forwarded an address is trusted; null until a request has the header. */
  readonly trusted: () => boolean | null;
  readonly watch: (app: FastifyInstance) => void;
}

/** Observes the header of each request. Anyone can send it, so the result is only a hint for the operator. */
export function noticeForwarding(): Forwarding {
  let trusted: boolean | null = null;
  const notice = async ({ headers, ips }: FastifyRequest) => {
    // Fastify's `ips` has more than the peer's own address only if the peer is trusted.
    if (headers['x-forwarded-for'] !== undefined) trusted = (ips?.length ?? 1) > 1;
  };
  return { trusted: () => trusted, watch: (app) => void app.addHook('onRequest', notice) };
}
