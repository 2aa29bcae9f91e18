import * as z from 'zod';
import { limits } from '../limits.ts';
import { emailDomain, line } from '../names.ts';
import { said } from '../problem.ts';
import { says } from '../reasons/says.ts';
import { publicKey } from './clients.ts';
import { id, instant, ref, version } from './common.ts';
import { directory } from './ldap.ts';

/** The protocol of a provider: OpenID Connect with discovery, or OAuth 2 as GitHub documents it. */
export const providerKind = z.enum(['openid', 'github']);

/** The kind of an external account: at a provider, or in a directory. */
export const connectionKind = z.enum([...providerKind.options, 'ldap']);

/** How Licet authenticates to the provider: by a secret, or by a key that Licet creates (`private_key_jwt`). */
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
  /** Users who type a name of these domains at sign-in are sent there. */
  domains,
  /** Whether a first sign-in creates a user: with a verified address of an allowed domain. */
  createsUsers: z.boolean(),
  allowedDomains: domains,
  /** Whether addresses count as verified if the provider does not say. */
  trustsAddresses: z.boolean(),
  /** The groups of users who are made so. */
  defaultGroups: z.array(ref),
  /**
   * Members of the left group become members of the right one at each sign-in. None of these groups gives access to
   * Licet itself.
   */
  groupMappings: z.array(z.strictObject({ value, group: ref })),
  /** The number of users with a linked account. */
  people: z.int(),
  createdAt: instant,
  version,
};

/** A provider that people are sent to. Its secret is never shown. */
export const providerConnection = z.strictObject({
  ...shared,
  kind: providerKind,
  /** Its identifier, at which its discovery document is (OpenID Connect Discovery 1.0); the address of GitHub. */
  issuer,
  clientId,
  proof: connectionProof,
  /** To register there, if Licet authenticates by a key. */
  publicKey: publicKey.nullable(),
  scopes,
  /** The claim with the user's groups. */
  groupsClaim: value.nullable(),
  /** Values of the provider's `acr` or `amr` that count as two factors here. */
  twoFactorValues: values,
  /** Whether users who came by it are signed out there too when they sign out here. */
  signsOutThere: z.boolean(),
  /** The addresses to be registered there: where people are sent back to with the answer, and after signing out. */
  redirectUri: z.string(),
  postLogoutRedirectUri: z.string(),
  /** The address for its logout tokens (OpenID Connect Back-Channel Logout 1.0); null if it has none. */
  backchannelLogoutUri: z.string().nullable(),
});
export type ProviderConnection = z.infer<typeof providerConnection>;

/** A directory that checks users' passwords. The password of its bind DN is never shown. */
export const directoryConnection = z.strictObject({ ...shared, kind: z.literal('ldap'), directory });
export type DirectoryConnection = z.infer<typeof directoryConnection>;

/** An external source of accounts. */
export const connection = z.discriminatedUnion('kind', [providerConnection, directoryConnection]);
export type Connection = z.infer<typeof connection>;

const newShared = {
  name,
  /** The provider's client secret, or the password of a directory's bind DN; stored encrypted. */
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

/** Omitted settings of a directory have the defaults of OpenLDAP. */
const newDirectory = directory.partial().required({ url: true, baseDn: true, bindDn: true });
export const newDirectoryConnection = z.strictObject({
  ...newShared,
  kind: z.literal('ldap'),
  directory: newDirectory,
});

export const newConnection = z.discriminatedUnion('kind', [newProviderConnection, newDirectoryConnection]);

/**
 * Changes the given fields; for a directory setting by setting. The kind cannot change, and only its fields are
 * accepted.
 */
export const connectionChange = newProviderConnection
  .omit({ kind: true })
  .extend({ directory: directory.partial() })
  .partial();

/** The result of a test of a provider: lines that are right or wrong, with details. */
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
  ]),
  right: z.boolean(),
  /** An address, names, or the English sentence of the fault, with its reason and values. */
  found: z.string(),
  ...said,
});
export const connectionTest = z.strictObject({ works: z.boolean(), findings: z.array(connectionFinding) });
export type ConnectionTest = z.infer<typeof connectionTest>;

/** An account of a user at a provider. */
export const identity = z.strictObject({
  id,
  connection: ref.extend({ kind: connectionKind }),
  /** The name of the account there. */
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
