import type { DirectorySettings, newProviderConnection, ProviderConnection } from '@licet/contract';
import type * as z from 'zod';

/** The known settings of a common provider. The catalogue has the preset's texts under the same name. */
export interface Preset {
  readonly kind: ProviderConnection['kind'];
  /** Returns the issuer for the value of the field that replaces it. */
  readonly issuer: (place: string) => string;
  /** The initial value of the field that replaces the issuer. */
  readonly place: string;
  /** Whether the field of the issuer is hidden, because the preset determines the issuer. */
  readonly fixed?: boolean;
  /** Whether the provider accepts a key instead of a secret (`private_key_jwt`). */
  readonly takesKeys: boolean;
  readonly scopes: string;
}

const openid = { kind: 'openid', takesKeys: true, scopes: 'openid profile email', issuer: trimmed, place: '' } as const;

export const presets = {
  google: { ...openid, place: 'https://accounts.google.com', fixed: true, takesKeys: false },
  entra: {
    ...openid,
    takesKeys: false,
    issuer: (tenant) => whole(tenant) ?? `https://login.microsoftonline.com/${trimmed(tenant)}/v2.0`,
  },
  okta: { ...openid, issuer: (domain) => whole(domain) ?? `https://${trimmed(domain)}` },
  keycloak: openid,
  licet: openid,
  github: {
    ...openid,
    kind: 'github',
    place: 'https://github.com',
    takesKeys: false,
    scopes: 'read:user user:email',
  },
  openid,
} as const satisfies Record<string, Preset>;

export type PresetName = keyof typeof presets;
export const presetNames = Object.keys(presets) as PresetName[];
export const isPreset = (name: string | undefined): name is PresetName => presetNames.some((preset) => preset === name);

/**
 * Returns the preset of a stored connection. For OpenID Connect it is the generic preset, whose form shows the complete
 * issuer URL.
 */
export const presetOf = ({ kind }: Pick<ProviderConnection, 'kind'>): Preset =>
  kind === 'github' ? presets.github : presets.openid;

export type NewConnection = z.input<typeof newProviderConnection>;

/** Returns the typed text as the issuer, if it is a complete URL. */
const whole = (place: string): string | undefined => (/^https?:\/\//.test(place.trim()) ? trimmed(place) : undefined);

function trimmed(place: string): string {
  return place
    .trim()
    .replace(/\/\.well-known\/openid-configuration\/?$/, '')
    .replace(/(?<=[^/:])\/+$/, '');
}

/** The attribute names of a kind of directory. */
type Attributes = Omit<
  DirectorySettings,
  'url' | 'startTls' | 'caCertificate' | 'baseDn' | 'bindDn' | 'groupBaseDn' | 'syncMinutes' | 'syncMakes'
>;

/** The presets of common directories. The catalogue has their texts under the same names. */
const directoryPresets = {
  activeDirectory: {
    loginAttributes: ['sAMAccountName', 'userPrincipalName', 'mail'],
    personClass: 'user',
    idAttribute: 'objectGUID',
    nameAttribute: 'displayName',
    emailAttribute: 'mail',
    groupSource: 'search',
    groupClass: 'group',
    memberAttribute: 'member',
    nestedGroups: true,
  },
  openLdap: {
    loginAttributes: ['uid', 'mail'],
    personClass: 'person',
    idAttribute: 'entryUUID',
    nameAttribute: 'cn',
    emailAttribute: 'mail',
    groupSource: 'none',
    groupClass: 'groupOfNames',
    memberAttribute: 'member',
    nestedGroups: false,
  },
} as const satisfies Record<string, Attributes>;

export type DirectoryPreset = keyof typeof directoryPresets;
export const directoryPresetNames = Object.keys(directoryPresets) as DirectoryPreset[];

/** The form values of a preset. */
export const filledIn = (preset: DirectoryPreset) => attributeValues(directoryPresets[preset]);

export const attributeValues = (attributes: Attributes) => ({
  loginAttributes: attributes.loginAttributes.join(', '),
  personClass: attributes.personClass,
  idAttribute: attributes.idAttribute,
  nameAttribute: attributes.nameAttribute,
  emailAttribute: attributes.emailAttribute,
  groupSource: attributes.groupSource,
  groupClass: attributes.groupClass,
  memberAttribute: attributes.memberAttribute,
  nestedGroups: attributes.nestedGroups,
});
