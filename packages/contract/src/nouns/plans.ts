import * as z from 'zod';
import { limits } from '../limits.ts';
import { applicationId, line } from '../names.ts';
import { problem } from '../problem.ts';
import { says } from '../reasons/says.ts';
import { actor, event, eventAction } from './audit.ts';
import { anyJson, id, instant, page, principal, ref, version } from './common.ts';

/** The audit event of a planned change, or its refusal. */
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

/** Roles and permissions by name, sorted by code point. The role `admin` means every permission. */
export const namesHeld = z.strictObject({ roles: z.array(z.string()), permissions: z.array(z.string()) });

/**
 * Users and programs with the same gains and losses. A caller who may not read access in the application sees only
 * their number.
 */
export const planEffect = z.strictObject({
  /** Null for callers who may not see it. */
  application: z.strictObject({ id: z.string(), name: z.string() }).nullable(),
  /**
   * The time at which it begins: the plan's own instant, or a later start or end of a grant. For callers who may not
   * read access there, it is always the plan's own.
   */
  at: instant,
  gains: namesHeld,
  loses: namesHeld,
  /** Permissions of a removed path that another path still gives. */
  keeps: z.array(z.string()),
  /** The other path: granted roles that bring some of it, and direct permissions. */
  keptBy: namesHeld,
  count: z.int(),
  /** The first of them by name. */
  holders: z.array(principal),
  /**
   * Present if there is too much to list. This effect then represents all effects in the application that the answer
   * does not list: it names their users and programs, and the instant at which the first of them can begin.
   */
  notListed: z.literal(true).optional(),
  /**
   * Present, beside `notListed`, if the server did not compare what these users and programs hold before and after. `holder_too_large`:
   * each has too many roles and permissions in the application. `plan_too_large`: the plan changes too many. The digest covers their
   * changes.
   */
  notCompared: z.enum(['holder_too_large', 'plan_too_large']).optional(),
});
export type PlanEffect = z.infer<typeof planEffect>;

/** The name of a set of files. What the set creates is recorded under it. */
export const setName = line(limits.nameMax.value, 'set_name');

/**
 * A name in a set of files, and its meaning when the files were read: the id, or null for an unused name and for an
 * application, which is its identifier. Roles, permissions and clients are named with their application.
 */
export const nameInFiles = z.strictObject({
  kind: z.enum(['application', 'user', 'group', 'permission', 'role', 'client']),
  application: applicationId.optional(),
  name: line(limits.nameMax.value, 'name'),
  id: id.nullable(),
});
export type NameInFiles = z.infer<typeof nameInFiles>;

/** What the server found out about a name. */
export const nameFinding = z.strictObject({
  /** The place of the name in the question, counted from 0. */
  place: z.int(),
  /**
   * `new`: the set has not used it before. `moved`: the name now belongs to something else. `renamed`: the thing with
   * this name was renamed, and nothing has the name now.
   */
  why: z.enum(['new', 'moved', 'renamed']),
  /** The change that caused it; null for a new name. */
  since: version.nullable(),
  /** The present name of what the set means; null if it was deleted, and for a new name. */
  before: z.string().nullable(),
});
export type NameFinding = z.infer<typeof nameFinding>;

/** Some of the principals of an effect, by name, and the start of the next page. */
export const planHolders = z.strictObject({ items: z.array(principal), next: z.int().nullable() });

export const planDigest = z.string().regex(/^[0-9a-f]{64}$/, says('digest_form', {}));

/**
 * Something that a set of files created: its change was part of a plan of that set. A membership or an owner has an id
 * of its own, and is listed under the id of the group or the identifier of the application.
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
 * What changes touch besides roles and permissions, and whose effects on users no plan evaluates: owners of an
 * application; approvers and emergency use of a role; separations; how users and programs sign in.
 */
export const notEvaluated = z.enum(['owners', 'role_rules', 'separations', 'sign_in']);
export type NotEvaluated = z.infer<typeof notEvaluated>;

/** The result of applying a plan: the numbers of its first and its last change, including the event about the whole. */
export const planApplied = z.strictObject({ first: version, last: version });

const progress = z.strictObject({
  phase: z.enum(['reading', 'checking', 'effects', 'writing']),
  /** The number of changes. */
  done: z.int(),
  total: z.int().nullable(),
});
const said = z.strictObject({ problem: z.looseObject({ code: z.string() }) });

/**
 * A streamed plan of very many changes, one JSON object a line: progress, the first refused changes, the effects
 * (with the first few principals each), and last the plan or a problem. After a refusal, changes of later parts are
 * not evaluated.
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
  said,
]);
export type LongPlanLine = z.infer<typeof longPlanLine>;

/** A streamed application of very many changes: progress, then the result or a problem. */
export const longApplicationLine = z.union([progress, z.strictObject({ applied: planApplied }), said]);
export type LongApplicationLine = z.infer<typeof longApplicationLine>;

/** The effects of changes that are made in order. */
export const plan = z.strictObject({
  /** The number of the change that would apply it, if nothing else changes before. */
  version,
  at: instant,
  /** In the order of the changes. */
  steps: z.array(plannedStep),
  /**
   * The digest of the request and the whole plan: applying sends it, and is refused if the same changes would have
   * other effects by then.
   */
  digest: planDigest,
  /**
   * The effects of changes that are not refused, now and at every later start and end of a relevant grant: earliest
   * first, then by number of principals. Effects that represent unlisted ones (`notListed`) come before all others, and
   * effects hidden from the caller come last.
   */
  effects: z.array(planEffect),
  /** What the changes touch besides roles and permissions. */
  notEvaluated: z.array(notEvaluated),
});
export type Plan = z.infer<typeof plan>;

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
  /** Other users use the created thing, and would lose what depends on it. */
  'in_use',
  /** Its target no longer exists. */
  'gone',
  /** Another user created the same again. */
  'exists_again',
  /** What would be restored has ended by now. */
  'over_by_now',
  /** It is already as it was before. */
  'already',
  /** Nothing is restored for an erased user. */
  'erased',
  /** A secret or a key is shown once and not stored. */
  'secret',
  /** Credentials and sign-ins are the user's own. */
  'sign_in',
  /** It would give the caller an exception: another user must restore it. */
  'own',
  /** Plans cannot make such a change. */
  'not_planned',
  /** The caller may not see it. */
  'hidden',
]);
export type RevertObstacle = z.infer<typeof revertObstacle>;

/**
 * The target of a change. A grant, a membership, an ownership and an exception have two names: joined in English by
 * `name`, and separate in `names`, for other languages.
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
  /** All of this as a sentence. */
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

/** An applied plan with its first changes, and its effects at that time. */
export const appliedPlanInFull = appliedPlan.extend({
  /** The first of them; `plans.appliedEvents` has all. */
  events: z.array(eventOfSet),
  /** The first of the changes that it reverts. The last event of a change set means the whole set. */
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
