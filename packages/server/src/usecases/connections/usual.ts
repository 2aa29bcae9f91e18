import type { ConnectionFields } from '../../store/connections/connections.ts';

/** What a connection is unless somebody says otherwise. */
export const usualConnection: Omit<ConnectionFields, 'kind' | 'name' | 'issuer' | 'clientId' | 'scopes'> = {
  proof: 'secret',
  enabled: true,
  domains: [],
  createsUsers: false,
  allowedDomains: [],
  trustsAddresses: false,
  defaultGroups: [],
  groupsClaim: null,
  groupMappings: [],
  twoFactorValues: [],
};

export const usualScopes = { openid: ['openid', 'profile', 'email'], github: ['read:user', 'user:email'] };
