import { lookup as resolve } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import type { Network } from '@licet/contract/reasons';
import { isWithin, notPublic } from './addresses.ts';
import { failure, OutgoingError } from './outgoing-error.ts';

/** The destination of a call. */
export interface Destination {
  /** The names by which the operator may have allowed it. The first one is used in sentences. */
  readonly hosts: readonly [string, ...string[]];
  /** The host as written: a name or an IP address. */
  readonly literal: string;
  /** Whether the call is without TLS, which the operator must allow. */
  readonly plain: boolean;
}

/**
 * Returns the lookup function for a destination. It resolves the name once, and gives only allowed addresses to the connection. A
 * destination that is an address is checked here.
 * @throws OutgoingError
 */
export type Guard = (to: Destination) => LookupFunction;

/** Allows public addresses, and those that the operator allows. */
export function openGuard({
  allowed: entries = [],
  lookup = resolve,
}: {
  readonly allowed?: readonly string[];
  readonly lookup?: typeof resolve;
}): Guard {
  const allowed = allowanceOf(entries);
  return ({ hosts, literal, plain }) => {
    const named = hosts.some((host) => allowed.host(host.toLowerCase()));
    const kindOf = (address: string): Kind | undefined => {
      if (named || allowed.address(address)) return undefined;
      return notPublic(address) ?? (plain ? 'plain' : undefined);
    };
    const written = literal.replace(/^\[|\]$/g, '');
    // Node.js does not look up an address, so it is checked here.
    if (isIP(written) !== 0) refuseBlocked(hosts[0], [kindOf(written)]);
    return guarded(hosts[0], lookup, kindOf);
  };
}

function guarded(host: string, lookup: typeof resolve, kindOf: (address: string) => Kind | undefined): LookupFunction {
  return (name, options, done) => {
    lookup(name, { ...options, all: true }, (error, found) => {
      if (error) return done(error, '');
      const fit = found.filter(({ address }) => kindOf(address) === undefined);
      const [first] = fit;
      if (first) return options.all ? done(null, fit) : done(null, first.address, first.family);
      try {
        refuseBlocked(
          host,
          found.map(({ address }) => kindOf(address)),
        );
        done(failure('unknown_host', host), '');
      } catch (refused) {
        done(refused instanceof Error ? refused : new OutgoingError({ host, network: 'not_public' }), '');
      }
    });
  };
}

/** The reason for refusing an address: its network, or the missing TLS. */
type Kind = Network | 'plain';

/** @throws OutgoingError if none of the addresses may be called, with the reason */
function refuseBlocked(host: string, kinds: readonly (Kind | undefined)[]): void {
  const [kind] = kinds;
  if (kind === undefined) return;
  if (kind === 'plain') throw failure('not_https', host);
  throw new OutgoingError({ host, network: kind });
}

interface Allowance {
  readonly host: (name: string) => boolean;
  readonly address: (address: string) => boolean;
}

/** Entries are addresses, networks, and hosts with or without a port. */
function allowanceOf(entries: readonly string[]): Allowance {
  const networks = entries.filter((entry) => isIP(entry.split('/')[0] ?? '') !== 0);
  const hosts = new Set(entries.filter((entry) => !networks.includes(entry)).map((entry) => entry.toLowerCase()));
  return {
    host: (name) => hosts.has(name),
    address: (address) => networks.some((network) => isWithin(address, network)),
  };
}
