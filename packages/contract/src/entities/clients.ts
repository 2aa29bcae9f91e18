import * as z from 'zod';
import { limits } from '../limits.ts';
import { line } from '../names.ts';
import { id, instant, version } from './common.ts';

const name = line(limits.nameMax.value, 'The name');
const uri = z.string().max(2048);
export const clientKind = z.enum(['browser', 'server', 'service']);

/** A program that signs people in (`browser`: public, `server`: with a secret) or itself (`service`: client credentials). */
export const client = z.strictObject({
  id,
  application: z.string(),
  name,
  kind: clientKind,
  redirectUris: z.array(uri),
  postLogoutRedirectUris: z.array(uri),
  webOrigins: z.array(uri),
  /** Whether it must prove by PKCE (RFC 7636) that an authorization code is its own; a browser client always must. */
  requirePkce: z.boolean(),
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
  requirePkce: z.boolean().optional(),
});
export const clientChange = newClient.omit({ kind: true }).partial();

/** A client with its secret: shown once, kept only as a hash. */
export const clientWithSecret = z.strictObject({ client, secret: z.string().nullable() });
