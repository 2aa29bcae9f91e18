import { type HostFault, hostFailure, hostFaults, hostNotCalled, type Network, networks } from './outgoing.ts';
import { reason } from './reason.ts';

/** Faults of a directory that an administrator can correct: its responses and result codes (RFC 4511 section 4.1.9). */
const directoryFaults = [
  'start_tls',
  'bind_not_accepted',
  'bind_time',
  'bind_machine',
  'bind_password_ended',
  'bind_disabled',
  'bind_ended',
  'bind_password_change',
  'bind_locked',
  'bind_no_search',
  'operations_error',
  'time_limit',
  'size_limit',
  'admin_limit',
  'tls_needed',
  'referral',
  'no_paging',
  'base_missing',
  'base_invalid',
] as const;
/** Temporary conditions of a directory. */
const passingFaults = ['busy', 'unavailable'] as const;
export type DirectoryFault = (typeof directoryFaults)[number] | (typeof passingFaults)[number];

const ofDirectory: Readonly<Record<DirectoryFault, string>> = {
  start_tls: 'The directory does not support StartTLS. Use ldaps://.',
  bind_not_accepted:
    'The directory refused Licet’s service account: its bind DN or its password is wrong. Correct them in this connection, under Settings, Connections (“Bind DN”, “Password of the bind DN”).',
  bind_time: 'The directory does not let the bind DN sign in at this time.',
  bind_machine: 'The directory does not let the bind DN sign in from this machine.',
  bind_password_ended: 'The password of the bind DN has expired in the directory.',
  bind_disabled: 'The bind DN is disabled in the directory.',
  bind_ended: 'The account of the bind DN has expired in the directory.',
  bind_password_change: 'The bind DN must first change its password in the directory.',
  bind_locked: 'The bind DN is locked in the directory.',
  bind_no_search: 'The bind DN may not search for people.',
  operations_error: 'The directory answered with operationsError: the bind DN may not search for people.',
  time_limit:
    'The directory stopped the search at its time limit (timeLimitExceeded). In OpenLDAP, raise the limit for the bind DN with olcLimits (“limits” in slapd.conf): dn.exact="the bind DN" time=unlimited.',
  size_limit:
    'The directory stopped the search at its size limit (sizeLimitExceeded). In OpenLDAP, raise the limit for the bind DN with olcLimits (“limits” in slapd.conf): dn.exact="the bind DN" size=unlimited size.prtotal=unlimited.',
  admin_limit:
    'The directory stopped the search at an administrative limit (adminLimitExceeded). In 389 Directory Server and FreeIPA, raise nsslapd-lookthroughlimit and nsslapd-pagedlookthroughlimit; in OpenLDAP, raise size.unchecked of the bind DN.',
  tls_needed: 'The directory accepts passwords only over TLS.',
  referral:
    'The directory refers to another server (referral), and Licet does not follow referrals. Enter the address of that server.',
  no_paging: 'The directory does not return entries page by page (RFC 2696), or not to the bind DN.',
  base_missing: 'The directory has no entry of that base DN, or does not show it to the bind DN.',
  base_invalid: 'The directory does not accept the base DN as a name.',
  busy: 'The directory answered that it is busy.',
  unavailable: 'The directory answered that it is not available at present.',
};

interface OfHost {
  readonly host: string;
  readonly fault: HostFault;
}
/**
 * Returns the sentence for a fault of a directory's host. `hostFailure` describes web servers, whose TLS is configured
 * differently.
 */
const directoryHost = ({ host, fault }: OfHost): string =>
  fault === 'not_https'
    ? `Licet does not connect to ${host} without TLS. Use an address that begins with ldaps://, or turn on StartTLS.`
    : fault === 'broken'
      ? `${host} did not answer like an LDAP directory.`
      : hostFailure({ host, fault });

const ofClass = ({ class: name }: { readonly class: string }) =>
  `There is no entry of the class ${name}, or the bind DN may not read any.`;
const ofEntries = ({ id, login }: { readonly id: string; readonly login: string }) =>
  `No entry shows both ${id} and ${login}.`;

const ofHash = {
  too_long: 'Their password is not imported. Its hash is longer than any format that Licet supports.',
  kind: 'Their password is not imported. Licet does not support this kind of hash.',
  form: 'Their password is not imported. Its hash is malformed.',
} as const;
const costs = {
  bcrypt: (needed: string) => `The cost of its hash is ${needed}`,
  iterations: (needed: string) => `Its hash needs ${needed} iterations`,
  memory: (needed: string) => `Its hash needs ${needed} KiB of memory`,
  work: (needed: string) => `Its hash processes ${needed} KiB of memory in total`,
} as const;

interface At {
  readonly connection: string;
}
const notAsked = ({ connection }: At, why: string) => `${connection} cannot be queried. ${why}`;

