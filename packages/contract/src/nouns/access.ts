import * as z from 'zod';
import { call, licetToken, permissionOrOwner } from '../call.ts';
import { permissionName } from '../names.ts';
import { gainSeries, id, instant, listQuery, page, principal, ref, seriesQuery } from './common.ts';

/**
 * One path of access. `groups` leads from the user to the grant, nearest group first. `roles` leads from the granted
 * role through included roles. Without roles, the permission was granted directly. `admin` means that the role admin
 * includes the permission.
 */
export const accessPath = z.strictObject({
  grant: id,
  groups: z.array(ref),
  roles: z.array(ref),
  admin: z.boolean(),
  starts: instant,
  /** When the user joined the last of the groups by which the grant reaches them. Null without groups. */
  joined: instant.nullable(),
  ends: instant.nullable(),
  /** The recorded name of the user or program that made the grant. */
  grantedBy: z.string(),
  reason: z.string(),
  /** The access request that led to the grant, if there was one. */
  request: id.nullable(),
});
export type AccessPath = z.infer<typeof accessPath>;

/**
 * A role or permission that a principal holds, with its paths. `paths` contains the first paths, and `pathCount` counts
 * all of them. A permission has `lastUsed`, the last reported use by the user; null if no use was reported. At a past or
 * future time, `lastUsed` is absent, because use is not recorded as a fact.
 */
export const accessItem = z.strictObject({
  id,
  name: z.string(),
  title: z.string(),
  paths: z.array(accessPath),
  pathCount: z.int(),
  lastUsed: instant.nullable().optional(),
});
export type AccessItem = z.infer<typeof accessItem>;

/** A user's token for an application, with its size. */
export const tokenPreview = z.strictObject({
  claims: z.strictObject({
    sub: z.string(),
    roles: z.array(z.string()),
    permissions: z.array(z.string()),
    exp: z.int(),
    ver: z.int(),
  }),
  bytes: z.int(),
  byReference: z.boolean(),
});

/**
 * The effective access of a user in an application at a given time. A token contains this access. `reportedSince` is the
 * first day for which the application reported use, for the present only; null without reports.
 */
export const access = z.strictObject({
  user: ref,
  application: ref,
  at: instant,
  version: z.int(),
  status: z.enum(['invited', 'active', 'suspended']),
  admin: z.boolean(),
  changesAt: instant.nullable(),
  roles: z.array(accessItem),
  permissions: page(accessItem),
  reportedSince: instant.nullable().optional(),
  token: tokenPreview,
});
export type Access = z.infer<typeof access>;

/** A user's access in one application, for a row of a list. */
export const accessSummary = z.strictObject({
  application: ref,
  admin: z.boolean(),
  roles: z.array(ref),
  permissions: z.int(),
  changesAt: instant.nullable(),
  tokenBytes: z.int(),
});
export type AccessSummary = z.infer<typeof accessSummary>;

/**
 * A permission, role or group that would give a refused permission. In a list, the remedy with the fewest other
 * permissions comes first. `also` is the number of these other permissions.
 */
export const remedy = z.strictObject({
  kind: z.enum(['permission', 'role', 'group']),
  id,
  name: z.string(),
  roles: z.array(ref),
  also: z.int(),
  alsoNames: z.array(z.string()),
});

/** One decision with its explanation. */
export const decision = z.strictObject({
  user: principal,
  application: ref,
  permission: z.strictObject({ name: z.string(), title: z.string(), known: z.boolean() }),
  at: instant,
  version: z.int(),
  permitted: z.boolean(),
  reason: z.enum(['admin', 'listed', 'not_listed', 'suspended']),
  paths: z.array(accessPath),
  pathCount: z.int(),
  held: z.strictObject({ roles: z.array(ref), permissions: z.int() }),
  remedies: z.array(remedy),
  until: instant.nullable(),
  /** The approvers of a request by this principal, as in a decision about the caller. */
  deciders: z.array(ref),
  deciderCount: z.int(),
});
export type Decision = z.infer<typeof decision>;

/** A period in which a user held something; `ends` is null if it lasts. */
export const heldPeriod = z.strictObject({ starts: instant, ends: instant.nullable() });
export type HeldPeriod = z.infer<typeof heldPeriod>;

/**
 * The periods between `from` and `at` in which a user held a permission, or anything in the application if `permission`
 * is null. In ascending order, with a gap between every two. `from` is 12 months before `at`. It is later if the user or the
 * application was created later, or if there are too many periods.
 */
export const heldPeriods = z.strictObject({
  user: principal,
  application: ref,
  permission: z.strictObject({ name: z.string(), title: z.string(), known: z.boolean() }).nullable(),
  from: instant,
  at: instant,
  version: z.int(),
  periods: z.array(heldPeriod),
});
export type HeldPeriods = z.infer<typeof heldPeriods>;

