import type { DirectorySettings } from '@licet/contract';

/** What a directory calls things: what its kind says of it beforehand. */
type Attributes = Omit<
  DirectorySettings,
  'url' | 'startTls' | 'caCertificate' | 'baseDn' | 'bindDn' | 'groupBaseDn' | 'syncMinutes' | 'syncMakes'
>;

/** Directories that many have, under the names of their words in the catalogue. */
export const directoryPresets = {
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

/** The fields that a preset fills in, as the form holds them. */
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
