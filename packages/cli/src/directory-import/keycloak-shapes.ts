/**
 * The used part of an exported realm (RealmRepresentation and its parts in Keycloak's API documentation). Every member
 * may be missing.
 */
export interface Realm {
  readonly realm?: string;
  readonly displayName?: string;
  readonly roles?: {
    readonly realm?: readonly KeycloakRole[];
    readonly client?: Readonly<Record<string, readonly KeycloakRole[]>>;
  };
  readonly groups?: readonly KeycloakGroup[];
  readonly clients: readonly KeycloakClient[];
}

export interface KeycloakClient {
  readonly clientId?: string;
  readonly name?: string;
  readonly redirectUris?: readonly string[];
}

export interface KeycloakRole {
  readonly name: string;
  readonly description?: string;
  readonly composites?: RoleNames<'realm', 'client'>;
}

export interface KeycloakGroup extends RoleNames<'realmRoles', 'clientRoles'> {
  readonly name: string;
  readonly attributes?: object;
  readonly subGroups?: readonly KeycloakGroup[];
}

export interface KeycloakUser extends RoleNames<'realmRoles', 'clientRoles'> {
  readonly username?: string;
  readonly email?: string;
  readonly emailVerified?: boolean;
  readonly enabled?: boolean;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly attributes?: object;
  readonly credentials?: readonly KeycloakCredential[];
  readonly requiredActions?: readonly string[];
  readonly federatedIdentities?: readonly object[];
  readonly federationLink?: string;
  readonly serviceAccountClientId?: string;
  readonly groups?: readonly string[];
}

export interface KeycloakCredential {
  readonly type?: string;
  readonly secretData?: string;
  readonly credentialData?: string;
  /** Exports from before Keycloak 8 have these members instead of `secretData` and `credentialData`. */
  readonly hashedSaltedValue?: string;
  readonly salt?: string;
  readonly hashIterations?: number;
  readonly algorithm?: string;
  readonly digits?: number;
  readonly period?: number;
}

export type RoleNames<Realm extends string, Client extends string> = {
  readonly [K in Realm]?: readonly string[];
} & { readonly [K in Client]?: Readonly<Record<string, readonly string[]>> };
