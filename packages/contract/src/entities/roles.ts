import * as z from 'zod';
import { limits } from '../limits.ts';
import { newRoleName, permissionName, text } from '../names.ts';
import { id, ids, nameNow, ref, version } from './common.ts';

/** A named set of permissions, which may include other roles of the same application. */
export const role = z.strictObject({
  id,
  name: z.string(),
  nameNow,
  title: z.string(),
  builtIn: z.boolean(),
  includes: z.array(ref),
  permissions: z.int(),
  /** People who hold it, and programs that do. */
  holders: z.int(),
  programs: z.int(),
  version,
});
export type Role = z.infer<typeof role>;
export const newRole = z.strictObject({
  name: newRoleName,
  title: text(limits.titleMax.value, 'title').optional(),
  permissions: ids(50_000).optional(),
  includes: ids(1000).optional(),
});
/** A change of a role: `permissions` and `includes`, when given, replace the whole list. */
export const roleChange = newRole.partial();

/** A permission that a role brings: its own, or by including other roles (`via`, nearest first). */
export const roleItem = z.strictObject({
  id,
  name: permissionName,
  nameNow,
  title: z.string(),
  own: z.boolean(),
  via: z.array(ref),
});
