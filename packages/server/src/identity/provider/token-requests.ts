import { channelOf } from '../../channel.ts';

/** The result of a token request. */
export interface TokenRequest {
  readonly grantType: GrantType;
  readonly issued: boolean;
}

/** The grant types of the provider, in short form; `other` for any other text. */
export type GrantType = 'authorization_code' | 'refresh_token' | 'client_credentials' | 'device_code' | 'other';

/** Publishes every answer of the token endpoint. */
export const tokenRequests = channelOf<TokenRequest>('licet.oidc.token-request');

export function grantTypeOf(asked: unknown): GrantType {
  if (asked === 'urn:ietf:params:oauth:grant-type:device_code') return 'device_code';
  return asked === 'authorization_code' || asked === 'refresh_token' || asked === 'client_credentials'
    ? asked
    : 'other';
}
