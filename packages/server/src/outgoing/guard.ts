import { lookup as resolve } from 'node:dns';
import { isIP, type LookupFunction, connect as open, type Socket } from 'node:net';
import type { HostFault, Network } from '@licet/contract/reasons';
import { type Finding, finding } from '../refusal.ts';
import { isWithin, notPublic } from './addresses.ts';

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

/** The called host, and why the call failed: a fault, or the network that the host is in. */
export type OutgoingFailure =
  | { readonly host: string; readonly fault: HostFault }
  | { readonly host: string; readonly network: Network };

/** A failed request to another server. `message` is a sentence that names the server. */
export class OutgoingError extends Error {
  override readonly name = 'OutgoingError';
  readonly why: OutgoingFailure;
  readonly reason: OutgoingReason;
  constructor(why: OutgoingFailure, cause?: unknown) {
    super(findingOf(why).sentence, { cause });
    this.why = why;
    this.reason = 'network' in why ? 'blocked' : why.fault;
  }
}

export type OutgoingReason = 'blocked' | HostFault;

/** The fault of the connection, by the error codes of Node and OpenSSL. */
export function reasonOf(error: unknown): HostFault {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (/^E(NOTFOUND|AI_AGAIN|NODATA)$/.test(code)) return 'unknown_host';
  if (/CERT|SELF_SIGNED|UNABLE_TO_|ALTNAME|ERR_TLS|ERR_SSL|EPROTO/.test(code)) return 'certificate';
  if (/^(ECONN|EHOST|ENET|EADDR|ETIMEDOUT|EPIPE|ESOCKET)/.test(code)) return 'unreachable';
  return 'broken';
}

export const failure = (fault: HostFault, host: string, cause?: unknown): OutgoingError =>
  new OutgoingError({ host, fault }, cause);

export const findingOf = (why: OutgoingFailure): Finding =>
  'network' in why ? finding('host_not_called', why) : finding('host_failed', why);

/** The destination of a connection that is not HTTP. */
export interface Endpoint {
  readonly hostname: string;
  readonly port: number;
  /** Whether the connection is unencrypted. */
  readonly plain: boolean;
}

/** Opens a connection to an address that may be called. @throws OutgoingError */
export type OpenSocket = (to: Endpoint, signal: AbortSignal) => Promise<Socket>;

export const socketsBy =
  (guard: Guard): OpenSocket =>
  async ({ hostname, port, plain }, signal) => {
    const host = `${hostname}:${port}`;
    const lookup = guard({ hosts: [host, hostname], literal: hostname, plain });
    const bare = hostname.replace(/^\[|\]$/g, '');
    try {
      return await new Promise<Socket>((opened, failed) => {
        const socket = open({ host: bare, port, ...(isIP(bare) === 0 && { lookup }), signal, noDelay: true });
        socket.once('error', failed);
        socket.once('connect', () => {
          socket.off('error', failed);
          opened(socket);
        });
      });
    } catch (error) {
      if (error instanceof OutgoingError) throw error;
      throw failure(signal.aborted ? 'too_slow' : reasonOf(error), host, error);
    }
  };
