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

/** What a provider is unless somebody says otherwise. */
export const usualConnection: Omit<ProviderFields, 'kind' | 'name' | 'issuer' | 'clientId' | 'scopes'> = {
  ...usual,
  proof: 'secret',
  groupsClaim: null,
  twoFactorValues: [],
  signsOutThere: false,
};

export const usualScopes = { openid: ['openid', 'profile', 'email'], github: ['read:user', 'user:email'] };

/** What a directory is unless somebody says otherwise: its addresses are what its administrators have entered. */
export const usualDirectory: Omit<DirectoryFields, 'kind' | 'name' | 'directory'> = { ...usual, trustsAddresses: true };

/** As OpenLDAP has it (RFC 2798, RFC 4530). */
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
