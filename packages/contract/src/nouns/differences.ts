import * as z from 'zod';
import { call, licetToken } from '../call.ts';
import { eventInSet } from './audit.ts';
import { asOf, id, instant, listQuery, page, principal, ref, version } from './common.ts';
import { namesHeld } from './plans.ts';

/** A grant that brings the gained access, or brought the lost access. */
export const differenceGrant = z.strictObject({
  id,
  gives: z.strictObject({ kind: z.enum(['role', 'permission']), name: z.string() }),
  /** The group that received the grant; null if the holder received it directly. */
  group: ref.nullable(),
  starts: instant,
  ends: instant.nullable(),
  /** The gained or lost permissions that it brings. */
  brings: z.array(z.string()),
});
export type DifferenceGrant = z.infer<typeof differenceGrant>;

/** A grant by which a user still holds something until a different end: `ends` of the grant instead of `was`. */
export const differenceEnd = differenceGrant.extend({
  /** The end at the earlier instant; null if there was none. */
  was: instant.nullable(),
  /** Whether the granted thing itself has a different end; false if only permissions of its role do. */
  itself: z.boolean(),
});
export type DifferenceEnd = z.infer<typeof differenceEnd>;

/**
 * The access that a user gained or lost in an application at one moment between two instants, or that has a different
 * end.
 */
export const differenceMoment = z.strictObject({
  at: instant,
  gains: namesHeld,
  loses: namesHeld,
  /** The access held at both instants, with a different end. */
  moves: namesHeld,
  /** The grants of the gained access, at the later instant. */
  gainedBy: z.array(differenceGrant),
  /** The grants of the lost access, at the earlier instant. */
  lostFrom: z.array(differenceGrant),
  /** The grants of the access with a different end. */
  movedBy: z.array(differenceEnd),
  /** The number of the change that caused it; null if a grant started or ended as planned. */
  change: version.nullable(),
  /** The change, with its author and reason (also of the change set), for readers of the audit log. */
  event: eventInSet.nullable(),
});
export type DifferenceMoment = z.infer<typeof differenceMoment>;

/**
 * The difference in a principal's access in one application between two instants. Access that was both gained and lost
 * in between is left out.
 */
export const difference = z.strictObject({
  holder: principal,
  application: z.strictObject({ id: z.string(), name: z.string() }),
  /** The earliest first. */
  moments: z.array(differenceMoment),
});
export type Difference = z.infer<typeof difference>;

/**
 * A page of differences between these two instants. `total` and the size of a page count users and programs, each with
 * all their lines.
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
