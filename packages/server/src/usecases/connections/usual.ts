import type { DirectorySettings } from '@licet/contract';
import type { DirectoryFields, ProviderFields } from '../../store/connections/connections.ts';

const usual = {
  enabled: true,
  domains: [],
  createsUsers: false,
  allowedDomains: [],
  trustsAddresses: false,
  defaultGroups: [],
  groupMappings: [],
} satisfies Partial<DirectoryFields>;

/** The defaults of a provider. */
export const usualConnection: Omit<ProviderFields, 'kind' | 'name' | 'issuer' | 'clientId' | 'scopes'> = {
  ...usual,
  proof: 'secret',
  groupsClaim: null,
  twoFactorValues: [],
  signsOutThere: false,
};

export const usualScopes = { openid: ['openid', 'profile', 'email'], github: ['read:user', 'user:email'] };

/** The defaults of a directory: its administrators enter its addresses. */
export const usualDirectory: Omit<DirectoryFields, 'kind' | 'name' | 'directory'> = { ...usual, trustsAddresses: true };

/** The defaults of OpenLDAP (RFC 2798, RFC 4530). */
export const usualSettings: Omit<DirectorySettings, 'url' | 'baseDn' | 'bindDn'> = {
  startTls: true,
  caCertificate: null,
  loginAttributes: ['uid', 'mail'],
  personClass: 'person',
  idAttribute: 'entryUUID',
  nameAttribute: 'cn',
  emailAttribute: 'mail',
  groupSource: 'none',
  groupBaseDn: null,
  groupClass: 'groupOfNames',
  memberAttribute: 'member',
  nestedGroups: false,
  syncMinutes: null,
  syncMakes: true,
};
