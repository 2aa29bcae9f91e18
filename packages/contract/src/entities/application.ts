import * as z from 'zod';
import { limits } from '../limits.ts';
import { applicationId, line, permissionName, roleName, text } from '../names.ts';
import { id, instant, principal, ref, version } from './common.ts';

/** What is protected. Its `id` is chosen once and is the audience of its tokens. */
export const application = z.strictObject({
  id: applicationId,
  name: line(limits.nameMax.value, 'The name'),
  description: z.string(),
  builtIn: z.boolean(),
  permissions: z.int(),
  roles: z.int(),
  grants: z.int(),
  clients: z.int(),
  owners: z.array(ref),
  createdAt: instant,
  version,
});
export type Application = z.infer<typeof application>;

const description = text(limits.descriptionMax.value, 'The description');
const title = text(limits.titleMax.value, 'The title');

export const newApplication = z.strictObject({
  id: applicationId,
  name: line(limits.nameMax.value, 'The name'),
  description: description.optional(),
});
export const applicationChange = newApplication.omit({ id: true }).partial();

export const owner = principal.extend({ since: instant });

/** Something that an application lets people do, named in its catalogue. */
export const permission = z.strictObject({ id, name: permissionName, title: z.string(), roles: z.int(), version });
export type Permission = z.infer<typeof permission>;
export const newPermission = z.strictObject({ name: permissionName, title: title.optional() });
export const permissionChange = newPermission.partial();

/**
 * How a permission has been exercised, as the application's API servers report it: by how many users and how often within
 * limits.usageWindow, and when last.
 */
export const permissionUse = z.strictObject({
  permission: ref.extend({ title: z.string() }),
  users: z.int(),
  count: z.int(),
  last: instant.nullable(),
});
export type PermissionUse = z.infer<typeof permissionUse>;

/** A named set of permissions, which may include other roles of the same application. */
export const role = z.strictObject({
  id,
  name: roleName,
  title: z.string(),
  builtIn: z.boolean(),
  includes: z.array(ref),
  permissions: z.int(),
  holders: z.int(),
  version,
});
export type Role = z.infer<typeof role>;
export const newRole = z.strictObject({
  name: roleName,
  title: title.optional(),
  permissions: z.array(id).max(50_000).optional(),
  includes: z.array(id).max(1000).optional(),
});
/** A change of a role: `permissions` and `includes`, when given, replace the whole list. */
export const roleChange = newRole.partial();

/** A permission that a role brings: its own, or by including other roles (`via`, from the nearest). */
export const roleItem = z.strictObject({
  id,
  name: permissionName,
  title: z.string(),
  own: z.boolean(),
  via: z.array(ref),
});

export const grantState = z.enum(['scheduled', 'active', 'expired', 'revoked']);

/** A role or a single permission, given to a user or a group, from a start to an optional end. */
export const grant = z.strictObject({
  id,
  application: z.string(),
  principal,
  gives: z.strictObject({ kind: z.enum(['role', 'permission']), id, name: z.string(), title: z.string() }),
  starts: instant,
  ends: instant.nullable(),
  reason: z.string(),
  state: grantState,
  grantedBy: z.string(),
  version,
});
export type Grant = z.infer<typeof grant>;

const reason = text(limits.reasonMax.value, 'The reason');
export const newGrant = z.strictObject({
  principal: z.strictObject({ kind: z.enum(['user', 'group']), id }),
  gives: z.strictObject({ kind: z.enum(['role', 'permission']), id }),
  starts: instant.optional(),
  ends: instant.nullable().optional(),
  reason: reason.optional(),
});
export const grantChange = z.strictObject({ ends: instant.nullable().optional(), reason: reason.optional() });

const uri = z.string().max(2048);
export const clientKind = z.enum(['browser', 'server', 'service']);

/** A program that signs people in (`browser`: public, `server`: with a secret) or itself (`service`: client credentials). */
export const client = z.strictObject({
  id,
  application: z.string(),
  name: line(limits.nameMax.value, 'The name'),
  kind: clientKind,
  redirectUris: z.array(uri),
  postLogoutRedirectUris: z.array(uri),
  webOrigins: z.array(uri),
  builtIn: z.boolean(),
  createdAt: instant,
  version,
});
export type Client = z.infer<typeof client>;
const uris = z.array(uri).max(limits.redirectUrisMax.value);
export const newClient = z.strictObject({
  name: line(limits.nameMax.value, 'The name'),
  kind: clientKind,
  redirectUris: uris.optional(),
  postLogoutRedirectUris: uris.optional(),
  webOrigins: uris.optional(),
});
export const clientChange = newClient.omit({ kind: true }).partial();

/** A client with its secret: shown once, kept only as a hash. */
export const clientWithSecret = z.strictObject({ client, secret: z.string().nullable() });
