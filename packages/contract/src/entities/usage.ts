import * as z from 'zod';
import { limits } from '../limits.ts';
import { permissionName } from '../names.ts';
import { id, instant, ref } from './common.ts';

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

/** How often somebody exercised a permission since the last report, and when last (seconds since the epoch). */
export const usageReport = z.strictObject({
  exercised: z
    .array(
      z.strictObject({ user: id, permission: permissionName, count: z.int().positive(), last: z.int().nonnegative() }),
    )
    .max(limits.usageBatchMax.value),
});
