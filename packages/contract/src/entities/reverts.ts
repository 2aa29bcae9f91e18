import * as z from 'zod';
import { actor, event, eventAction } from './audit.ts';
import { id, instant, page, version } from './common.ts';
import { planDigest, planEffect, setName } from './plans.ts';

/** What is reverted: a change set that was applied, by the number of its last event or by its digest; or one change; or all that a user did in a period. */
export const revertQuestion = z.union([
  z.strictObject({ plan: z.union([version, planDigest]) }),
  z.strictObject({ event: version }),
  z.strictObject({ by: id, from: instant, to: instant.optional() }),
]);

/** Why something cannot be reverted. */
export const revertObstacle = z.enum([
  /** Somebody else changed it since. */
  'changed_since',
  /** What was made is used by others since: they would lose what hangs on it. */
  'in_use',
  /** What it was about is there no more. */
  'gone',
  /** Somebody made the same anew. */
  'exists_again',
  /** What would come back is over by now. */
  'over_by_now',
  /** It is as it was before already. */
  'already',
  /** Of a person who was erased nothing comes back. */
  'erased',
  /** A secret or a key is shown once and kept nowhere. */
  'secret',
  /** What people sign in with, and that they came in, is theirs. */
  'sign_in',
  /** It would let the caller themselves: somebody else gives it back. */
  'own',
  /** No plan makes such a change. */
  'not_planned',
  /** The caller may not see it. */
  'hidden',
]);
export type RevertObstacle = z.infer<typeof revertObstacle>;

/** Something that cannot be reverted, or only in part. */
export const notReverted = z.strictObject({
  /** The change that is not reverted. */
  event: version,
  why: revertObstacle,
  /** What it is about; null for who may not see it. */
  target: z.strictObject({ kind: z.string(), name: z.string() }).nullable(),
  /** The change that stands in the way, and who made it. */
  by: z.strictObject({ event: version, action: eventAction, actor }).nullable(),
  /** All of that as a sentence. */
  says: z.string(),
});
export type NotReverted = z.infer<typeof notReverted>;

/** What one of the changes is about, and which change it reverts. */
export const revertedBy = z.strictObject({
  event: version,
  target: z.strictObject({ kind: z.string(), name: z.string() }),
});

/** A change set: a plan that was applied. Its number is that of its last event, which says that it was. */
export const appliedPlan = z.strictObject({
  no: version,
  at: instant,
  actor,
  /** How many changes it made, and the number of the first. */
  changes: z.int(),
  first: version,
  reason: z.string(),
  /** The set of files that it came from. */
  set: setName.nullable(),
  /** The changes that it said it reverts. */
  reverts: z.array(version),
  /** The last change set that said it reverts this one. */
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
  /** The first of them; `plans.appliedEvents` has them all. */
  events: z.array(eventOfSet),
  /** The first of the changes that it reverts. The last event of a change set stands for all of it. */
  reverted: z.array(eventOfSet),
  /** Null for a set of over 1,000 changes: `plans.appliedEffects` has them page by page. */
  effects: z.array(planEffect).nullable(),
});
export type AppliedPlanInFull = z.infer<typeof appliedPlanInFull>;

/** A page of the changes of a change set, in their order. */
export const appliedEvents = page(eventOfSet);

/** A page of what a change set brought, one user or program after the other by name. It may hold fewer than asked for, even none, while `next` names another. */
export const appliedEffects = z.strictObject({
  /** Each for one user or program, in one application, from one instant on. */
  items: z.array(planEffect),
  next: z.string().nullable(),
  /** For callers who may not read all access: only effects in the applications that they own are listed. */
  partial: z.boolean(),
});
export type AppliedEffects = z.infer<typeof appliedEffects>;