/**
 * True in a list if an entry has too many paths. Its paths are then omitted, and each `pathCount` is 0. To get the
 * paths, request the explanation of one permission of one user.
 */
export const tooManyPaths = z.literal(true).optional();

export const holder = z.strictObject({
  user: principal,
  admin: z.boolean(),
  paths: z.array(accessPath),
  pathCount: z.int(),
  tooManyPaths,
  /** The last reported use of the permission by this holder; null if none was reported. Absent at a past or future time. */
  lastUsed: instant.nullable().optional(),
});
export type Holder = z.infer<typeof holder>;
/** The holders of a permission. `reportedSince` is the first day for which the application reported use. */
export const holders = page(holder).extend({
  at: instant,
  version: z.int(),
  known: z.boolean(),
  reportedSince: instant.nullable().optional(),
});

/** The result of an import or of its dry run (`dryRun`). */
export const importReport = z.strictObject({
  dryRun: z.boolean(),
  lines: z.int(),
  created: z.strictObject({
    users: z.int(),
    permissions: z.int(),
    roles: z.int(),
    rolePermissions: z.int(),
    grants: z.int(),
  }),
  unchanged: z.int(),
  change: z.int().nullable(),
  digest: z.string(),
});
export type ImportReport = z.infer<typeof importReport>;

/** A line of a streamed import (NDJSON): the progress, and finally the report or a problem. */
export const importLine = z.union([
  z.strictObject({ phase: z.enum(['reading', 'checking', 'writing']), done: z.int(), total: z.int().nullable() }),
  z.strictObject({ report: importReport }),
  z.strictObject({ problem: z.looseObject({ code: z.string() }) }),
]);
export type ImportLine = z.infer<typeof importLine>;

const read = permissionOrOwner('access.read');
const params = z.strictObject({ application: z.string() });

/** The delimiter of a CSV file. A file with tabs has the format `tsv`. */
const pairDelimiter = z.enum(['comma', 'semicolon']).optional();

export const accessCalls = {
  get: call({
    method: 'GET',
    path: '/applications/:application/access/:user',
    summary: 'Get the effective access of a user, with the paths of each item',
    access: read,
    params: params.extend({ user: id }),
    query: listQuery(['name', '-name']).extend({ at: instant.optional() }),
    reply: access,
    errors: ['wrong_state'],
  }),
  decide: call({
    method: 'GET',
    path: '/applications/:application/decision',
    summary: 'Explain one decision. `user` is an id, a username or an e-mail address',
    access: read,
    params,
    query: z.strictObject({ user: z.string().min(1).max(256), permission: permissionName, at: instant.optional() }),
    reply: decision,
  }),
  periods: call({
    method: 'GET',
    path: '/applications/:application/periods',
    summary:
      'List the periods of the last 12 months in which a user held a permission, or, without `permission`, anything in the application. The decision permits at each instant within them, and at no other. `user` is an id, a username or an e-mail address',
    access: read,
    params,
    query: z.strictObject({
      user: z.string().min(1).max(256),
      permission: permissionName.optional(),
      at: instant.optional(),
    }),
    reply: heldPeriods,
  }),
  holders: call({
    method: 'GET',
    path: '/applications/:application/holders',
    summary: 'List who holds a permission, with the paths',
    access: read,
    params,
    query: listQuery(['name']).extend({ permission: permissionName, at: instant.optional() }),
    reply: holders,
    errors: ['unknown_permission'],
  }),
  gainSeries: call({
    method: 'GET',
    path: '/access/series',
    summary:
      'Count the grants that began and that ended, by UTC day or week, in the applications whose grants the caller may read; without `application`, readers of groups also get the memberships',
    access: licetToken,
    query: seriesQuery.extend({ application: z.string().optional() }),
    reply: gainSeries,
  }),
  export: call({
    method: 'GET',
    path: '/applications/:application/export',
    summary:
      'Export the effective access of all users: pairs of user and permission by the names of that instant, sorted by code point',
    access: read,
    params,
    query: z.strictObject({
      format: z.enum(['tsv', 'csv', 'json']).optional(),
      delimiter: pairDelimiter,
      at: instant.optional(),
    }),
    stream: 'text/plain',
  }),
  import: call({
    method: 'POST',
    path: '/applications/:application/imports',
    summary:
      'Import pairs of user and permission, pairs of user and role, or a catalogue of roles: all in one change, or nothing',
    access: permissionOrOwner('applications.manage'),
    params,
    query: z.strictObject({
      kind: z.enum(['permissions', 'roles', 'catalogue']),
      dryRun: z.enum(['true', 'false']).optional(),
      name: z.string().max(256).optional(),
    }),
    body: z.string(),
    bodyType: 'text/plain',
    stream: 'application/x-ndjson',
    reply: importLine,
    errors: [
      'import_rejected',
      'built_in',
      'longer_than_allowed',
      'may_not_grant',
      'name_taken',
      'second_approver_needed',
      'separation_violated',
    ],
  }),
};
