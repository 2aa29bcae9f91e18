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
  local_link: 'the link-local network',
  cloud_metadata: 'the metadata service of a cloud',
  reserved_network: 'a reserved network',
  tunnel: 'a tunnel',
  multicast: 'a multicast network',
  no_address: 'something that is not an IP address',
  not_public: 'an address outside the public internet',
};

const failures: Readonly<Record<HostFault, (host: string) => string>> = {
  not_https: (host) => `Licet does not call ${host} without TLS. Use an address that begins with https://.`,
  unknown_host: (host) => `The name ${host} has no IP address. Check its spelling.`,
  unreachable: (host) => `${host} cannot be reached: it does not accept connections.`,
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

/** Reasons why mail settings, a mail, or a round of mails such as invitations is refused. */
export const mailReasons = {
  may_not_grant: {
    mail_needs_administrator: reason(
      {},
      () =>
        'Mails carry reset and invitation links, so only administrators of Licet may change the server that sends them.',
    ),
  },
  not_found: {
    mail_unknown: reason({ id: 'name' }, ({ id }) => `There is no mail with the id ${id}.`),
    round_unknown: reason({ id: 'name' }, ({ id }) => `There is no round of mails with the id ${id}.`),
  },
  wrong_state: {
    mail_set_by_environment: reason(
      {},
      () => 'The mail server is set in the environment of Licet. Change it there, and restart Licet.',
    ),
    mail_off_already: reason({}, () => 'No mail server is set, so there is nothing to turn off.'),
    mail_not_set: reason({}, () => 'No mail server is set. Set one first, then test it.'),
    own_address_missing: reason({}, () => 'You have no e-mail address, so no test can be sent to you.'),
    mail_not_resendable: reason(
      {},
      () => 'Only a failed or held mail can be sent again, and only until it is out of date.',
    ),
    mail_not_droppable: reason({}, () => 'The mail was already sent or discarded.'),
    round_done: reason({}, () => 'This round is already finished, so there is nothing to stop.'),
  },
  too_large: {
    links_too_many: reason(
      { most: 'count' },
      ({ most }, say) =>
        `The filter matches more than ${say.count(most)} users. Narrow it, and create their links in parts.`,
    ),
    invitations_too_many: reason(
      { most: 'count' },
      ({ most }, say) => `The filter matches more than ${say.count(most)} users. Narrow it, and invite them in parts.`,
    ),
  },
  field: {
    mail_password_again: reason(
      {},
      () => 'Enter the password again. It would now be sent to a different server, or in a different way.',
    ),
    webhook_secret_missing: reason({}, () => 'Enter the secret that signs requests to this address.'),
  },
} as const;
