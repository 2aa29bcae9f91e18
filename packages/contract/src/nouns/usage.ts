import * as z from 'zod';
import { call, serviceToken } from '../call.ts';
import { limits } from '../limits.ts';
import { permissionName } from '../names.ts';
import { id, instant, listQuery, page, ref } from './common.ts';
import { grant } from './grants.ts';

/**
 * The use of a permission, as reported by the application's API servers. It contains the number of users and uses
 * within `limits.usageWindow`, and the last use.
 */
export const permissionUse = z.strictObject({
  permission: ref.extend({ title: z.string() }),
  users: z.int(),
  count: z.int(),
  last: instant.nullable(),
});
export type PermissionUse = z.infer<typeof permissionUse>;

/**
 * The number of times that a user exercised a permission since the last report. `last` is the time of the last use,
 * in seconds since the epoch.
 */
export const usageReport = z.strictObject({
  exercised: z
    .array(
      z.strictObject({ user: id, permission: permissionName, count: z.int().positive(), last: z.int().nonnegative() }),
    )
    .max(limits.usageBatchMax.value),
});

/** Filters grants whose permissions were not used for a number of days. */
export const unusedQuery = listQuery(['starts', '-starts', 'principal', '-principal', 'gives', '-gives']).extend({
  days: z.coerce.number<number | string>().int().min(1).max(limits.usageKept.value).optional(),
  principal: id.optional(),
});

/** The period for which use was reported; see {@link unused}. */
const seenSince = {
  days: z.int(),
  from: instant,
  reportedSince: instant.nullable(),
  lastReport: instant.nullable(),
  seen: z.boolean(),
};

/**
 * A page of grants that were not used in the last `days` days, which begin at `from`. `reportedSince` and `lastReport`
 * are the first and last UTC day of the application's reports. `seen` is false if the reports began after `from`,
 * because earlier use is then unknown.
 */
export const unused = page(grant).extend(seenSince);
export type Unused = z.infer<typeof unused>;

/** Filters permissions of roles that no holder used for a number of days. */
export const unusedInRolesQuery = listQuery(['role', '-role', 'permission', '-permission']).extend({
  days: unusedQuery.shape.days,
  role: id.optional(),
});

/**
 * A permission of a role that none of the role's holders has used in the period. `last` is the last use before the
 * period; null if there is none.
 */
export const unusedInRole = z.strictObject({
  role: ref.extend({ title: z.string() }),
  permission: ref.extend({ title: z.string() }),
  holders: z.int(),
  last: instant.nullable(),
});
export type UnusedInRole = z.infer<typeof unusedInRole>;

/** A page of unused permissions in roles. The period is described as in {@link unused}. */
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
