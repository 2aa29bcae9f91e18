import { faultOfReturn } from '@licet/contract';
import type { AdapterPayload } from 'oidc-provider';
import { errors } from 'oidc-provider';
import type { StoredClient } from '../../store/applications/clients.ts';
import type { OwnPolicy } from '../../store/policy/application-policy.ts';

/** Our own members of a client, which the provider stores without using them. */
export const extraClientMetadata = [
  'licet_application',
  'licet_application_name',
  'licet_origins',
  'licet_require_pkce',
  'licet_keys',
  'licet_policy',
] as const;

/** The scopes that a client may request. They concern the user's identity; permissions come from Licet and never from a scope. */
export const scopes = ['openid', 'profile', 'email', 'offline_access'] as const;

/** A client's metadata (OpenID Connect Dynamic Client Registration 1.0 section 2), with its authentication method. */
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
 * Returns the client's addresses that its kind allows. An address may not be allowed if it was registered before the kind
 * `native` existed. It is left out, because the provider would refuse the whole client for a single such address.
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

/** Whether users sign in to the client by redirects. */
const signsInByPage = ({ kind }: Pick<StoredClient, 'kind'>) =>
  kind === 'browser' || kind === 'native' || kind === 'server';

/** Whether this kind of client can keep a secret. A program in a browser or on a user's device cannot. */
export const keepsSecret = ({ kind }: Pick<StoredClient, 'kind'>): boolean => kind === 'server' || kind === 'service';

/** The authentication method of a client without a secret. */
export const unproved = { token_endpoint_auth_method: 'none' } as const satisfies AdapterPayload;

/** The sign-in rules of the client's application, as they were read with the client. */
export function policyOf({ licet_policy: policy }: Readonly<Record<string, unknown>>): OwnPolicy {
  if (!isPolicy(policy)) throw new errors.InvalidClient('what the application asks is not known');
  return policy;
}

const isPolicy = (policy: unknown): policy is OwnPolicy =>
  typeof policy === 'object' && policy !== null && 'secondFactor' in policy;

/** Whether the client has no secret: any program can claim its id. */
export const isPublic = (client: Readonly<Record<string, unknown>>): boolean => client.clientAuthMethod === 'none';

/** The registered web origins of a client, unchanged. */
export function originsOf(client: Readonly<Record<string, unknown>>): readonly string[] {
  const { licet_origins: origins } = client;
  return Array.isArray(origins) ? origins : [];
}

/**
 * Whether a client must use PKCE. A client without a secret always must; others must unless their owner turned it off
 * (RFC 9700 section 2.1.1).
 */
export function needsPkce(client: Readonly<Record<string, unknown>>): boolean {
  return isPublic(client) || client.licet_require_pkce !== false;
}

/** The resource indicator of an application (RFC 8707 section 2 requires an absolute URI). */
export const resourceOf = (application: string) => `${resourcePrefix}${application}`;
const resourcePrefix = 'urn:licet:application:';

/** Returns the application identifier in a resource indicator. The application need not exist. */
export function applicationNamed(resource: string): string | undefined {
  return resource.startsWith(resourcePrefix) ? resource.slice(resourcePrefix.length) : undefined;
}
