import * as z from 'zod';
import { limits } from '../limits.ts';
import { line } from '../names.ts';
import { says } from '../reasons/says.ts';

/** The placeholder for the typed name in a bind DN: each user then binds as themselves before the search. */
export const bindName = '{name}';

/** The source of group memberships: none, the user's own `memberOf`, or the groups that list them. */
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
  /** `ldaps://` is TLS from the first byte on. */
  url,
  /**
   * Whether `ldap://` starts TLS before anything else (RFC 4511 section 4.14). Plain text only if the operator allows
   * the host.
   */
  startTls: z.boolean(),
  /** The accepted authorities of its certificate, in PEM; null for those of the system. */
  caCertificate: certificate.nullable(),
  /** The base DN of users. */
  baseDn: dn,
  /** The entry that searches, with the secret as password; with {@link bindName} in it, each user's own. */
  bindDn: dn,
  /** The attributes that users may type; the first becomes their username. */
  loginAttributes: z.array(attribute).min(1).max(limits.ldapLoginAttributesMax.value),
  /** The class of people's entries. */
  personClass: attribute,
  /** The permanent id of an entry: `entryUUID`, `objectGUID`. */
  idAttribute: attribute,
  nameAttribute: attribute,
  emailAttribute: attribute,
  groupSource,
  /** The base DN of groups; others are ignored. Null: `baseDn`. */
  groupBaseDn: dn.nullable(),
  /** The class of groups' entries. */
  groupClass: attribute,
  /** The attribute with the members of a group: by DN, or by name (`memberUid`). */
  memberAttribute: attribute,
  /** Whether members of nested groups count: in Active Directory by its matching rule, elsewhere level by level. */
  nestedGroups: z.boolean(),
  /** Minutes between two synchronisations; null for none by itself. */
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
