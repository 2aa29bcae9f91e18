import * as z from 'zod';
import { eventInSet } from './audit.ts';
import { asOf, id, instant, page, principal, ref, version } from './common.ts';
import { namesHeld } from './plans.ts';

/** A grant that brings, or brought, what somebody gained or lost. */
export const differenceGrant = z.strictObject({
  id,
  gives: z.strictObject({ kind: z.enum(['role', 'permission']), name: z.string() }),
  /** The group that it was made to; null where it was made to the holder. */
  group: ref.nullable(),
  starts: instant,
  ends: instant.nullable(),
  /** Of the permissions gained or lost those that it brings. */
  brings: z.array(z.string()),
});
export type DifferenceGrant = z.infer<typeof differenceGrant>;

/** A grant by which somebody holds what they had held before, until another end: `ends` of the grant instead of `was`. */
export const differenceEnd = differenceGrant.extend({
  /** Until when it was held at the earlier instant; null: it had no end. */
  was: instant.nullable(),
  /** Whether what the grant gives has another end itself; false where only permissions that its role brings have one. */
  itself: z.boolean(),
});
export type DifferenceEnd = z.infer<typeof differenceEnd>;

/** What somebody gained and lost in an application at one moment between two instants, and what of theirs got another end. */
export const differenceMoment = z.strictObject({
  at: instant,
  gains: namesHeld,
  loses: namesHeld,
  /** What is held at both instants, at the later one longer or shorter. */
  moves: namesHeld,
  /** The grants by which what was gained is held at the later instant. */
  gainedBy: z.array(differenceGrant),
  /** The grants by which what was lost was held at the earlier instant. */
  lostFrom: z.array(differenceGrant),
  /** The grants by which what moved is held until its new end. */
  movedBy: z.array(differenceEnd),
  /** The number of the change that did it; null where a grant started or ended as planned. */
  change: version.nullable(),
  /** That change, with who made it and why (also by the change set), for those who may read the audit log. */
  event: eventInSet.nullable(),
});
export type DifferenceMoment = z.infer<typeof differenceMoment>;

/** What a user or a program holds otherwise at the later instant than at the earlier one, in one application. What came and went between is not told. */
export const difference = z.strictObject({
  holder: principal,
  application: z.strictObject({ id: z.string(), name: z.string() }),
  /** The earliest first. */
  moments: z.array(differenceMoment),
});
export type Difference = z.infer<typeof difference>;

/** A page of differences, between these two. `total` and the size of a page count people and programs, each with all their lines. */
export const differences = page(difference).extend({ from: asOf, to: asOf });
