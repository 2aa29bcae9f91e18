import type { JWK } from 'jose';
import type { Origin } from '../usecases/context.ts';

/** Somebody who can have a session and tokens. */
export interface OidcAccount {
  readonly id: string;
  readonly username: string;
  readonly email: string | null;
  readonly name: string;
  /** Whether the limits for administrators apply: they are signed out sooner. */
  readonly administrator: boolean;
}

/** A registered client, with the identifier of its application: the audience of its tokens. */
export interface OidcClient {
  readonly id: string;
  readonly application: string;
  readonly name: string;
  readonly kind: 'browser' | 'server' | 'service';
  readonly redirectUris: readonly string[];
  readonly postLogoutRedirectUris: readonly string[];
  readonly webOrigins: readonly string[];
  readonly secretHash: string | null;
}

/** What a user may do in an application, from one snapshot. */
export interface OidcAccess {
  readonly roles: readonly string[];
  readonly permissions: readonly string[];
  readonly ver: number;
  readonly at: string;
  readonly changesAt: string | null;
}

/** A record that the provider keeps under an id. */
export type OidcPayload = Record<string, unknown>;

export interface OidcSession {
  readonly uid: string;
  readonly userId: string;
  readonly signedInAt: number;
  readonly expiresAt: number;
  readonly address: string | null;
  readonly agent: string | null;
}

/** What the OpenID provider needs from elsewhere; handed in by the composition. */
export interface OidcPorts {
  /** The public address, which is the issuer. */
  readonly issuer: string;
  /** The active user with that id; undefined for anybody else. */
  readonly account: (id: string) => Promise<OidcAccount | undefined>;
  readonly client: (id: string) => Promise<OidcClient | undefined>;
  readonly secretFits: (secretHash: string, secret: string) => boolean;
  /** @param at an instant in place of now */
  readonly access: (userId: string, application: string, at?: string) => Promise<OidcAccess | undefined>;
  /** The number of the latest change, for tokens that carry no one's access. */
  readonly version: () => Promise<number>;
  readonly keepPermissionList: (ref: string, permissions: readonly string[]) => Promise<void>;
  readonly permissionList: (ref: string) => Promise<readonly string[] | undefined>;
  readonly records: {
    readonly save: (model: string, id: string, payload: OidcPayload, seconds: number) => Promise<void>;
    readonly find: (model: string, id: string) => Promise<OidcPayload | undefined>;
    readonly findByUid: (model: string, uid: string) => Promise<OidcPayload | undefined>;
    /** False when it was consumed before. */
    readonly consume: (model: string, id: string) => Promise<boolean>;
    readonly remove: (model: string, id: string) => Promise<void>;
    readonly grantOf: (model: string, id: string) => Promise<string | undefined>;
    readonly removeGrant: (grantId: string) => Promise<void>;
  };
  /** Notes a DPoP proof; false when it was seen before. */
  readonly firstSeen: (proof: Buffer, seconds: number) => Promise<boolean>;
  readonly sawSession: (session: OidcSession) => Promise<void>;
  readonly sessionState: (uid: string) => Promise<{ readonly ended: boolean; readonly idleFor: number } | undefined>;
  readonly endSession: (userId: string, uid: string) => Promise<void>;
  /** Writes a line of the sign-in log. */
  readonly signedOut: (userId: string, origin: Origin) => Promise<void>;
  readonly organisation: () => Promise<string>;
  /** Whether a client of any application may be called from that origin. */
  readonly webOrigin: (origin: string) => Promise<boolean>;
  /** Where the request that is being answered came from. */
  readonly originOf: (request: object) => Origin;
}

/** A private signing key, with its state. */
export interface OidcKey {
  readonly kid: string;
  readonly state: 'current' | 'next' | 'retired';
  readonly jwk: JWK;
}
