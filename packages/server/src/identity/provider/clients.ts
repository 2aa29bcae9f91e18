import { faultOfReturn } from '@licet/contract';
import type { AdapterPayload } from 'oidc-provider';
import { errors } from 'oidc-provider';
import type { StoredClient } from '../../store/applications/clients.ts';
import type { OwnPolicy } from '../../store/policy/application-policy.ts';

/** Members that the provider does not know, and keeps for us. */
export const extraClientMetadata = [
  'licet_application',
  'licet_application_name',
  'licet_origins',
  'licet_require_pkce',
  'licet_keys',
  'licet_policy',
] as const;

/** The scopes that a client may ask for: who the person is. What they may do comes from Licet, not from a scope. */
export const scopes = ['openid', 'profile', 'email', 'offline_access'] as const;

/** A client in the terms of OpenID Connect Dynamic Client Registration 1.0 section 2, with how it proves itself. */
export function clientMetadata(
  client: StoredClient & { readonly policy: OwnPolicy },
  proof: AdapterPayload,
): AdapterPayload {
  const redirectUris = signsInByPage(client) ? usable(client, client.redirectUris) : [];
  return {
    client_id: client.id,
    client_name: client.name,
    application_type: client.kind === 'native' ? 'native' : 'web',
    ...proof,
    grant_types: [...grantTypes[client.kind]],
    response_types: redirectUris.length > 0 ? ['code'] : [],
    redirect_uris: redirectUris,
    post_logout_redirect_uris: usable(client, client.postLogoutRedirectUris),
    id_token_signed_response_alg: client.idTokenAlgorithm,
    require_pushed_authorization_requests: client.requirePushedAuthorization,
    licet_application: client.application,
    licet_application_name: client.applicationName,
    licet_origins: [...client.webOrigins],
    licet_require_pkce: client.requirePkce,
    licet_policy: { ...client.policy },
  };
}

/**
 * The addresses that a client of its kind may have. Some were accepted before there was a kind for installed applications: the
 * provider refuses a client as a whole that has one of them, so only the address is left out.
 */
const usable = ({ kind }: Pick<StoredClient, 'kind'>, uris: readonly string[]): string[] =>
  uris.filter((uri) => faultOfReturn(kind, uri) === undefined);

const grantTypes = {
  browser: ['authorization_code', 'refresh_token'],
  native: ['authorization_code', 'refresh_token'],
  server: ['authorization_code', 'refresh_token'],
  service: ['client_credentials'],
  device: ['urn:ietf:params:oauth:grant-type:device_code', 'refresh_token'],
} as const satisfies Record<StoredClient['kind'], readonly string[]>;

/** Whether people come to it and go back by redirects. */
const signsInByPage = ({ kind }: Pick<StoredClient, 'kind'>) =>
  kind === 'browser' || kind === 'native' || kind === 'server';

/** Whether a program can keep a secret: one in a browser, or on somebody's device, cannot. */
export const keepsSecret = ({ kind }: Pick<StoredClient, 'kind'>): boolean => kind === 'server' || kind === 'service';

/** How a client is proved that keeps no secret. */
export const unproved = { token_endpoint_auth_method: 'none' } as const satisfies AdapterPayload;

/** What the application of a client asks of those who sign in to it, as it was when the request looked the client up. */
export function policyOf({ licet_policy: policy }: Readonly<Record<string, unknown>>): OwnPolicy {
  if (!isPolicy(policy)) throw new errors.InvalidClient('what the application asks is not known');
  return policy;
}

const isPolicy = (policy: unknown): policy is OwnPolicy =>
  typeof policy === 'object' && policy !== null && 'secondFactor' in policy;

/** A client that keeps no secret: anybody can call themselves by its id. */
export const isPublic = (client: Readonly<Record<string, unknown>>): boolean => client.clientAuthMethod === 'none';

/** The origins from which a client's pages may call, exactly as they were registered. */
export function originsOf(client: Readonly<Record<string, unknown>>): readonly string[] {
  const { licet_origins: origins } = client;
  return Array.isArray(origins) ? origins : [];
}

/** Whether a client must send PKCE: one without a secret always, another unless its owner turned it off (RFC 9700 section 2.1.1). */
export function needsPkce(client: Readonly<Record<string, unknown>>): boolean {
  return isPublic(client) || client.licet_require_pkce !== false;
}

/** The name by which the provider knows an application as a resource (RFC 8707 section 2 wants an absolute URI). */
export const resourceOf = (application: string) => `${resourcePrefix}${application}`;
const resourcePrefix = 'urn:licet:application:';

/** The application that a resource names; whether there is one, others know. */
export function applicationNamed(resource: string): string | undefined {
  return resource.startsWith(resourcePrefix) ? resource.slice(resourcePrefix.length) : undefined;
}
