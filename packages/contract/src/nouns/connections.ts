import * as z from 'zod';
import { call, permission } from '../call.ts';
import { limits } from '../limits.ts';
import { emailDomain, line } from '../names.ts';
import { translatable } from '../problem.ts';
import { says } from '../reasons/says.ts';
import { publicKey } from './clients.ts';
import { id, instant, listOf, ref, version } from './common.ts';
import { newSync, syncPlanned, syncState } from './directory-sync.ts';

/** The placeholder for the typed name in a bind DN. With it, each user binds with their own DN before the search. */
export const bindName = '{name}';

/** The source of group memberships: none, the user's `memberOf`, or the groups that list the user. */
export const groupSource = z.enum(['none', 'memberOf', 'search']);

const dn = line(limits.ldapDnMax.value, 'dn');
const attribute = z.string().regex(/^[a-zA-Z][a-zA-Z0-9-]{0,62}$/, {
  error: says('attribute_form', {}),
});
const url = z
  .string()
  .max(300)
  .refine(isDirectoryUrl, {
    error: says('directory_address_form', {}),
  });
const certificate = z
  .string()
  .max(limits.ldapCertificatesMax.value)
  .regex(/^\s*(?:-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----\s*)+$/, {
    error: says('certificate_form', {}),
  });

/** The connection to an LDAP directory (RFC 4511), and its attribute names. */
export const directorySettings = {
  /** `ldaps://` uses TLS from the first byte. */
  url,
  /**
   * Whether an `ldap://` connection first starts TLS (RFC 4511 section 4.14). Without TLS, the operator must allow
   * the host.
   */
  startTls: z.boolean(),
  /** The accepted certificate authorities in PEM. Null means those of the system. */
  caCertificate: certificate.nullable(),
  /** The base DN of users. */
  baseDn: dn,
  /**
   * The DN that Licet binds with to search. Its password is the secret. If it contains {@link bindName}, each user
   * binds with their own DN and password.
   */
  bindDn: dn,
  /** The attributes whose values users may type to sign in. The first becomes their username. */
  loginAttributes: z.array(attribute).min(1).max(limits.ldapLoginAttributesMax.value),
  /** The object class of users. */
  personClass: attribute,
  /** The attribute with the permanent id of an entry, such as `entryUUID` or `objectGUID`. */
  idAttribute: attribute,
  nameAttribute: attribute,
  emailAttribute: attribute,
  groupSource,
  /** The base DN of groups. Groups elsewhere are ignored. Null means `baseDn`. */
  groupBaseDn: dn.nullable(),
  /** The object class of groups. */
  groupClass: attribute,
  /** The attribute that lists the members of a group, by DN or by name (`memberUid`). */
  memberAttribute: attribute,
  /**
   * Whether members of nested groups count. Active Directory finds them with a matching rule. In other directories,
   * Licet reads the groups level by level.
   */
  nestedGroups: z.boolean(),
  /** The minutes between two scheduled synchronisations; null for no schedule. */
  syncMinutes: z
    .int({ error: says('minutes_not_whole', {}) })
    .min(limits.syncMinutesMin.value, {
      error: says('synchronised_too_often', { least: limits.syncMinutesMin.value * 60 }),
    })
    .max(limits.syncMinutesMax.value, {
      error: says('synchronised_too_rarely', { most: limits.syncMinutesMax.value * 60 }),
    })
    .nullable(),
  /** Whether a synchronisation creates users for new entries. */
  syncMakes: z.boolean(),
} as const;

export const directory = z.strictObject(directorySettings);
export type DirectorySettings = z.infer<typeof directory>;