/**
 * Reasons about connections: why an input is refused, what a check or a read of a directory found, and what a
 * synchronisation omits.
 */
export const directoryReasons = {
  provider_unreachable: {
    directory_not_called: reason(
      { connection: 'name', host: 'name', network: networks },
      (at: At & { readonly host: string; readonly network: Network }) => notAsked(at, hostNotCalled(at)),
    ),
    directory_host_failed: reason({ connection: 'name', host: 'name', fault: hostFaults }, (at: At & OfHost) =>
      notAsked(at, directoryHost(at)),
    ),
    directory_unavailable: reason({ connection: 'name', fault: passingFaults }, (at) =>
      notAsked(at, ofDirectory[at.fault]),
    ),
  },
  provider_wrong: {
    directory_fault: reason({ connection: 'name', fault: directoryFaults }, (at) =>
      notAsked(at, ofDirectory[at.fault]),
    ),
    directory_answered: reason({ connection: 'name', code: 'count' }, ({ connection, code }, say) =>
      notAsked({ connection }, `It answered with the result code ${say.count(code)}.`),
    ),
    directory_without_class: reason({ connection: 'name', class: 'name' }, (at) => notAsked(at, ofClass(at))),
    directory_without_names: reason({ connection: 'name', id: 'name', login: 'name' }, (at) =>
      notAsked(at, ofEntries(at)),
    ),
  },
  finding: {
    directory_host: reason({ host: 'name', fault: hostFaults }, directoryHost),
    directory_said: reason({ fault: [...directoryFaults, ...passingFaults] }, ({ fault }) => ofDirectory[fault]),
    directory_code: reason(
      { code: 'count' },
      ({ code }, say) => `The directory answered with the result code ${say.count(code)}.`,
    ),
    no_entry_of_class: reason({ class: 'name' }, ofClass),
    no_entry_with_names: reason({ id: 'name', login: 'name' }, ofEntries),
    sync_server_stopped: reason({}, () => 'The server stopped during the synchronisation.'),
    sync_failed_unexpectedly: reason({}, () => 'An unexpected error occurred. The log of the server says what it was.'),
    entry_closed: reason({}, () => 'Their entry is disabled or has expired.'),
    entry_without_id: reason({}, () => 'The directory does not show the attribute that identifies their entry.'),
    entry_deleted_here: reason(
      {},
      () =>
        'They were deleted or erased here. They come back when they sign in, or when an administrator creates them.',
    ),
    username_not_valid: reason({}, () => 'Their name is not a valid username.'),
    username_of_another: reason({}, () => 'Another user here has that name.'),
    username_of_two_entries: reason({}, () => 'Another entry of the directory has that name.'),
    address_of_another: reason({}, () => 'Another user here has their e-mail address.'),
    address_of_no_domain: reason(
      {},
      () => 'Their e-mail address is at none of the domains that the sign-in rules allow.',
    ),
    address_of_licet_user: reason(
      {},
      () =>
        'They have access to Licet itself, and another address in the directory. Their address is changed only by hand.',
    ),
    address_of_decider: reason(
      {},
      () =>
        'They own an application, decide on requests or review access, and have another address in the directory. Their address is changed only by hand.',
    ),
    address_given_away: reason(
      {},
      () =>
        'They have access to Licet itself, and an address that the directory has given to another entry. Their address is changed only by hand.',
    ),
    groups_closed: reason(
      { groups: 'names' },
      ({ groups }, say) =>
        `No connection adds users to ${say.names(groups)}. Members have a role of Licet, or may take or approve one.`,
    ),
    password_hash_unreadable: reason({ fault: ['too_long', 'kind', 'form'] }, ({ fault }) => ofHash[fault]),
    password_hash_costly: reason(
      { measure: ['bcrypt', 'iterations', 'memory', 'work'], needed: 'count', most: 'count' },
      ({ measure, needed, most }, say) =>
        `Their password is not imported. ${costs[measure](say.count(needed))}; Licet accepts up to ${say.count(most)}.`,
    ),
    status_changed_meanwhile: reason({}, () => 'They were suspended or let in again in the meantime.'),
    address_changed_meanwhile: reason({}, () => 'Their e-mail address was changed in the meantime.'),
  },
  busy: {
    sync_running: reason(
      { connection: 'name' },
      ({ connection }) => `${connection} is being synchronised already. Wait until that has ended.`,
    ),
  },
  plan_moved: {
    sync_other_leavers: reason(
      {},
      () => 'Other users would leave than those that were confirmed. Read the plan again, and confirm that one.',
    ),
    sync_overtaken: reason(
      { connection: 'name' },
      ({ connection }) => `${connection} was changed in the meantime, or another synchronisation has begun.`,
    ),
  },
  wrong_state: {
    sync_connection_off: reason(
      { connection: 'name' },
      ({ connection }) => `${connection} is off. Turn it on before you synchronise with it.`,
    ),
    sync_needs_directory: reason(
      { connection: 'name' },
      ({ connection }) => `${connection} is not a directory, and cannot list its users.`,
    ),
    sync_needs_reader: reason(
      { connection: 'name' },
      ({ connection }) =>
        `In ${connection} each user binds with their own password. A synchronisation needs a bind DN with a password.`,
    ),
  },
  forbidden: {
    sync_needs_administrator: reason(
      {},
      () => 'A synchronisation suspends and reactivates users. Only administrators of Licet may start one.',
    ),
  },
  invalid_request: {
    connections_full: reason(
      { most: 'count' },
      ({ most }, say) => `There are ${say.count(most)} connections already. Remove one first.`,
    ),
    import_needs_directory: reason(
      { connection: 'name' },
      ({ connection }) => `${connection} is not a directory, so no users can be imported from it.`,
    ),
    import_needs_reader: reason(
      { connection: 'name' },
      ({ connection }) =>
        `In ${connection} each user binds with their own password. An import needs a bind DN with a password.`,
    ),
  },
  not_found: {
    connection_unknown: reason({ connection: 'name' }, ({ connection }) => `There is no connection “${connection}”.`),
  },
  locks_out: {
    connection_lets_administrators_in: reason(
      { connection: 'name' },
      ({ connection }) =>
        `After this change of ${connection}, no administrator could sign in: none has another sign-in method that the sign-in rules accept.`,
    ),
  },
  may_not_grant: {
    directory_not_administrator: reason(
      {},
      () => 'Users’ passwords are sent to a directory. Only administrators of Licet may set up one.',
    ),
    directory_suspends: reason(
      { user: 'name', connection: 'name' },
      ({ user, connection }) =>
        `${connection} suspends ${user} when they leave the directory, but only while the account is linked. Only administrators of Licet may unlink it. Leave the accounts linked, or ask an administrator.`,
    ),
    directory_deleted: reason(
      { connection: 'name' },
      ({ connection }) =>
        `${connection} suspends users who leave it. Only administrators of Licet may delete it. Ask one of them.`,
    ),
    mapping_needs_groups: reason(
      { group: 'name' },
      ({ group }) => `A connection may add users to ${group} only if you have the permission groups.manage.`,
    ),
    mapping_gives_licet: reason(
      { group: 'name' },
      ({ group }) => `${group} gives access to Licet itself. No connection may add users to it.`,
    ),
  },
  field: {
    allowed_domains_missing: reason(
      {},
      () => 'Enter the domains whose users get an account. Without any domain, no account is made.',
    ),
    setting_of_other_kind: reason({ kind: ['provider', 'directory'] }, ({ kind }) =>
      kind === 'provider' ? 'A directory has no such setting.' : 'Only a directory has this setting.',
    ),
    github_address: reason(
      {},
      () => 'The address of GitHub consists only of a scheme and a host, such as https://github.com.',
    ),
    github_key: reason({}, () => 'GitHub accepts a secret, and no key.'),
    github_groups: reason({}, () => 'GitHub sends no claims, and therefore no groups.'),
    github_sign_out: reason({}, () => 'GitHub has no address at which a user can be signed out.'),
    scope_openid_missing: reason({}, () => 'Without the scope openid, the provider signs nobody in. Add it.'),
    groups_claim_missing: reason({}, () => 'Enter the claim in which the provider names the groups of a user.'),
    bind_dn_only_name: reason(
      {},
      () => 'A bind DN contains more than {name}, such as {name}@corp.example or uid={name},ou=people,….',
    ),
    bind_dn_not_dn: reason({}, () => 'This is not the DN of an entry.'),
    sync_needs_bind_password: reason(
      {},
      () =>
        'If each user binds with their own password, Licet cannot list all users. Enter a bind DN and its password.',
    ),
    group_source_missing: reason({}, () => 'Choose how the directory names the groups of a user.'),
    nested_groups_not_searched: reason(
      {},
      () => 'Groups within groups are found only by searching for groups that name their members by DN.',
    ),
    mapped_group_unknown: reason({ group: 'name' }, ({ group }) => `There is no group “${group}”.`),
    secret_needed_again: reason({ kind: ['provider', 'directory'] }, ({ kind }) =>
      kind === 'provider'
        ? 'Another provider has another secret. Enter it.'
        : 'The password would be sent to another host, or without encryption. To allow this, enter the password again.',
    ),
    bind_password_superfluous: reason(
      {},
      () => 'Here each user binds with their own password, so Licet stores no password.',
    ),
    bind_password_missing: reason({}, () => 'Enter the password of the entry that looks people up.'),
  },
} as const;
