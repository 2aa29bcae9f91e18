import type { Connection, ConnectionTest, DirectorySettings, ProviderConnection } from '@licet/contract';
import { formatNumber } from '../../ui/format.ts';
import { catalogue } from '../../ui/language.ts';
import type { DirectoryPreset, PresetName } from './presets.ts';

/** Texts of the tab. */
export const words = {
  table: 'Connections',
  lead: 'Providers and directories with which people sign in here.',
  provider: 'Name',
  state: 'State',
  kind: 'Kind',
  address: 'Address',
  peopleHead: 'People',
  on: 'On',
  off: 'Off',
  noSecret: 'Needs its secret',
  addAny: 'Add a connection',
  add: 'Add a provider',
  addWhat: (preset: string) => `Add ${preset}`,
  empty: 'No other provider yet',
  emptyText:
    'With one, people sign in here with an account that they already have: at Google, at Entra, in an LDAP directory, at another Licet. An e-mail address alone never opens an account.',
  notTaken: 'Nobody can currently sign in with these',
  notTakenText:
    'The sign-in rules do not accept other providers. Allow them on the tab “Sign-in” before anybody relies on them.',
  redirectUri: 'Redirect address',
  redirectUriHint: 'Register exactly this address there.',
  postLogoutUri: 'Address after signing out',
  postLogoutUriHint: 'Register it there too, as “post-logout redirect URI”, if people are also signed out there.',
  backchannelUri: 'Address for sign-outs at the provider',
  backchannelUriHint:
    'Register it there as “back-channel logout URL”: a user who signs out there is signed out here within a second.',
  publicKey: 'Public key',
  publicKeyHint: 'Register it there as the client’s key set (JWKS), with the method private_key_jwt.',
  people: (count: number) =>
    count === 0
      ? 'Nobody has linked an account yet'
      : count === 1
        ? 'One person has linked an account'
        : `${formatNumber(count)} people have linked an account`,
  made: (name: string) => `${name} is added. Test it, then look at the sign-in page.`,
  saved: (name: string) => `${name} is saved.`,
  deletedByOther: 'Somebody else has deleted this connection in the meantime.',
  test: 'Test the connection',
  testWorks: 'The provider works as expected.',
  testFails: 'Problems found:',
  right: 'OK:',
  wrong: 'Problem:',
  foundNothing: 'Nothing was found.',
  delete: 'Delete connection',
  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteAction: 'Delete connection',
  deleteText: (count: number) =>
    count === 0
      ? 'Nobody has linked an account. The button disappears from the sign-in page.'
      : count === 1
        ? 'One person has linked an account and permanently loses this way to sign in. Without another one, they need a set-password link from you.'
        : `${formatNumber(count)} people have linked an account and permanently lose this way to sign in. Those without another one need a set-password link from you.`,
  deleted: (name: string) => `${name} is deleted.`,
};

/** The names of the presets. */
export const presetWords: Record<PresetName, string> = {
  google: 'Google',
  entra: 'Microsoft Entra ID',
  okta: 'Okta',
  keycloak: 'Keycloak',
  licet: 'Licet',
  github: 'GitHub',
  openid: 'OpenID provider',
};

/** What to register at each provider. */
export const registerWords: Record<PresetName, string> = {
  google:
    'In the Google Cloud console, under Google Auth Platform, Clients: create a client of the type “Web application” with this address as authorised redirect URI.',
  entra:
    'In the Entra admin centre, under App registrations: register an application for this directory only, with this address as redirect URI of the platform “Web”, and create a client secret.',
  okta: 'In the Okta admin console, under Applications: create an app integration (OIDC, Web Application) with this address as sign-in redirect URI, and assign people to it.',
  keycloak:
    'In the realm, under Clients: create an OpenID Connect client with client authentication on, and this address as valid redirect URI.',
  licet: 'There, in an application, under Clients: register a client of the kind “Server” with this redirect address.',
  github:
    'At GitHub, under Settings, Developer settings, OAuth Apps: register an application with this address as authorization callback URL.',
  openid: 'Register a web client there, with this address as redirect URI.',
};

