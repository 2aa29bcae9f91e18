import * as z from 'zod';
import { call, serviceToken } from '../call.ts';
import { limits } from '../limits.ts';
import { permissionName } from '../names.ts';
import { id, instant, listQuery, page, ref } from './common.ts';
import { grant } from './grants.ts';

/**
 * The use of a permission, as reported by the application's API servers: by how many users and how often within
 * limits.usageWindow, and when last.
 */
export const permissionUse = z.strictObject({
  permission: ref.extend({ title: z.string() }),
  users: z.int(),
  count: z.int(),
  last: instant.nullable(),
});
export type PermissionUse = z.infer<typeof permissionUse>;

/** How often a user exercised a permission since the last report, and when last (seconds since the epoch). */
export const usageReport = z.strictObject({
  exercised: z
    .array(
      z.strictObject({ user: id, permission: permissionName, count: z.int().positive(), last: z.int().nonnegative() }),
    )
    .max(limits.usageBatchMax.value),
});

/** The number of days without use of what a grant brings, and a filter of grants. */
export const unusedQuery = listQuery(['starts', '-starts', 'principal', '-principal', 'gives', '-gives']).extend({
  days: z.coerce.number<number | string>().int().min(1).max(limits.usageKept.value).optional(),
  principal: id.optional(),
});

/** What is known about that period: see {@link unused}. */
const seenSince = {
  days: z.int(),
  from: instant,
  reportedSince: instant.nullable(),
  lastReport: instant.nullable(),
  seen: z.boolean(),
};

/**
 * Grants without use since `from`, for `days`. The application has reported since the day `reportedSince`, and last
 * on the day `lastReport`: UTC days. Unknown (`seen` is false) if it began later than `from`.
 */
export const unused = page(grant).extend(seenSince);
export type Unused = z.infer<typeof unused>;

/** The number of days without use of a role's permission by its holders, and a filter. */
export const unusedInRolesQuery = listQuery(['role', '-role', 'permission', '-permission']).extend({
  days: unusedQuery.shape.days,
  role: id.optional(),
});

/** A permission that a role holds itself, and that no holder has exercised; `last` is the last earlier use, if any. */
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

export const usageCalls = {
  report: call({
    method: 'POST',
    path: '/usage',
    summary: 'Report which permissions were exercised, and by whom, since the last report',
    access: serviceToken,
    body: usageReport,
  }),
};
