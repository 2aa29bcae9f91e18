import * as z from 'zod';
import { limits } from '../limits.ts';
import { applicationId, line } from '../names.ts';
import { problem } from '../problem.ts';
import { says } from '../reasons/says.ts';
import { actor, event, eventAction } from './audit.ts';
import { anyJson, id, instant, page, principal, ref, version } from './common.ts';

/** The audit event of a planned change, or the reason why the change is refused. */
export const plannedStep = z.strictObject({
  refused: problem.nullable(),
  record: z
    .strictObject({
      action: eventAction,
      target: z.strictObject({ kind: z.string(), id: z.string(), name: z.string() }),
      before: anyJson.optional(),
      after: anyJson.optional(),
    })
    .nullable(),
});
export type PlannedStep = z.infer<typeof plannedStep>;

/** The names of roles and permissions, sorted by code point. The role `admin` means every permission. */
export const namesHeld = z.strictObject({ roles: z.array(z.string()), permissions: z.array(z.string()) });

/**
 * Users and programs with the same gains and losses. For callers who may not read access in the application, only
 * their number is present.
 */
export const planEffect = z.strictObject({
  /** Null for callers who may not see the application. */
  application: z.strictObject({ id: z.string(), name: z.string() }).nullable(),
  /**
   * The time at which the effect begins: the time of the plan, or a later start or end of a grant. For callers who
   * may not read access in the application, it is always the time of the plan.
   */
  at: instant,
  gains: namesHeld,
  loses: namesHeld,
  /**
   * Permissions that the principals keep although one of their paths is removed, because another path still gives them.
   */
  keeps: z.array(z.string()),
  /** The roles and direct permissions that still give the permissions in `keeps`. */
  keptBy: namesHeld,
  count: z.int(),
  /** The first users and programs by name. */
  holders: z.array(principal),
  /**
   * Present if the effects in an application are too many to list. This effect then stands for all unlisted effects in
   * the application. It contains their users and programs, and the earliest possible time.
   */
  notListed: z.literal(true).optional(),
  /**
   * Present with `notListed` if the server could not compare the access before and after.
   * - `holder_too_large`: the principals have too many roles and permissions in the application.
   * - `plan_too_large`: the plan changes too many roles and permissions.
   *
   * The digest of the plan still covers all changes.
   */
  notCompared: z.enum(['holder_too_large', 'plan_too_large']).optional(),
});
export type PlanEffect = z.infer<typeof planEffect>;

/** The name of a set of files. Objects that the set creates are recorded under it. */
export const setName = line(limits.nameMax.value, 'set_name');

/**
 * A name in a set of files, with the object that it referred to when the files were read. `id` is the object's id. It
 * is null for an unused name and for an application, whose name is its identifier. `application` is set for roles,
 * permissions and clients.
 */
export const nameInFiles = z.strictObject({
  kind: z.enum(['application', 'user', 'group', 'permission', 'role', 'client']),
  application: applicationId.optional(),
  name: line(limits.nameMax.value, 'name'),
  id: id.nullable(),
});
export type NameInFiles = z.infer<typeof nameInFiles>;

export const nameFinding = z.strictObject({
  /** The index of the name in the request, from 0. */
  place: z.int(),
  /**
   * - `new`: the set has not used the name before.
   * - `moved`: the name now belongs to another object.
   * - `renamed`: the object was renamed, and no object has the name now.
   */
  why: z.enum(['new', 'moved', 'renamed']),
  /** The number of the change that moved or renamed the object; null for a new name. */
  since: version.nullable(),
  /** The present name of the object that the set refers to; null for a new name, or if the object was deleted. */
  before: z.string().nullable(),
});
export type NameFinding = z.infer<typeof nameFinding>;

/** Some of the principals of an effect by name, and the start of the next page. */
export const planHolders = z.strictObject({ items: z.array(principal), next: z.int().nullable() });

export const planDigest = z.string().regex(/^[0-9a-f]{64}$/, says('digest_form', {}));

/**
 * An object that a set of files created in a plan. For a membership, `id` is the id of the member. For an owner, `id`
 * is the id of the user.
 */
export const madeBySet = z.strictObject({
  kind: z.enum(['permission', 'role', 'client', 'grant', 'owner', 'group', 'member', 'separation']),
  id,
  name: z.string(),
  application: z.string().nullable(),
  group: ref.nullable(),
});
export type MadeBySet = z.infer<typeof madeBySet>;

/**
 * Kinds of changes whose effects on users a plan does not evaluate:
 * - `owners`: the owners of an application
 * - `role_rules`: the approvers and emergency access of a role
 * - `separations`: separation rules
 * - `sign_in`: how users and programs sign in
 */
export const notEvaluated = z.enum(['owners', 'role_rules', 'separations', 'sign_in']);
export type NotEvaluated = z.infer<typeof notEvaluated>;

/**
 * The result of applying a plan: the numbers of its first and last change. The last is the event about the whole
 * plan.
 */
export const planApplied = z.strictObject({ first: version, last: version });

const progress = z.strictObject({
  phase: z.enum(['reading', 'checking', 'effects', 'writing']),
  /** The number of processed changes. */
  done: z.int(),
  total: z.int().nullable(),
});
const problemLine = z.strictObject({ problem: z.looseObject({ code: z.string() }) });