/** Texts of the field that replaces the issuer for a preset. */
export const placeWords: Record<PresetName, { label: string; hint: string; placeholder: string }> = {
  google: { label: 'Issuer', hint: '', placeholder: '' },
  entra: {
    label: 'Directory (tenant) ID',
    hint: 'Copy it from the Overview page of the app registration. Each connection covers one directory.',
    placeholder: '8f4e2d1c-0b3a-4c5d-9e6f-7a8b9c0d1e2f',
  },
  okta: {
    label: 'Okta domain',
    hint: 'As in its address; with a custom authorisation server, its whole issuer.',
    placeholder: 'example.okta.com',
  },
  keycloak: {
    label: 'Address of the realm',
    hint: 'Ends with the realm’s name.',
    placeholder: 'https://sso.example.org/realms/main',
  },
  licet: {
    label: 'Address of that Licet',
    hint: 'As people type it in the browser.',
    placeholder: 'https://access.example.org',
  },
  github: {
    label: 'Address of GitHub',
    hint: 'Another one only for a GitHub Enterprise Server.',
    placeholder: 'https://github.com',
  },
  openid: {
    label: 'Issuer',
    hint: 'The address before /.well-known/openid-configuration.',
    placeholder: 'https://sso.example.org',
  },
};

/** The protocols. */
export const kindWords: Record<Connection['kind'], string> = {
  openid: 'OpenID Connect',
  github: 'GitHub',
  ldap: 'Directory (LDAP)',
};

/** The subjects of a test's findings. */
export const aboutWords: Record<ConnectionTest['findings'][number]['about'], string> = {
  discovery: 'Discovery',
  issuer: 'Issuer',
  sign_in: 'Sign-in address',
  tokens: 'Token address',
  pkce: 'PKCE',
  keys: 'Keys',
  signature: 'Signatures',
  profile: 'Profile',
  sign_out: 'Sign-out',
  proof: 'Proof of this Licet',
  connection: 'Connection',
  encryption: 'Encryption',
  reading: 'Reading',
  people: 'People',
  everybody: 'All people',
  groups: 'Groups',
  mappings: 'Group mappings',
};

export const formWords = {
  name: 'Name',
  nameHint: (name: string) => `Shown on the button: “Continue with ${name}”.`,
  issuer: 'Issuer',
  clientId: 'Client ID',
  proof: 'Licet authenticates with',
  proofs: { secret: 'Secret', private_key: 'Private key' } satisfies Record<ProviderConnection['proof'], string>,
  secret: 'Client secret',
  secretHint: 'Stored encrypted, and never shown again.',
  secretKept: 'Leave it empty to keep the stored one.',
  secretMissing: 'Enter the secret that the provider issued.',
  keyHint: 'Licet creates a key. Its public half is shown after saving, to register it there.',
  enabled: 'On',
  enabledHint: 'If off, it has no button, and nobody can sign in with it. Linked accounts stay linked.',
  signsOutThere: 'Signing out here signs out there',
  signsOutThereHint:
    'This also ends everything else that people have open with that account. Otherwise they are signed out only of Licet and its applications.',
  whoComes: 'Who may sign in',
  domains: 'Domains that use this provider',
  domainsHint:
    'The sign-in page sends people with an address in one of these domains to the provider, without a password here. One per line.',
  createsUsers: 'Create users at their first sign-in',
  createsUsersHint: 'Otherwise only people who have linked their account under My account can sign in.',
  allowedDomains: 'Only from these domains',
  allowedDomainsHint: 'At least one domain, one per line. People from other domains do not become users.',
  allowedDomainsMissing: 'Enter at least one domain. Without any, nobody becomes a user.',
  trustsAddresses: 'Its addresses count as verified',
  trustsAddressesHint:
    'For a provider that does not report whether addresses are verified, such as Entra. Use this only if people cannot change the address in their profile there.',
  defaultGroups: 'Groups of new users',
  defaultGroupsHint: 'None of them may give access to Licet itself.',
  groupPlaceholder: 'Find a group',
  whatCounts: 'Groups and factors',
  groupsClaim: 'Claim with groups',
  groupsClaimHint: 'The claim of its ID token or UserInfo that lists the groups of a user.',
  groupMappings: 'Group mappings',
  groupMappingsHint:
    'Applied at each sign-in and synchronisation: users are added and removed. The members of these groups cannot be changed in any other way.',
  mappingValue: (no: number) => `Provider value, line ${no}`,
  mappingValuePlaceholder: 'Provider value',
  mappingGroup: (no: number) => `Group, line ${no}`,
  mappingAdd: 'Add a group',
  mappingRemove: (no: number) => `Remove line ${no}`,
  mappingHalf: 'A line needs both a value of the provider and a group here.',
  twoFactorValues: 'Counts as two factors',
  twoFactorValuesHint:
    'If its acr or amr has one of these values, no second factor is required here. One per line; without any, a sign-in there counts as one factor.',
  scopes: 'Scopes',
  scopesHint: 'The scopes to request, separated by spaces.',
  yes: 'Yes',
  no: 'No',
};

