import * as z from 'zod';
import { actor, event, eventAction } from './audit.ts';
import { id, instant, page, version } from './common.ts';
import { planDigest, planEffect, setName } from './plans.ts';

/**
 * The scope of a revert: an applied change set, by the number of its last event or by its digest; one change; or all
 * changes of a user in a period.
 */
export const revertQuestion = z.union([
  z.strictObject({ plan: z.union([version, planDigest]) }),
  z.strictObject({ event: version }),
  z.strictObject({ by: id, from: instant, to: instant.optional() }),
]);

/** Why something cannot be reverted. */
export const revertObstacle = z.enum([
  /** Another user changed it since. */
  'changed_since',
  /** Others use what was created: they would lose what depends on it. */
  'in_use',
  /** Its target no longer exists. */
  'gone',
  /** Another user created the same again. */
  'exists_again',
  /** What would return has ended by now. */
  'over_by_now',
  /** It is as it was before already. */
  'already',
  /** Nothing returns for an erased person. */
  'erased',
  /** A secret or a key is shown once and not stored. */
  'secret',
  /** Credentials, and that a user signed in, are the user's own. */
  'sign_in',
  /** It would give the caller an exception: another user must restore it. */
  'own',
  /** No plan makes such a change. */
  'not_planned',
  /** The caller may not see it. */
  'hidden',
]);
export type RevertObstacle = z.infer<typeof revertObstacle>;

/**
 * The target of a change. A grant, a membership, an ownership and an exception have two names: joined in English by
 * `name`, and apart in `names`, for other languages.
 */
const revertTarget = z.strictObject({
  kind: z.string(),
  name: z.string(),
  names: z.array(z.string()).length(2).optional(),
});

/** Something that cannot be reverted, or only in part. */
export const notReverted = z.strictObject({
  /** The change that is not reverted. */
  event: version,
  why: revertObstacle,
  /** Its target; null for callers who may not see it. */
  target: revertTarget.nullable(),
  /** The change that prevents it, and who made it. */
  by: z.strictObject({ event: version, action: eventAction, actor }).nullable(),
  /** All of that as a sentence. */
  says: z.string(),
});
export type NotReverted = z.infer<typeof notReverted>;

/** The target of a change, and the change that it reverts. */
export const revertedBy = z.strictObject({
  event: version,
  target: revertTarget,
});

/** A change set: an applied plan. Its number is that of its last event. */
export const appliedPlan = z.strictObject({
  no: version,
  at: instant,
  actor,
  /** The number of its changes, and the number of the first. */
  changes: z.int(),
  first: version,
  reason: z.string(),
  /** Its set of files. */
  set: setName.nullable(),
  /** The changes that it declared as reverted. */
  reverts: z.array(version),
  /** The last change set that declared this one as reverted. */
  revertedBy: z.strictObject({ no: version, at: instant, actor }).nullable(),
});
export type AppliedPlan = z.infer<typeof appliedPlan>;

const eventOfSet = event.pick({
  no: true,
  at: true,
  action: true,
  actor: true,
  application: true,
  target: true,
  before: true,
  after: true,
});

/** The same with the first of its changes, and who gained and lost what by it then. */
export const appliedPlanInFull = appliedPlan.extend({
  /** The first of them; `plans.appliedEvents` has all. */
  events: z.array(eventOfSet),
  /** The first of the changes that it reverts. The last event of a change set stands for the whole set. */
  reverted: z.array(eventOfSet),
  /** Null for a set of over 1,000 changes: `plans.appliedEffects` has them page by page. */
  effects: z.array(planEffect).nullable(),
});
export type AppliedPlanInFull = z.infer<typeof appliedPlanInFull>;

/** A page of the changes of a change set, in their order. */
export const appliedEvents = page(eventOfSet);

/**
 * A page of the effects of a change set, by user or program, sorted by name. It may hold fewer than requested, even
 * none, although `next` is set.
 */
export const appliedEffects = z.strictObject({
  /** Each for one user or program, in one application, from one instant on. */
  items: z.array(planEffect),
  next: z.string().nullable(),
  /** For callers who may not read all access: only effects in the applications that they own are listed. */
  partial: z.boolean(),
});
export type AppliedEffects = z.infer<typeof appliedEffects>;
