import { reason } from './reason.ts';

/** Reasons why a request to another server failed. */
export const hostFaults = [
  'not_https',
  'unknown_host',
  'unreachable',
  'certificate',
  'too_slow',
  'too_large',
  'redirected',
  'broken',
] as const;
export type HostFault = (typeof hostFaults)[number];

/** The kinds of network addresses that Licet does not call unless the operator permits them. */
export const networks = [
  'this_machine',
  'private_network',
  'internet_provider',
  'local_link',
  'cloud_metadata',
  'reserved_network',
  'tunnel',
  'multicast',
  'no_address',
  'not_public',
] as const;
export type Network = (typeof networks)[number];

const networkNames: Readonly<Record<Network, string>> = {
  this_machine: 'this machine',
  private_network: 'a private network',
  internet_provider: 'the internal network of an internet provider',
  local_link: 'the local link',
  cloud_metadata: 'the metadata service of a cloud',
  reserved_network: 'a reserved network',
  tunnel: 'a tunnel',
  multicast: 'a multicast network',
  no_address: 'something that is not an IP address',
  not_public: 'an address outside the public internet',
};

const failures: Readonly<Record<HostFault, (host: string) => string>> = {
  not_https: (host) => `${host} is not called without TLS. Its address must begin with https://.`,
  unknown_host: (host) => `${host} is unknown: no address belongs to that name.`,
  unreachable: (host) => `${host} cannot be reached: it accepts no connection.`,
  certificate: (host) => `The certificate of ${host} is not trusted.`,
  too_slow: (host) => `${host} took too long to answer.`,
  too_large: (host) => `${host} sent an answer that is too large.`,
  redirected: (host) => `${host} redirects to another address. Licet does not follow this redirect.`,
  broken: (host) => `${host} did not answer like a web server.`,
};

/** Returns a sentence that tells why a host is not called, and what the operator can do. */
export const hostNotCalled = ({ host, network }: { readonly host: string; readonly network: Network }): string =>
  `${host} leads to ${networkNames[network]}, which this server does not call. The operator can allow the host (LICET_ALLOW_OUTGOING).`;

/** Returns a sentence that says why a request to a host failed. */
export const hostFailure = ({ host, fault }: { readonly host: string; readonly fault: HostFault }): string =>
  failures[fault](host);

/** Reasons why a request to another server failed. */
export const outgoingReasons = {
  finding: {
    host_not_called: reason({ host: 'name', network: networks }, hostNotCalled),
    host_failed: reason({ host: 'name', fault: hostFaults }, hostFailure),
    mail_program_answered: reason(
      { status: 'count' },
      ({ status }, say) => `The program that sends mail answered with status ${say.count(status)}.`,
    ),
  },
} as const;