/** Texts for directories that differ from those for providers. */
export const directoryWords = {
  directory: 'LDAP directory',
  add: 'Add the directory',
  made: (name: string) => `${name} is added. Test it before anybody relies on it.`,
  testWorks: 'The directory works as expected.',
  people: (count: number) =>
    count === 0
      ? 'Nobody is linked to it yet'
      : count === 1
        ? 'One person is linked to it'
        : `${formatNumber(count)} people are linked to it`,
  deleteText: (count: number) =>
    count === 0
      ? 'Nobody is linked to it. Its names and passwords no longer sign anybody in here.'
      : count === 1
        ? 'One person is linked to it and permanently loses this way to sign in. Without another one, they need a set-password link from you.'
        : `${formatNumber(count)} people are linked to it and permanently lose this way to sign in. Those without another one need a set-password link from you.`,
  preset: 'Kind of directory',
  presets: { activeDirectory: 'Active Directory', openLdap: 'OpenLDAP' } satisfies Record<DirectoryPreset, string>,
  presetHint: 'Fills in the names of attributes and classes below. Check them if your directory was customised.',
  nameHint: 'Shown in messages, and where people see how they sign in.',
  url: 'Address',
  urlExample: 'ldaps://ldap.example.org',
  urlHint:
    'ldaps:// is encrypted. Licet calls a directory inside your own network only if the operator allows it (LICET_ALLOW_OUTGOING).',
  startTls: 'Encrypt with StartTLS',
  startTlsHint:
    'Before anything else is sent. Without it passwords are sent unencrypted, and only to a host that the operator of Licet allows.',
  caCertificate: 'CA certificate',
  caCertificateHint:
    'The certificate of your own authority, in PEM. Without it, Licet trusts the authorities that the server knows.',
  enabledHint: 'If off, nobody can sign in with it. Linked users stay linked.',
  lookingUp: 'How people are looked up',
  baseDn: 'Base DN',
  baseDnHint: 'The entry that contains the people.',
  bindDn: 'Bind DN',
  bindDnHint:
    'The entry that searches for people; it only needs to read. With {name} in it, each user binds as themselves: {name}@corp.example, or uid={name},ou=people,dc=example,dc=org.',
  bindDnNameAlone: 'It must contain more than {name}, such as {name}@corp.example, or uid={name},ou=people,….',
  secret: 'Password of the bind DN',
  secretHint: 'Stored encrypted, and never shown again.',
  secretKept: 'Leave it empty to keep the stored one.',
  secretMissing: 'Enter the password of the entry that looks people up.',
  attributes: 'Attributes and classes',
  loginAttributes: 'Names that people may type',
  loginAttributesHint: 'Attributes, separated by commas. The first becomes their username here.',
  loginAttributesCount: (most: number) => `Enter between 1 and ${most} attributes.`,
  personClass: 'Class of people',
  personClassHint: 'Entries of other classes are ignored.',
  idAttribute: 'Permanent identifier',
  idAttributeHint:
    'Does not change when the name does: objectGUID, entryUUID; ipaUniqueID in FreeIPA, nsUniqueId in 389 Directory Server.',
  nameAttribute: 'Name of a person',
  emailAttribute: 'E-mail address',
  domainsHint:
    'For people without an account here: names in these domains are looked up in this directory, names without @ in every directory. One per line.',
  createsUsersHint:
    'Otherwise only people who were imported (licet import ldap) or have linked their entry under My account can sign in.',
  trustsAddressesHint:
    'Use this only if people cannot change their own address there. Otherwise they could enter somebody else’s.',
  groups: 'Groups',
  groupSource: 'Where group memberships come from',
  groupSources: { none: 'Not read', memberOf: 'memberOf', search: 'Search groups' } satisfies Record<
    DirectorySettings['groupSource'],
    string
  >,
  groupSourceHints: {
    none: 'Groups of the directory are ignored.',
    memberOf: 'Each person’s entry names their groups in memberOf.',
    search: 'Licet searches for the groups that list the person.',
  } satisfies Record<DirectorySettings['groupSource'], string>,
  groupBaseDn: 'Base DN of groups',
  groupBaseDnHint: 'Groups elsewhere are ignored, even with the same name. If empty, Licet searches below the base DN.',
  groupClass: 'Class of groups',
  groupClassHint: 'group in Active Directory; groupOfNames, groupOfUniqueNames or posixGroup elsewhere.',
  memberAttribute: 'Attribute with members',
  memberAttributeHint: 'member and uniqueMember name entries; memberUid has usernames.',
  nestedGroups: 'Include nested groups',
  nestedGroupsHint:
    'A member of an inner group is also in the outer one. Groups that list usernames (memberUid) contain no groups.',
};

catalogue('connections', {
  words,
  presetWords,
  registerWords,
  placeWords,
  kindWords,
  aboutWords,
  formWords,
  directoryWords,
});