function isDirectoryUrl(text: string): boolean {
  if (!/^ldaps?:\/\/[^/?#\s@]+$/i.test(text) || !URL.canParse(text)) return false;
  const { hostname, username, password } = new URL(text);
  return hostname !== '' && username === '' && password === '';
}

/** The protocol of a provider: OpenID Connect with discovery, or OAuth 2 as GitHub implements it. */
export const providerKind = z.enum(['openid', 'github']);

/** The kind of an external account source: a provider or a directory. */
export const connectionKind = z.enum([...providerKind.options, 'ldap']);

/** How Licet authenticates to the provider: with a secret, or with a key that Licet creates (`private_key_jwt`). */
export const connectionProof = z.enum(['secret', 'private_key']);

const name = line(limits.nameMax.value, 'name');
const value = line(limits.claimValueMax.value, 'value');
const domains = z
  .array(emailDomain)
  .max(limits.connectionDomainsMax.value)
  .overwrite((all) => [...new Set(all)]);
const issuer = z
  .string()
  .max(2048)
  .refine(isIssuer, { error: says('issuer_form', {}) });
const clientId = line(limits.claimValueMax.value, 'client_id');
const scopes = z
  .array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/, { error: says('scope_form', {}) }))
  .max(limits.connectionScopesMax.value);
const values = z.array(value).max(limits.connectionValuesMax.value);

const shared = {
  id,
  name,
  hasSecret: z.boolean(),
  enabled: z.boolean(),
  /** At sign-in, users who type a name in one of these domains are redirected to this provider. */
  domains,
  /** Whether a first sign-in creates a user. The address must be verified and in an allowed domain. */
  createsUsers: z.boolean(),
  allowedDomains: domains,
  /** Whether an address counts as verified if the provider does not report its verification. */
  trustsAddresses: z.boolean(),
  /** The groups for users whom a first sign-in creates. */
  defaultGroups: z.array(ref),
  /**
   * The provider's group values and Licet's groups. At each sign-in, users with a value become members of its group.
   * None of these groups may give access to Licet itself. A group that does so later, or that a role policy of Licet
   * names later, gets no more members.
   */
  groupMappings: z.array(z.strictObject({ value, group: ref })),
  /** The number of users with a linked account. */
  people: z.int(),
  createdAt: instant,
  version,
};

/** A provider to which users are redirected. Its secret is never shown. */
export const providerConnection = z.strictObject({
  ...shared,
  kind: providerKind,
  /**
   * The issuer identifier, at which the discovery document is published (OpenID Connect Discovery 1.0). For GitHub,
   * its URL.
   */
  issuer,
  clientId,
  proof: connectionProof,
  /** The public key to register at the provider. Null if Licet authenticates with a secret. */
  publicKey: publicKey.nullable(),
  scopes,
  /** The claim with the user's groups. */
  groupsClaim: value.nullable(),
  /** Values of the provider's `acr` or `amr` that count as two factors in Licet. */
  twoFactorValues: values,
  /** Whether signing out of Licet also signs users out at the provider, if they signed in there. */
  signsOutThere: z.boolean(),
  /** The redirect URI to register at the provider. `postLogoutRedirectUri` is the URI after signing out. */
  redirectUri: z.string(),
  postLogoutRedirectUri: z.string(),
  /** The URL for the provider's logout tokens (OpenID Connect Back-Channel Logout 1.0); null if there is none. */
  backchannelLogoutUri: z.string().nullable(),
});
export type ProviderConnection = z.infer<typeof providerConnection>;

/** A directory that checks users' passwords. The password of its bind DN is never shown. */
export const directoryConnection = z.strictObject({ ...shared, kind: z.literal('ldap'), directory });
export type DirectoryConnection = z.infer<typeof directoryConnection>;

export const connection = z.discriminatedUnion('kind', [providerConnection, directoryConnection]);
export type Connection = z.infer<typeof connection>;

const newShared = {
  name,
  /** The provider's client secret, or the password of a directory's bind DN. It is stored encrypted. */
  secret: z.string().min(1).max(2048).optional(),
  enabled: z.boolean().optional(),
  domains: domains.optional(),
  createsUsers: z.boolean().optional(),
  allowedDomains: domains.optional(),
  trustsAddresses: z.boolean().optional(),
  defaultGroups: z.array(id).max(limits.connectionGroupsMax.value).optional(),
  groupMappings: z
    .array(z.strictObject({ value, group: id }))
    .max(limits.connectionGroupsMax.value)
    .optional(),
};

export const newProviderConnection = z.strictObject({
  ...newShared,
  kind: providerKind,
  issuer,
  clientId,
  proof: connectionProof.optional(),
  scopes: scopes.optional(),
  groupsClaim: value.nullable().optional(),
  twoFactorValues: values.optional(),
  signsOutThere: z.boolean().optional(),
});

