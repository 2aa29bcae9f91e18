import { channelOf } from '../../channel.ts';

/** What came of asking for tokens. */
export interface TokenRequest {
  readonly grantType: GrantType;
  readonly issued: boolean;
}

/** Those that the provider knows, in short. What somebody makes up is `other`. */
export type GrantType = 'authorization_code' | 'refresh_token' | 'client_credentials' | 'device_code' | 'other';

/** Told of every answer of the token endpoint. */
export const tokenRequests = channelOf<TokenRequest>('licet.oidc.token-request');

export function grantTypeOf(asked: unknown): GrantType {
  if (asked === 'urn:ietf:params:oauth:grant-type:device_code') return 'device_code';
  return asked === 'authorization_code' || asked === 'refresh_token' || asked === 'client_credentials'
    ? asked
    : 'other';
}
