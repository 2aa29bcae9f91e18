import { auth0, cognito, keycloak } from '@licet/react';

type Claims = Readonly<Record<string, unknown>>;

/** How the claims of an issuer's tokens are read. */
export interface Issuer {
  /** Undefined if the token has the claim names of the access rule, as Licet's tokens do. */
  readonly name: 'Keycloak' | 'Auth0' | 'Amazon Cognito' | undefined;
  /** The names of the claims that contain the roles, as shown on the page. */
  readonly roles: readonly string[];
  /** Returns the claims with the names that the access rule reads. */
  readonly read: (claims: Claims) => unknown;
  /** Where the issuer publishes its keys; undefined if the token does not reveal it. */
  readonly keysAt: string | undefined;
}

/**
 * Recognises the software that issued a token by claims that only this software sets. Tokens of other issuers are read
 * by the claim names of the access rule.
 */
export function issuerOf(claims: Claims): Issuer {
  const { iss } = claims;
  const base = typeof iss === 'string' && URL.canParse(iss) ? iss.replace(/\/$/, '') : undefined;
  const at = (path: string) => base && `${base}${path}`;
  if ('realm_access' in claims || 'resource_access' in claims) {
    const client = typeof claims.azp === 'string' ? claims.azp : undefined;
    return {
      name: 'Keycloak',
      roles: ['realm_access.roles', ...(client === undefined ? [] : [`resource_access.${client}.roles`])],
      read: keycloak({ client }),
      keysAt: at('/protocol/openid-connect/certs'),
    };
  }
  if ('cognito:groups' in claims || /^https:\/\/cognito-idp\./.test(String(iss)))
    return {
      name: 'Amazon Cognito',
      roles: ['cognito:groups'],
      read: cognito(),
      keysAt: at('/.well-known/jwks.json'),
    };
  const namespaced = Object.keys(claims).find((name) => /^https?:\/\/.+\/roles$/.test(name));
  if (namespaced !== undefined || /^https:\/\/[^/]+\.auth0\.com\/$/.test(String(iss))) {
    const namespace = namespaced?.slice(0, -'roles'.length);
    return {
      name: 'Auth0',
      roles: namespaced === undefined ? [] : [namespaced],
      read: auth0({ namespace }),
      keysAt: at('/.well-known/jwks.json'),
    };
  }
  return { name: undefined, roles: ['roles'], read: (all) => all, keysAt: at('/oidc/jwks') };
}
