import * as z from 'zod';
import { limits } from '../limits.ts';
import { applicationId, line, newEmail, newUsername, personName, roleName, text } from '../names.ts';
import { translatable } from '../problem.ts';

const groupName = line(limits.nameMax.value, 'group_name');
const roleOf = z.strictObject({ application: applicationId, role: roleName });

/**
 * A line of an import from another system (NDJSON). The order is: applications, roles, groups, users, and `end`.
 * Without `end`, the file counts as truncated. Names refer to earlier lines.
 */
export const directoryLine = z.union([
  z.strictObject({
    user: z.strictObject({
      username: newUsername,
      email: newEmail.nullable(),
      /** Whether the source system verified the address; omitted if unknown. */
      verified: z.boolean().optional(),
      name: personName('name'),
      jobTitle: line(limits.titleMax.value, 'title').optional(),
      suspended: z.boolean(),
      /** The hash of the password as a PHC string. */
      password: z.string().max(limits.importedHashLength.value).optional(),
      /** The secret of the authenticator app (SHA-1, six digits, 30 seconds) in base64. */
      totp: z.base64().min(1).max(256).optional(),
      groups: z.array(groupName),
      roles: z.array(roleOf),
    }),
  }),
  z.strictObject({
    application: z.strictObject({ id: applicationId, name: line(limits.nameMax.value, 'name') }),
  }),
  z.strictObject({
    role: z.strictObject({
      application: applicationId,
      name: roleName,
      title: text(limits.titleMax.value, 'title'),
      includes: z.array(roleName),
    }),
  }),
  z.strictObject({
    group: z.strictObject({
      name: groupName,
      description: text(limits.descriptionMax.value, 'description'),
      /** The parent group; null for none. */
      within: groupName.nullable(),
      roles: z.array(roleOf),
    }),
  }),
  z.strictObject({
    end: z.strictObject({
      /** The source system, such as `keycloak`. */
      system: z.string().regex(/^[a-z0-9]{1,30}$/),
      /** The SHA-256 of the file. `leftOut` counts the values that the exporter omitted. */
      digest: z.string().regex(/^[0-9a-f]{64}$/),
      leftOut: z.int().min(0),
    }),
  }),
]);
export type DirectoryLine = z.infer<typeof directoryLine>;
export type DirectoryUser = Extract<DirectoryLine, { user: unknown }>['user'];
export type DirectoryRole = z.infer<typeof roleOf>;

const counts = z.strictObject({ made: z.int(), there: z.int() });

/** The result of an import or of its dry run (`dryRun`). */
export const directoryReport = z.strictObject({
  dryRun: z.boolean(),
  applications: counts,
  roles: counts,
  inclusions: counts,
  groups: counts,
  users: counts,
  memberships: counts,
  grants: counts,
  /**
   * The number of new users with a password. `withTotp` counts those with an authenticator app, and `invited` those
   * without a password.
   */
  withPassword: z.int(),
  withTotp: z.int(),
  suspended: z.int(),
  invited: z.int(),
  /**
   * The usernames of up to `limits.importErrorsShown` new users. `known` lists users who already exist. `namesakes`
   * lists existing users with the same username but a different address.
   */
  new: z.array(z.string()),
  known: z.array(z.string()),
  namesakes: z.array(z.strictObject({ username: z.string(), here: z.string(), there: z.string() })),
  /**
   * The omitted values with the reason and the users' names. Only the first few of each reason are listed; `count`
   * counts all.
   */
  leftOut: z.array(z.strictObject({ why: z.string(), count: z.int(), names: z.array(z.string()), ...translatable })),
  change: z.int().nullable(),
});
export type DirectoryReport = z.infer<typeof directoryReport>;

/** A line of a streamed import (NDJSON): the progress, and finally the report or a problem. */
export const directoryProgress = z.union([
  z.strictObject({ phase: z.enum(['reading', 'checking', 'writing']), done: z.int(), total: z.int().nullable() }),
  z.strictObject({ report: directoryReport }),
  z.strictObject({ problem: z.looseObject({ code: z.string() }) }),
]);
export type DirectoryProgress = z.infer<typeof directoryProgress>;