/** Omitted settings of a directory have OpenLDAP's defaults. */
const newDirectory = directory.partial().required({ url: true, baseDn: true, bindDn: true });
export const newDirectoryConnection = z.strictObject({
  ...newShared,
  kind: z.literal('ldap'),
  directory: newDirectory,
});

export const newConnection = z.discriminatedUnion('kind', [newProviderConnection, newDirectoryConnection]);

/**
 * Changes only the given fields. For a directory, changes only the given settings. The kind cannot change, and only
 * fields of that kind are accepted.
 */
export const connectionChange = newProviderConnection
  .omit({ kind: true })
  .extend({ directory: directory.partial() })
  .partial();

/** The result of one check of a provider, with details. */
export const connectionFinding = z.strictObject({
  about: z.enum([
    'discovery',
    'issuer',
    'sign_in',
    'tokens',
    'pkce',
    'keys',
    'signature',
    'profile',
    'sign_out',
    'proof',
    'connection',
    'encryption',
    'reading',
    'people',
    'everybody',
    'groups',
    'mappings',
  ]),
  right: z.boolean(),
  /** The result: a URL, names, or an English sentence that describes the fault. */
  found: z.string(),
  ...translatable,
});
export const connectionTest = z.strictObject({ works: z.boolean(), findings: z.array(connectionFinding) });
export type ConnectionTest = z.infer<typeof connectionTest>;

/** A user's account at a provider. */
export const identity = z.strictObject({
  id,
  connection: ref.extend({ kind: connectionKind }),
  /** The name of the account at the provider. */
  name: z.string(),
  linkedAt: instant,
  lastUsedAt: instant.nullable(),
});
export type Identity = z.infer<typeof identity>;

function isIssuer(text: string): boolean {
  if (!URL.canParse(text) || /[?#{}\s]|\/\.well-known\//.test(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && username === '' && password === '';
}

const access = permission('settings.manage');
const params = z.strictObject({ connection: id });

/** Connections to other providers for sign-in. Changing them requires a recent sign-in. */
export const connectionCalls = {
  list: call({
    method: 'GET',
    path: '/connections',
    summary: 'List the providers by which users sign in',
    access,
    reply: listOf(connection),
  }),
  create: call({
    method: 'POST',
    path: '/connections',
    summary: 'Add a provider',
    access,
    body: newConnection,
    status: 201,
    reply: connection,
    errors: ['name_taken', 'may_not_grant', 'sign_in_again'],
  }),
  update: call({
    method: 'PATCH',
    path: '/connections/:connection',
    summary: 'Change a provider; an omitted secret stays unchanged',
    access,
    params,
    body: connectionChange,
    reply: connection,
    errors: ['name_taken', 'may_not_grant', 'sign_in_again', 'locks_out'],
    ifMatch: true,
  }),
  remove: call({
    method: 'DELETE',
    path: '/connections/:connection',
    summary: 'Remove a provider with its linked accounts',
    access,
    params,
    errors: ['sign_in_again', 'locks_out', 'may_not_grant'],
    ifMatch: true,
  }),
  test: call({
    method: 'POST',
    path: '/connections/:connection/test',
    summary: 'Test a provider: what its discovery finds, or why it fails',
    access,
    params,
    reply: connectionTest,
  }),
  syncState: call({
    method: 'GET',
    path: '/connections/:connection/sync',
    summary:
      'Get the state of the synchronisation with a directory: the last run, its plan and its faults. For administrators',
    access,
    params,
    reply: syncState,
  }),
  planSync: call({
    method: 'POST',
    path: '/connections/:connection/sync-plan',
    summary:
      'Read a directory and report who would join, change and leave, and who would gain or lose which access. Changes nothing. For administrators',
    access,
    params,
    reply: syncPlanned,
    errors: ['wrong_state', 'provider_unreachable', 'provider_wrong', 'throttled'],
  }),
  sync: call({
    method: 'POST',
    path: '/connections/:connection/sync',
    summary: 'Synchronise with a directory now. For administrators',
    access,
    params,
    body: newSync,
    reply: syncState,
    errors: ['wrong_state', 'provider_unreachable', 'provider_wrong', 'plan_moved', 'busy'],
  }),
};
