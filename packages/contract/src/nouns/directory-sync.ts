import * as z from 'zod';
import { limits } from '../limits.ts';
import { translatable } from '../problem.ts';
import { id, instant, ref } from './common.ts';
import { planEffect } from './plans.ts';

/** Entries by name, and their number. The stored plan of a run has only the first of them (`limits.syncShown`). */
const some = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({ count: z.int().nonnegative(), items: z.array(item) });

const who = { user: ref, username: z.string() };

/** The reason why a user leaves: the entry is missing, disabled, or expired. */
export const leavingBecause = z.enum(['gone', 'closed', 'ended']);

/**
 * The reason why a user stays unchanged although the directory entry differs.
 *
 * - `last_administrator`: the user is among the last administrators of Licet.
 * - `let_in_again`: a synchronisation suspended the user, and an administrator reactivated them.
 * - `suspended_by_hand`: an administrator suspended the user.
 * - `not_named`: the directory does not show the id of the entry.
 */
export const keptBecause = z.enum(['last_administrator', 'let_in_again', 'suspended_by_hand', 'not_named']);

const names = z.array(z.string()).max(limits.dutiesShown.value);

/**
 * The applications, approvals and reviews for which a leaving user was responsible, by name. They must be handed over
 * to another user.
 */
const leftBehind = z.strictObject({
  /** The identifiers of applications that the user owns. */
  applications: names,
  /** The roles whose policy names the user, as `application/role`. */
  roles: names,
  reviews: names,
});

/** The effects of a synchronisation with a directory, by name. */
export const syncPlan = z.strictObject({
  /** The number of entries in the directory. `linked` is the number of active users that are linked to it. */
  found: z.int().nonnegative(),
  linked: z.int().nonnegative(),
  /** The entries for which users are created. */
  new: some(z.strictObject({ username: z.string(), name: z.string(), email: z.string().nullable() })),
  /** The users whose name, address or mapped groups change. Unchanged values are null or empty. */
  changed: some(
    z.strictObject({
      ...who,
      name: z.string().nullable(),
      email: z.string().nullable(),
      joins: z.array(z.string()),
      leaves: z.array(z.string()),
    }),
  ),
  /** The users to suspend and sign out. */
  leaving: some(z.strictObject({ ...who, because: leavingBecause, leavesBehind: leftBehind.optional() })),
  /** The users whom a synchronisation suspended, and whose entries are enabled again. */
  returning: some(z.strictObject(who)),
  kept: some(z.strictObject({ ...who, because: keptBecause })),
  /**
   * The omitted entries and values with the reason. Only the first few of each reason are listed; `count` counts all.
   */
  leftOut: z.array(z.strictObject({ why: z.string(), count: z.int(), names: z.array(z.string()), ...translatable })),
  /** The confirmation to send if many users would leave; null if none is needed. */
  confirmation: z.string().nullable(),
});
export type SyncPlan = z.infer<typeof syncPlan>;

/** The plan of a synchronisation, with the access that each user would lose or gain, and when. */
export const syncPlanned = syncPlan.extend({ at: instant, effects: z.array(planEffect) });
export type SyncPlanned = z.infer<typeof syncPlanned>;

/** A run of the synchronisation. In the state `waiting`, nothing was changed, and the run waits for a confirmation. */
export const syncRun = z.strictObject({
  id,
  state: z.enum(['running', 'done', 'waiting', 'failed']),
  /** The user who started the run. Null for the schedule, the operator and deleted users. */
  by: ref.nullable(),
  scheduled: z.boolean(),
  startedAt: instant,
  endedAt: instant.nullable(),
  /** The number of entries read so far. */
  read: z.int().nonnegative(),
  /** The reason of the failure as an English sentence. Runs of older versions do not have `reason` and `values`. */
  problem: z.string().nullable(),
  ...translatable,
  /** The performed or planned changes; null until the directory was read. */
  plan: syncPlan.nullable(),
});
export type SyncRun = z.infer<typeof syncRun>;

export const syncState = z.strictObject({
  /** The last or current run; null if there was none. */
  run: syncRun.nullable(),
  /** The time of the last success. `nextAt` is the time of the next scheduled run. */
  succeededAt: instant.nullable(),
  nextAt: instant.nullable(),
});
export type SyncState = z.infer<typeof syncState>;

/** Starts a synchronisation. If many users would leave, `confirmation` must equal the confirmation in the plan. */
export const newSync = z.strictObject({ confirmation: z.string().max(64).optional() });
