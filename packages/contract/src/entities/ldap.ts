import * as z from 'zod';
import { limits } from '../limits.ts';
import { line } from '../names.ts';
import { says } from '../reasons/says.ts';

/** What stands in a bind DN for the name that somebody types: each person then binds as themselves before they are looked up. */
export const bindName = '{name}';

/** How a directory says what people are in: not at all, by the person's own `memberOf`, or by the groups that name them. */
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

/** How an LDAP directory (RFC 4511) is spoken to, and what stands where in it. */
export const directorySettings = {
  /** `ldaps://` is TLS from the first byte on. */
  url,
  /** Whether `ldap://` turns to TLS before anything is said (RFC 4511 section 4.14). Plain only where whoever runs Licet allows the host. */
  startTls: z.boolean(),
  /** The authorities that its certificate may be from, in PEM; null for those that the server knows. */
  caCertificate: certificate.nullable(),
  /** Below which entry people stand. */
  baseDn: dn,
  /** Who looks people up, with the secret as password; with {@link bindName} in it, each person themselves. */
  bindDn: dn,
  /** What people may type as their name; the first is what they are called by. */
  loginAttributes: z.array(attribute).min(1).max(limits.ldapLoginAttributesMax.value),
  /** The class of people's entries. */
  personClass: attribute,
  /** What names somebody for good, whatever they are called: `entryUUID`, `objectGUID`. */
  idAttribute: attribute,
  nameAttribute: attribute,
  emailAttribute: attribute,
  groupSource,
  /** Below which entry groups stand; others count for nothing. Null: below `baseDn`. */
  groupBaseDn: dn.nullable(),
  /** The class of groups' entries. */
  groupClass: attribute,
  /** Where a group names its members: by DN, or by name (`memberUid`). */
  memberAttribute: attribute,
  /** Whether whoever is in a group of a group is in it: asked of Active Directory by its matching rule, elsewhere level by level. */
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
  /** Whether a synchronisation makes users of people who are not here yet. */
  syncMakes: z.boolean(),
} as const;

export const directory = z.strictObject(directorySettings);
export type DirectorySettings = z.infer<typeof directory>;

function isDirectoryUrl(text: string): boolean {
  if (!/^ldaps?:\/\/[^/?#\s@]+$/i.test(text) || !URL.canParse(text)) return false;
  const { hostname, username, password } = new URL(text);
  return hostname !== '' && username === '' && password === '';
}
