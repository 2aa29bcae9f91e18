import * as z from 'zod';
import { limits } from '../limits.ts';
import { isVisible, roleName, text } from '../names.ts';
import { says } from '../reasons/says.ts';
import type { Subject } from '../reasons/subjects.ts';
import { id, instant, principal, ref, version } from './common.ts';

/** A text that whoever reviews it reads: not only blanks. */
const written = (what: Subject, error: string) =>
  text(limits.reasonMax.value, what).min(1, { error, abort: true }).refine(isVisible, { error });

export const breakGlassState = z.enum(['unreviewed', 'justified', 'objected']);

/** A role that somebody took at once. `reason`: why, as they said it. `mayReview` is the caller’s. */
export const breakGlassUse = z.strictObject({
  id,
  application: ref,
  user: principal,
  role: z.strictObject({ id, name: z.string(), title: z.string() }),
  reason: z.string(),
  at: instant,
  /** When the grant ends, or ended. */
  ends: instant,
  grant: id,
  state: breakGlassState,
  /** By whom it was reviewed; without a name where the operator did. */
  review: z.strictObject({ by: ref.nullable(), at: instant }).nullable(),
  mayReview: z.enum(['yes', 'own_use', 'not_an_owner', 'closed']),
  version,
});
export type BreakGlassUse = z.infer<typeof breakGlassUse>;

/** A role that the caller may take at once, and for how many seconds they then have it. */
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

/** What somebody else finds: that it was right, or that it was not; then the grant ends at once, if it still lasts. */
export const breakGlassReview = z.strictObject({
  found: z.enum(['justified', 'objected']),
  note: written('note', says('finding_missing', {})),
});
