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

/** The length of the period in days. */
export const unusedOfUserQuery = z.strictObject({ days: unusedQuery.shape.days });

/**
 * The first grants that a user holds directly and did not use, in every application. `seen` tells whether any of these
 * applications reported use during the whole period.
 */
export const unusedOfUser = page(grant).extend({ days: z.int(), from: instant, seen: z.boolean() });
export type UnusedOfUser = z.infer<typeof unusedOfUser>;

/** Filters the permissions of a role that none of the role's holders used for a number of days. */
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

/**
 * How many of a role's holders have exercised any of its permissions in the last `days` days, by any path. `holders`
 * are users who hold the role now. The use by programs is not reported.
 */
export const roleUse = z.strictObject({ role: id, holders: z.int(), used: z.int() });
export type RoleUse = z.infer<typeof roleUse>;

/** The roles whose use is counted: ids, separated by commas. */
export const roleUseQuery = z.strictObject({
  roles: z
    .string()
    .max(limits.pageMax.value * 37)
    .transform((text) => text.split(','))
    .pipe(z.array(id).min(1).max(limits.pageMax.value)),
});

/** The use of roles. The period is described as in {@link unused}. If the reports do not cover all of it, `items` is empty. */
export const rolesUse = z.strictObject({ ...seenSince, items: z.array(roleUse) });

/** For each permission of a role, how many of its holders have exercised it. Permissions without use are left out. */
export const permissionsUse = z.strictObject({
  ...seenSince,
  holders: z.int(),
  used: z.int(),
  items: z.array(z.strictObject({ permission: id, used: z.int() })),
});
export type PermissionsUse = z.infer<typeof permissionsUse>;

export const usageCalls = {
  report: call({
    method: 'POST',
    path: '/usage',
    summary: 'Report which permissions were exercised, and by whom, since the last report',
    access: serviceToken,
    body: usageReport,
  }),
};
