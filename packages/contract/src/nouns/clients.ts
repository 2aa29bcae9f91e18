import * as z from 'zod';
import { call, permissionOrOwner } from '../call.ts';
import { limits } from '../limits.ts';
import { line } from '../names.ts';
import { accessSummary } from './access.ts';
import { id, instant, listOf, listQuery, page, ref, version } from './common.ts';
import { grant } from './grants.ts';

const name = line(limits.nameMax.value, 'name');
const uri = z.string().max(2048);
export const clientKind = z.enum(['browser', 'native', 'server', 'service', 'device']);

export const idTokenAlgorithm = z.enum(['ES256', 'RS256']);

const base64url = z.string().regex(/^[\w-]{1,1400}$/);
/**
 * A public key as a JWK (RFC 7517) for ES256, RS256 or PS256. A private key is refused, because only the client
 * should have it.
 */
export const publicKey = z.strictObject({
  kty: z.enum(['EC', 'RSA']),
  crv: z.literal('P-256').optional(),
  x: base64url.optional(),
  y: base64url.optional(),
  n: base64url.optional(),
  e: base64url.optional(),
  kid: z.string().min(1).max(200).optional(),
  alg: z.enum(['ES256', 'RS256', 'PS256']).optional(),
  use: z.literal('sig').optional(),
});
export type PublicKey = z.infer<typeof publicKey>;

/**
 * A program that signs users in, or that authenticates only itself.
 *
 * - `browser`: public
 * - `native`: public and installed (RFC 8252)
 * - `server`: with a secret
 * - `device`: public; the user enters a code in a browser elsewhere (RFC 8628)
 * - `service`: authenticates itself with client credentials
 */
export const client = z.strictObject({
  id,
  application: z.string(),
  name,
  kind: clientKind,
  redirectUris: z.array(uri),
  postLogoutRedirectUris: z.array(uri),
  webOrigins: z.array(uri),
  /** The URL that receives logout tokens for ended sessions (OpenID Connect Back-Channel Logout 1.0); null for none. */
  backchannelLogoutUri: uri.nullable(),
  /** Whether the client must use PKCE (RFC 7636). Clients without a secret must always use it. */
  requirePkce: z.boolean(),
  /** The signing algorithm of ID tokens for the client. Access tokens are always signed with ES256. */
  idTokenAlgorithm,
  /** Whether the client must begin sign-ins with pushed authorization requests (RFC 9126). */
  requirePushedAuthorization: z.boolean(),
  builtIn: z.boolean(),
  createdAt: instant,
  version,
});
export type Client = z.infer<typeof client>;
const uris = z.array(uri).max(limits.redirectUrisMax.value);
export const newClient = z.strictObject({
  name,
  kind: clientKind,
  redirectUris: uris.optional(),
  postLogoutRedirectUris: uris.optional(),
  webOrigins: uris.optional(),
  backchannelLogoutUri: uri.nullable().optional(),
  requirePkce: z.boolean().optional(),
  idTokenAlgorithm: idTokenAlgorithm.optional(),
  requirePushedAuthorization: z.boolean().optional(),
  /** The keys with which the client authenticates (`private_key_jwt`, RFC 7523). A client with keys gets no secret. */
  publicKeys: z.array(publicKey).max(limits.clientKeysMax.value).optional(),
  /** The expiry of the first secret or of the keys; null for none. Default: after the default lifetime. */
  keysEndAt: instant.nullable().optional(),
  /** With false, the client is created without a secret. Another call can create a secret later. */
  secret: z.boolean().optional(),
});
export const clientChange = newClient.omit({ kind: true, publicKeys: true, keysEndAt: true, secret: true }).partial();

/** A secret or public key (`private_key_jwt`) with which a client authenticates until it expires. */
export const clientKey = z.strictObject({
  id,
  kind: z.enum(['secret', 'public_key']),
  name,
  /** The last four characters of a secret; null for secrets from versions that did not store them. */
  hint: z.string().nullable(),
  publicKey: publicKey.nullable(),
  madeAt: instant,
  /** Null if the key does not expire. */
  endsAt: instant.nullable(),
  ended: z.boolean(),
  /** Rounded to the minute. */
  lastUsedAt: instant.nullable(),
  /** The version of the key, not of its client. Using the key does not change the version. */
  version,
});
export type ClientKey = z.infer<typeof clientKey>;

