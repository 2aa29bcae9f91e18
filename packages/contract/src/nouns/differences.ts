import * as z from 'zod';
import { call, licetToken } from '../call.ts';
import { eventInSet } from './audit.ts';
import { asOf, id, instant, listQuery, page, principal, ref, version } from './common.ts';
import { namesHeld } from './plans.ts';

/** A grant that gives the gained access, or gave the lost access. */
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

/** A grant whose access continues with a different end. `ends` is the new end, and `was` the former one. */
export const differenceEnd = differenceGrant.extend({
  /** The end at the earlier time; null if there was none. */
  was: instant.nullable(),
  /** True if the end of the grant itself differs. False if only the ends of permissions in its role differ. */
  itself: z.boolean(),
});
export type DifferenceEnd = z.infer<typeof differenceEnd>;

/** The access in an application that a user gained or lost at one moment between two times, or whose end changed. */
export const differenceMoment = z.strictObject({
  at: instant,
  gains: namesHeld,
  loses: namesHeld,
  /** The names of access that the user has at both times, but with a different end. */
  moves: namesHeld,
  /** The grants of the gained access, at the later time. */
  gainedBy: z.array(differenceGrant),
  /** The grants of the lost access, at the earlier time. */
  lostFrom: z.array(differenceGrant),
  /** The grants of the access whose end changed. */
  movedBy: z.array(differenceEnd),
  /** The number of the change that caused the difference; null if a grant started or ended as planned. */
  change: version.nullable(),
  /**
   * The change, with its author and reason (also of the change set). Present only for callers who may read the audit
   * log.
   */
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
 * A page of differences between two times. `total` and the page size count users and programs, each with all its
 * lines.
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
