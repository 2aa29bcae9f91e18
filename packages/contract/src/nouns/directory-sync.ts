import * as z from 'zod';
import { limits } from '../limits.ts';
import { said } from '../problem.ts';
import { id, instant, ref } from './common.ts';
import { planEffect } from './plans.ts';

/** Entries by name, and their number. The stored plan of a run has only the first of them (`limits.syncShown`). */
const some = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({ count: z.int().nonnegative(), items: z.array(item) });

const who = { user: ref, username: z.string() };

/** Why a user leaves: their entry is missing, disabled, or expired. */
export const leavingBecause = z.enum(['gone', 'closed', 'ended']);

/**
 * Why a user stays as they are although their entry says otherwise: they are among the last administrators of Licet;
 * a synchronisation suspended them and they were reactivated by hand; they were suspended by hand; the directory does
 * not show their entry's id.
 */
export const keptBecause = z.enum(['last_administrator', 'let_in_again', 'suspended_by_hand', 'not_named']);

const names = z.array(z.string()).max(limits.dutiesShown.value);

/** What a leaving user owns, decides and reviews, by name: nobody takes this over until it is handed over. */
const leftBehind = z.strictObject({
  /** Applications that they own, by identifier. */
  applications: names,
  /** Roles whose policy names them: `application/role`. */
  roles: names,
  reviews: names,
});

/** The effects of a synchronisation with a directory, by name. */
export const syncPlan = z.strictObject({
  /** The number of entries in the directory, and of active users linked to it. */
  found: z.int().nonnegative(),
  linked: z.int().nonnegative(),
  /** People for whom users are created. */
  new: some(z.strictObject({ username: z.string(), name: z.string(), email: z.string().nullable() })),
  /** Users whose name, address or mapped groups change to the directory's; unchanged ones are null or empty. */
  changed: some(
    z.strictObject({
      ...who,
      name: z.string().nullable(),
      email: z.string().nullable(),
      joins: z.array(z.string()),
      leaves: z.array(z.string()),
    }),
  ),
  /** Users who are suspended and signed out. */
  leaving: some(z.strictObject({ ...who, because: leavingBecause, leavesBehind: leftBehind.optional() })),
  /** Users whom a synchronisation suspended, and whose entries are enabled again. */
  returning: some(z.strictObject(who)),
  kept: some(z.strictObject({ ...who, because: keptBecause })),
  /** Entries and values that are left out, with the reason: the first few of each; `count` counts all. */
  leftOut: z.array(z.strictObject({ why: z.string(), count: z.int(), names: z.array(z.string()), ...said })),
  /** The confirmation to send because many would leave; null if none is needed. */
  confirmation: z.string().nullable(),
});
export type SyncPlan = z.infer<typeof syncPlan>;

/** The plan of a synchronisation, with the access that each user would lose or gain, and from when. */
export const syncPlanned = syncPlan.extend({ at: instant, effects: z.array(planEffect) });
export type SyncPlanned = z.infer<typeof syncPlanned>;

/** A run of the synchronisation. `waiting`: nothing was changed; it waits for a confirmation. */
export const syncRun = z.strictObject({
  id,
  state: z.enum(['running', 'done', 'waiting', 'failed']),
  /** The user who started it; null for the schedule, the operator and deleted users. */
  by: ref.nullable(),
  scheduled: z.boolean(),
  startedAt: instant,
  endedAt: instant.nullable(),
  /** The number of entries read so far. */
  read: z.int().nonnegative(),
  /** Why it failed: the English sentence, with its reason and values if the server of that time recorded them. */
  problem: z.string().nullable(),
  ...said,
  /** What was done, or is planned; null until the directory was read. */
  plan: syncPlan.nullable(),
});
export type SyncRun = z.infer<typeof syncRun>;

/** The state of the synchronisation with a directory. */
export const syncState = z.strictObject({
  /** The last or current run; null without one. */
  run: syncRun.nullable(),
  /** The last success, and the next scheduled run. */
  succeededAt: instant.nullable(),
  nextAt: instant.nullable(),
});
export type SyncState = z.infer<typeof syncState>;

/** Continues although many users leave, if it equals `confirmation` of the plan. */
export const newSync = z.strictObject({ confirmation: z.string().max(64).optional() });
