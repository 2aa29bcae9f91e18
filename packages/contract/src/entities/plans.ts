import * as z from 'zod';
import { limits } from '../limits.ts';
import { applicationId, line } from '../names.ts';
import { problem } from '../problem.ts';
import { says } from '../reasons/says.ts';
import { eventAction } from './audit.ts';
import { anyJson, id, instant, principal, ref, version } from './common.ts';

/** What one of the planned changes would write on the audit chain, or why it is refused. */
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

/** Roles and permissions by name, sorted by code point. The role `admin` among them stands for every permission. */
export const namesHeld = z.strictObject({ roles: z.array(z.string()), permissions: z.array(z.string()) });

/** What people and programs gain and lose alike. Who may not read access in the application is told how many it concerns, and no names. */
export const planEffect = z.strictObject({
  /** Null for who may not see it. */
  application: z.strictObject({ id: z.string(), name: z.string() }).nullable(),
  /** When it begins: the plan's own instant, or a later start or end of a grant. The plan's own also for who may not read access there. */
  at: instant,
  gains: namesHeld,
  loses: namesHeld,
  /** What a removed path gave, and another path still gives. */
  keeps: z.array(z.string()),
  /** That other way: roles granted that bring some of it, and those of it that are granted by themselves. */
  keptBy: namesHeld,
  count: z.int(),
  /** The first of them by name. */
  holders: z.array(principal),
});
export type PlanEffect = z.infer<typeof planEffect>;

/** What a set of files is called, by which it is known what they made. */
export const setName = line(limits.nameMax.value, 'set_name');

/**
 * A name that a set of files uses, and what it stood for when the files were read: the id, or null where nothing had the name and for an application,
 * which is its identifier. Roles, permissions and clients are named with their application.
 */
export const nameInFiles = z.strictObject({
  kind: z.enum(['application', 'user', 'group', 'permission', 'role', 'client']),
  application: applicationId.optional(),
  name: line(limits.nameMax.value, 'name'),
  id: id.nullable(),
});
export type NameInFiles = z.infer<typeof nameInFiles>;

/** What the server knows of a name that it has to say. */
export const nameFinding = z.strictObject({
  /** The place of the name in the question, counted from 0. */
  place: z.int(),
  /**
   * `new`: the set did not use it before. `moved`: something else than what the set means has the name now. `renamed`: nothing has it any more; what the
   * set means is called otherwise.
   */
  why: z.enum(['new', 'moved', 'renamed']),
  /** The change since which that is so; null for a new name. */
  since: version.nullable(),
  /** What the thing that the set means is called now; null when it was deleted, and for a new name. */
  before: z.string().nullable(),
});
export type NameFinding = z.infer<typeof nameFinding>;

/** Some of those whom an effect concerns, by name, and where the next ones begin. */
export const planHolders = z.strictObject({ items: z.array(principal), next: z.int().nullable() });

export const planDigest = z.string().regex(/^[0-9a-f]{64}$/, says('digest_form', {}));

/**
 * Something that a set of files made: the change that made it was one of a plan of that set. A member or an owner stands under the id of
 * their group, or the identifier of the application, and is named by an id of their own.
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
 * What changes touch beside roles and permissions, and whose consequences for people no plan evaluates: who owns an application; who decides on requests
 * of a role, or may take it in an emergency; what is kept apart; how people and programs sign in.
 */
export const notEvaluated = z.enum(['owners', 'role_rules', 'separations', 'sign_in']);
export type NotEvaluated = z.infer<typeof notEvaluated>;

/** What applying a plan did: the numbers of its first and its last change, the line about the whole included. */
export const planApplied = z.strictObject({ first: version, last: version });

const progress = z.strictObject({
  phase: z.enum(['reading', 'checking', 'effects', 'writing']),
  /** How many changes. */
  done: z.int(),
  total: z.int().nullable(),
});
const said = z.strictObject({ problem: z.looseObject({ code: z.string() }) });

/**
 * What a plan of very many changes streams, one JSON object a line: how far it is, the first changes that are refused, who gains and loses what (of those whom an
 * effect concerns the first few), and last the plan or a problem. Where a change is refused, those of a later part are not looked at.
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

/** What applying a plan of very many changes streams: how far it is, then what it did, or a problem. */
export const longApplicationLine = z.union([progress, z.strictObject({ applied: planApplied }), said]);
export type LongApplicationLine = z.infer<typeof longApplicationLine>;

/** What changes would bring, each made after those before it. */
export const plan = z.strictObject({
  /** The number of the change that would apply it, if nothing else is changed before. */
  version,
  at: instant,
  /** In the order of the changes. */
  steps: z.array(plannedStep),
  /** Of what was asked and all that it says: what applies the plan names it, and is refused when the same changes would bring something else by then. */
  digest: planDigest,
  /**
   * Of those that are not refused, at once and at every later start and end of a grant that concerns somebody: what begins first, then the most people. What
   * the caller may not see stands last.
   */
  effects: z.array(planEffect),
  /** What else the changes touch. */
  notEvaluated: z.array(notEvaluated),
});
export type Plan = z.infer<typeof plan>;
