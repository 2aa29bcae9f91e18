import * as z from 'zod';
import { limits } from '../limits.ts';
import { permissionName } from '../names.ts';
import { id, instant, listQuery, page, ref } from './common.ts';
import { grant } from './grants.ts';

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

/** Over how many days nobody may have exercised what a grant brings, and which grants. */
export const unusedQuery = listQuery(['starts', '-starts', 'principal', '-principal', 'gives', '-gives']).extend({
  days: z.coerce.number<number | string>().int().min(1).max(limits.usageKept.value).optional(),
  principal: id.optional(),
});

/**
 * Grants that nobody exercised since `from`, for `days`. The application reports since the day `reportedSince`, and did last on the day
 * `lastReport`: days of UTC. Nothing can be said (`seen` is false) where it began later than `from`.
 */
export const unused = page(grant).extend({
  days: z.int(),
  from: instant,
  reportedSince: instant.nullable(),
  lastReport: instant.nullable(),
  seen: z.boolean(),
});
export type Unused = z.infer<typeof unused>;
