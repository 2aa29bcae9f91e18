import * as z from 'zod';
import { call, licetToken } from '../call.ts';
import { eventInSet } from './audit.ts';
import { asOf, id, instant, listQuery, page, principal, ref, version } from './common.ts';
import { namesHeld } from './plans.ts';

/** A grant that is the source of gained or lost access. */
export const differenceGrant = z.strictObject({
  id,
  gives: z.strictObject({ kind: z.enum(['role', 'permission']), name: z.string() }),
  /** The group that received the grant; null if the holder received it directly. */
  group: ref.nullable(),
  starts: instant,
  ends: instant.nullable(),
  /** The gained or lost permissions that the grant gives. */
  brings: z.array(z.string()),
});
export type DifferenceGrant = z.infer<typeof differenceGrant>;

/** A grant that is the source of access whose end changed. `ends` is the new end. */
export const differenceEnd = differenceGrant.extend({
  /** The former end; null if there was none. */
  was: instant.nullable(),
  /** True if the end of the grant changed. False if only the ends of permissions in its role changed. */
  itself: z.boolean(),
});
export type DifferenceEnd = z.infer<typeof differenceEnd>;

/**
 * The changes to a user's access in one application at one moment: gained access, lost access, and access whose end
 * changed.
 */
export const differenceMoment = z.strictObject({
  at: instant,
  gains: namesHeld,
  loses: namesHeld,
  /** The roles and permissions that the user keeps, but with a different end. */
  moves: namesHeld,
  /** The grants that give the gained access. */
  gainedBy: z.array(differenceGrant),
  /** The grants that gave the lost access. */
  lostFrom: z.array(differenceGrant),
  /** The grants that give the access whose end changed. */
  movedBy: z.array(differenceEnd),
  /** The number of the change that caused the difference; null if a grant started or ended as planned. */
  change: version.nullable(),
  /** The change with its author and reason; null for callers who may not read the audit log. */
  event: eventInSet.nullable(),
});
export type DifferenceMoment = z.infer<typeof differenceMoment>;

/**
 * The difference in a principal's access in one application between two times. Access that was gained and lost in
 * between is omitted.
 */
export const difference = z.strictObject({
  holder: principal,
  application: z.strictObject({ id: z.string(), name: z.string() }),
  /** The earliest moment comes first. */
  moments: z.array(differenceMoment),
});
export type Difference = z.infer<typeof difference>;

/**
 * A page of differences between two times. `total` and the page size are numbers of users and programs, not of lines.
 */
export const differences = page(difference).extend({ from: asOf, to: asOf });

export const differenceCalls = {
  list: call({
    method: 'GET',
    path: '/differences',
    summary:
      'Compare access between two instants (`from` and `to`, by default now), with the changes that caused each difference: for a user, a role, a group or an application. Owners may compare their application and its roles; others need access.read, and groups.read for a group',
    access: licetToken,
    query: listQuery(['name', '-name']).omit({ q: true }).extend({
      from: instant,
      to: instant.optional(),
      user: id.optional(),
      role: id.optional(),
      group: id.optional(),
      application: z.string().optional(),
    }),
    reply: differences,
    errors: ['ends_before_start', 'forbidden', 'not_found'],
  }),
};