export const newClientKey = z.strictObject({
  name: name.optional(),
  /** If omitted, a secret is created. */
  publicKey: publicKey.optional(),
  /** The expiry; null for none. Default: after the default lifetime. */
  endsAt: instant.nullable().optional(),
  /**
   * The key to replace, and the number of seconds until it expires. With 0, it expires immediately. Its own expiry
   * still applies if that is earlier.
   */
  replaces: z
    .strictObject({
      key: id,
      overlap: z
        .int()
        .min(0)
        .max(limits.clientKeyOverlap.value * 86_400),
    })
    .optional(),
});
export const clientKeyChange = z.strictObject({ name: name.optional(), endsAt: instant.nullable().optional() });

/** A new key with its secret. The secret is shown once, and stored only as a hash. */
export const clientKeyWithSecret = z.strictObject({ key: clientKey, secret: z.string().nullable() });

/** A key that expires soon, with its client. */
export const endingClientKey = z.strictObject({ key: clientKey, client: ref, application: ref });
export type EndingClientKey = z.infer<typeof endingClientKey>;

/** A client with its secret. The secret is shown once, and stored only as a hash. */
export const clientWithSecret = z.strictObject({ client, secret: z.string().nullable() });

const manage = permissionOrOwner('applications.manage');
const application = z.strictObject({ application: z.string() });
const params = application.extend({ client: id });
const keyParams = params.extend({ key: id });

export const clientCalls = {
  list: call({
    method: 'GET',
    path: '/applications/:application/clients',
    summary: 'The OpenID clients of an application',
    access: permissionOrOwner('applications.read'),
    params: application,
    reply: listOf(client),
  }),
  create: call({
    method: 'POST',
    path: '/applications/:application/clients',
    summary: 'Register a client; its secret is shown once',
    access: manage,
    params: application,
    body: newClient,
    status: 201,
    reply: clientWithSecret,
    errors: ['built_in', 'in_the_past', 'may_not_grant'],
  }),
  update: call({
    method: 'PATCH',
    path: '/applications/:application/clients/:client',
    summary: 'Change a client',
    access: manage,
    params,
    body: clientChange,
    reply: client,
    errors: ['built_in', 'may_not_grant'],
    ifMatch: true,
  }),
  keys: call({
    method: 'GET',
    path: '/applications/:application/clients/:client/keys',
    summary: 'List the secrets and public keys of a client, recently ended ones last',
    access: permissionOrOwner('applications.read'),
    params,
    reply: listOf(clientKey),
  }),
  makeKey: call({
    method: 'POST',
    path: '/applications/:application/clients/:client/keys',
    summary:
      'Create a secret, which is shown once, or add a public key; it can replace another one, which stays valid for a while',
    access: manage,
    params,
    body: newClientKey,
    status: 201,
    reply: clientKeyWithSecret,
    errors: ['built_in', 'in_the_past', 'may_not_grant', 'people_only', 'sign_in_again', 'wrong_state'],
  }),
  changeKey: call({
    method: 'PATCH',
    path: '/applications/:application/clients/:client/keys/:key',
    summary: 'Change the name or the end of a key of a client',
    access: manage,
    params: keyParams,
    body: clientKeyChange,
    reply: clientKey,
    errors: ['built_in', 'in_the_past', 'may_not_grant', 'people_only', 'sign_in_again', 'wrong_state'],
    ifMatch: true,
  }),
  endKey: call({
    method: 'POST',
    path: '/applications/:application/clients/:client/keys/:key/end',
    summary: 'End a key of a client at once',
    access: manage,
    params: keyParams,
    reply: clientKey,
    errors: ['built_in', 'people_only', 'sign_in_again', 'wrong_state'],
  }),
  access: call({
    method: 'GET',
    path: '/applications/:application/clients/:client/access',
    summary: 'List what a program may do, by application',
    access: permissionOrOwner('access.read'),
    params,
    reply: listOf(accessSummary),
  }),
  grants: call({
    method: 'GET',
    path: '/applications/:application/clients/:client/grants',
    summary: 'List the grants of a program in all applications',
    access: permissionOrOwner('access.read'),
    params,
    query: listQuery(['ends', '-ends', 'starts', '-starts', 'gives', '-gives']).extend({
      state: z.string().optional(),
    }),
    reply: page(grant),
  }),
  remove: call({
    method: 'DELETE',
    path: '/applications/:application/clients/:client',
    summary: 'Delete a client',
    access: manage,
    params,
    errors: ['built_in', 'may_not_grant'],
    ifMatch: true,
  }),
};
