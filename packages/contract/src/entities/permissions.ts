import * as z from 'zod';
import { limits } from '../limits.ts';
import { newPermissionName, permissionName, text } from '../names.ts';
import { id, nameNow, version } from './common.ts';

/** A permission of an application's catalogue. */
export const permission = z.strictObject({
  id,
  name: permissionName,
  nameNow,
  title: z.string(),
  roles: z.int(),
  version,
});
export type Permission = z.infer<typeof permission>;
export const newPermission = z.strictObject({
  name: newPermissionName,
  title: text(limits.titleMax.value, 'title').optional(),
});
export const permissionChange = newPermission.partial();

/** The names of an application's permissions and roles, for a declaration of types. */
export const catalogue = z.strictObject({
  application: z.string(),
  version: z.int(),
  permissions: z.array(z.strictObject({ name: z.string(), title: z.string() })),
  roles: z.array(z.strictObject({ name: z.string(), title: z.string() })),
});
export type Catalogue = z.infer<typeof catalogue>;
