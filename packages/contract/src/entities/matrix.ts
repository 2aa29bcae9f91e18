import * as z from 'zod';
import { asOf, atInstant, id, instant, listQuery, page, ref, version } from './common.ts';

/**
 * A bit for each permission of a matrix, in base64 (RFC 4648 section 4): of the permission at place n, counted from 0, bit n modulo 8, from the
 * lowest, of byte n / 8. Zeros at the end are left out.
 */
const bits = z.base64();

const permissions = z.array(ref.extend({ title: z.string() }));

/** Roles of an application and the permissions that they bring. The role `admin` has all bits set. */
export const roleMatrix = z.strictObject({
  permissions,
  roles: z.array(
    ref.extend({
      title: z.string(),
      builtIn: z.boolean(),
      /** The permissions that it holds itself. */
      own: bits,
      /** The permissions that it brings: its own, and by inclusion. */
      brings: bits,
      version,
    }),
  ),
  asOf: asOf.optional(),
});
export type RoleMatrix = z.infer<typeof roleMatrix>;

/** A filter of users: by a search, by a role that they hold, by a group that they are in. */
export const userMatrixQuery = listQuery(['name'])
  .omit({ limit: true, sort: true })
  .extend({ ...atInstant.shape, role: id.optional(), group: id.optional() });

/** Users who hold anything in an application, and their permissions. */
export const userMatrix = page(
  ref.extend({
    username: z.string(),
    /** Names of the first roles that were granted to them in the application, by themselves or by groups. */
    roles: z.array(z.string()),
    /** Their permissions; all for a holder of the role admin. */
    permitted: bits,
    /** Those that end at some moment within limits.matrixEnding. */
    ending: bits,
    /** Those that they exercised, within limits.usageKept. */
    used: bits,
  }),
).extend({
  permissions,
  /**
   * The first UTC day for which the application reported use, as an instant; null if it never did, or if that is
   * unknown for the instant.
   */
  reportedSince: instant.nullable(),
  asOf: asOf.optional(),
});
export type UserMatrix = z.infer<typeof userMatrix>;
