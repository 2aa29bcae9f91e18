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

/** What is known of the time that is asked about: see {@link unused}. */
const seenSince = {
  days: z.int(),
  from: instant,
  reportedSince: instant.nullable(),
  lastReport: instant.nullable(),
  seen: z.boolean(),
};

/**
 * Grants that nobody exercised since `from`, for `days`. The application reports since the day `reportedSince`, and did last on the day
 * `lastReport`: days of UTC. Nothing can be said (`seen` is false) where it began later than `from`.
 */
export const unused = page(grant).extend(seenSince);
export type Unused = z.infer<typeof unused>;

/** Over how many days nobody who holds a role may have exercised a permission of it, and which. */
export const unusedInRolesQuery = listQuery(['role', '-role', 'permission', '-permission']).extend({
  days: unusedQuery.shape.days,
  role: id.optional(),
});

/** A permission that a role has itself, and that nobody who holds the role exercised; `last` is when one of them did before, if ever. */
export const unusedInRole = z.strictObject({
  role: ref.extend({ title: z.string() }),
  permission: ref.extend({ title: z.string() }),
  holders: z.int(),
  last: instant.nullable(),
});
export type UnusedInRole = z.infer<typeof unusedInRole>;

/** The same for permissions of roles as {@link unused} for grants. */
export const unusedInRoles = page(unusedInRole).extend(seenSince);
export type UnusedInRoles = z.infer<typeof unusedInRoles>;
