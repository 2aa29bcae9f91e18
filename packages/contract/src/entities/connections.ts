import * as z from 'zod';
import { limits } from '../limits.ts';
import { emailDomain, line } from '../names.ts';
import { said } from '../problem.ts';
import { says } from '../reasons/says.ts';
import { publicKey } from './clients.ts';
import { id, instant, ref, version } from './common.ts';
import { directory } from './ldap.ts';

/** How a provider that people are sent to is spoken to: OpenID Connect by discovery, or OAuth 2 as GitHub documents it. */
export const providerKind = z.enum(['openid', 'github']);

/** Where else an account is: at a provider, or in a directory. */
export const connectionKind = z.enum([...providerKind.options, 'ldap']);

/** How this Licet proves to the provider that it is the client: by a secret, or by a key that Licet makes (`private_key_jwt`). */
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
  /** Whoever types a name of these domains at sign-in is led there. */
  domains,
  /** Whether somebody who comes by it for the first time becomes a user: with a verified address of an allowed domain. */
  createsUsers: z.boolean(),
  allowedDomains: domains,
  /** Whether addresses count as verified of which the provider says neither that they are nor that they are not. */
  trustsAddresses: z.boolean(),
  /** The groups of users who are made so. */
  defaultGroups: z.array(ref),
  /** Who is in the left is in the right: settled at each sign-in. None of these groups gives access to Licet itself. */
  groupMappings: z.array(z.strictObject({ value, group: ref })),
  /** How many people have linked an account of it. */
  people: z.int(),
  createdAt: instant,
  version,
};

/** A provider that people are sent to. Its secret is never shown. */
export const providerConnection = z.strictObject({
  ...shared,
  kind: providerKind,
  /** Its identifier, under which its discovery document stands (OpenID Connect Discovery 1.0); the address of GitHub. */
  issuer,
  clientId,
  proof: connectionProof,
  /** To be registered there, when Licet proves itself by a key. */
  publicKey: publicKey.nullable(),
  scopes,
  /** The claim that names what people are in over there. */
  groupsClaim: value.nullable(),
  /** What the provider says (`acr`, or one of `amr`) of a sign-in that counts as two factors here. */
  twoFactorValues: values,
  /** Whether whoever came by it is sent there to sign out as well, when they sign out here. */
  signsOutThere: z.boolean(),
  /** The addresses to be registered there: where people are sent back to with the answer, and after signing out. */
  redirectUri: z.string(),
  postLogoutRedirectUri: z.string(),
  /** Where it says that a session has ended over there (OpenID Connect Back-Channel Logout 1.0); null where it never does. */
  backchannelLogoutUri: z.string().nullable(),
});
export type ProviderConnection = z.infer<typeof providerConnection>;

/** A directory that people's passwords are checked in. The password by which it is read is never shown. */
export const directoryConnection = z.strictObject({ ...shared, kind: z.literal('ldap'), directory });
export type DirectoryConnection = z.infer<typeof directoryConnection>;

/** Where else people's accounts are. */
export const connection = z.discriminatedUnion('kind', [providerConnection, directoryConnection]);
export type Connection = z.infer<typeof connection>;

const newShared = {
  name,
  /** What the provider gave out, or the password by which a directory is read; kept encrypted. */
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

/** What is not said of a directory is as OpenLDAP has it. */
const newDirectory = directory.partial().required({ url: true, baseDn: true, bindDn: true });
export const newDirectoryConnection = z.strictObject({
  ...newShared,
  kind: z.literal('ldap'),
  directory: newDirectory,
});

export const newConnection = z.discriminatedUnion('kind', [newProviderConnection, newDirectoryConnection]);

/** What is said of it changes; of a directory likewise, setting by setting. A kind is for good, and takes what is of its kind. */
export const connectionChange = newProviderConnection
  .omit({ kind: true })
  .extend({ directory: directory.partial() })
  .partial();

/** What was found at a provider: each line right or not, with what was found. */
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
  /** An address, names, or the English sentence of what is wrong, with its reason and values. */
  found: z.string(),
  ...said,
});
export const connectionTest = z.strictObject({ works: z.boolean(), findings: z.array(connectionFinding) });
export type ConnectionTest = z.infer<typeof connectionTest>;

/** An account of a user at a provider. */
export const identity = z.strictObject({
  id,
  connection: ref.extend({ kind: connectionKind }),
  /** What the account is called there. */
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
