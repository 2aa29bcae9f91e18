import * as z from 'zod';
import { limits } from '../limits.ts';
import { isVisible, roleName, text } from '../names.ts';
import { says } from '../reasons/says.ts';
import type { Subject } from '../reasons/subjects.ts';
import { id, instant, principal, ref, version } from './common.ts';

/** A text for a reviewer: not only blanks. */
const written = (what: Subject, error: string) =>
  text(limits.reasonMax.value, what).min(1, { error, abort: true }).refine(isVisible, { error });

export const breakGlassState = z.enum(['unreviewed', 'justified', 'objected']);

/** A role that a user took at once. `reason` is the user's own. `mayReview` is the caller's. */
export const breakGlassUse = z.strictObject({
  id,
  application: ref,
  user: principal,
  role: z.strictObject({ id, name: z.string(), title: z.string() }),
  reason: z.string(),
  at: instant,
  /** The end of the grant. */
  ends: instant,
  grant: id,
  state: breakGlassState,
  /** The reviewer, without a name for the operator. */
  review: z.strictObject({ by: ref.nullable(), at: instant }).nullable(),
  mayReview: z.enum(['yes', 'own_use', 'not_an_owner', 'closed']),
  version,
});
export type BreakGlassUse = z.infer<typeof breakGlassUse>;

/** A role that the caller may take at once, and for how many seconds. */
export const breakGlassOffer = z.strictObject({
  application: ref,
  role: z.strictObject({ id, name: z.string(), title: z.string() }),
  seconds: z.int(),
});

/** Takes a role at once, by its name. */
export const newBreakGlassUse = z.strictObject({
  application: z.string(),
  role: roleName,
  reason: written('reason', says('emergency_reason_missing', {})),
});

/** The result of the review: right, or not right, which ends the grant at once. */
export const breakGlassReview = z.strictObject({
  found: z.enum(['justified', 'objected']),
  note: written('note', says('finding_missing', {})),
});