/**
 * A line of a streamed plan for very many changes (NDJSON), in this order:
 * - the progress
 * - the first refused changes
 * - the effects, with their first few principals
 * - the plan, or a problem
 *
 * If a change is refused, the changes after its part of the plan are not evaluated.
 */
export const longPlanLine = z.union([
  progress,
  z.strictObject({ refused: z.strictObject({ place: z.int(), problem }) }),
  z.strictObject({ effect: planEffect }),
  z.strictObject({
    plan: z.strictObject({
      version,
      at: instant,
      changes: z.int(),
      digest: planDigest,
      notEvaluated: z.array(notEvaluated),
    }),
  }),
  problemLine,
]);
export type LongPlanLine = z.infer<typeof longPlanLine>;

/** A line of a streamed application of a plan (NDJSON): the progress, and finally the result or a problem. */
export const longApplicationLine = z.union([progress, z.strictObject({ applied: planApplied }), problemLine]);
export type LongApplicationLine = z.infer<typeof longApplicationLine>;

/** The effects of changes that are made in order. */
export const plan = z.strictObject({
  /** The number of the change that would apply the plan, if no other change comes before. */
  version,
  at: instant,
  /** In the order of the changes. */
  steps: z.array(plannedStep),
  /**
   * The digest of the request and the whole plan. Send it to apply the plan. The call is refused if the plan has
   * changed since.
   */
  digest: planDigest,
  /**
   * The effects of the changes that are not refused, now and at every later start and end of a relevant grant. They
   * are sorted by time, then by number of principals. Effects with `notListed` come first, and effects that are
   * hidden from the caller come last.
   */
  effects: z.array(planEffect),
  notEvaluated: z.array(notEvaluated),
});
export type Plan = z.infer<typeof plan>;

/**
 * The changes to revert: a change set, by the number of its last event or by its digest; one change; or all changes
 * of a user in a period.
 */
export const revertQuestion = z.union([
  z.strictObject({ plan: z.union([version, planDigest]) }),
  z.strictObject({ event: version }),
  z.strictObject({ by: id, from: instant, to: instant.optional() }),
]);

export const revertObstacle = z.enum([
  /** Another user has changed the object since. */
  'changed_since',
  /** Changes that are not reverted use the created object, so it cannot be deleted. */
  'in_use',
  /** The target no longer exists. */
  'gone',
  /** Another user has created the same object again. */
  'exists_again',
  /** The end of the access or exception to restore has passed. */
  'over_by_now',
  /** The object is already as it was before. */
  'already',
  /** Data of an erased user is not restored. */
  'erased',
  /** A secret or key is shown once and not stored. */
  'secret',
  /** Only the user can change their credentials and sign-ins. */
  'sign_in',
  /** The exception is for the caller, so another user must restore it. */
  'own',
  'not_planned',
  /** The caller may not see the object. */
  'hidden',
]);
export type RevertObstacle = z.infer<typeof revertObstacle>;

/**
 * The target of a change. A grant, a membership, an ownership and an exception have two names. `name` joins them in
 * English, and `names` contains them separately, for other languages.
 */
const revertTarget = z.strictObject({
  kind: z.string(),
  name: z.string(),
  names: z.array(z.string()).length(2).optional(),
});

/** A change that cannot be reverted completely. */
export const notReverted = z.strictObject({
  /** The number of the change. */
  event: version,
  why: revertObstacle,
  /** The target of the change; null for callers who may not see it. */
  target: revertTarget.nullable(),
  /** The change that prevents the revert, and its author. */
  by: z.strictObject({ event: version, action: eventAction, actor }).nullable(),
  /** The obstacle as a sentence. */
  says: z.string(),
});
export type NotReverted = z.infer<typeof notReverted>;

/** The target of a change, and the number of the change that is reverted. */
export const revertedBy = z.strictObject({
  event: version,
  target: revertTarget,
});

/** A change set: the result of applying a plan. Its number is the number of its last event. */
export const appliedPlan = z.strictObject({
  no: version,
  at: instant,
  actor,
  /** The number of changes in the set. `first` is the number of the first change. */
  changes: z.int(),
  first: version,
  reason: z.string(),
  /** The set of files that was applied. */
  set: setName.nullable(),
  /** The changes that the change set declared as reverted. */
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

/** A change set with its first changes, and with the effects that it had when it was applied. */
export const appliedPlanInFull = appliedPlan.extend({
  /** The first changes. `plans.appliedEvents` returns all of them. */
  events: z.array(eventOfSet),
  /** The first changes that were reverted. The last event of a change set means the whole set. */
  reverted: z.array(eventOfSet),
  /** Null for a change set of over 1,000 changes. `plans.appliedEffects` returns its effects in pages. */
  effects: z.array(planEffect).nullable(),
});
export type AppliedPlanInFull = z.infer<typeof appliedPlanInFull>;

/** A page of the changes in a change set, in their order. */
export const appliedEvents = page(eventOfSet);

/**
 * A page of the effects of a change set, sorted by the name of the user or program. It may have fewer entries than
 * requested, even none, although `next` is set.
 */
export const appliedEffects = z.strictObject({
  /** Each effect is for one user or program in one application. */
  items: z.array(planEffect),
  next: z.string().nullable(),
  /** True for callers who may not read all access. Only effects in the applications that they own are listed. */
  partial: z.boolean(),
});
export type AppliedEffects = z.infer<typeof appliedEffects>;
