import * as z from 'zod';
import { limits } from '../limits.ts';
import { said } from '../problem.ts';
import { id, instant, ref } from './common.ts';
import { planEffect } from './plans.ts';

/** Some of a list by name, and how many there are in all. */
const some = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({ count: z.int().nonnegative(), items: z.array(item).max(limits.syncShown.value) });

const who = { user: ref, username: z.string() };

/** Why somebody leaves: their entry is not there any more, is closed, or has ended. */
export const leavingBecause = z.enum(['gone', 'closed', 'ended']);

/**
 * Why a user stays as they are although their entry says otherwise: they are among the last administrators of Licet; they were suspended by a
 * synchronisation and let in again by hand; they were suspended by hand; the directory does not show what names their entry for good.
 */
export const keptBecause = z.enum(['last_administrator', 'let_in_again', 'suspended_by_hand', 'not_named']);

const names = z.array(z.string()).max(limits.dutiesShown.value);

/** What somebody who leaves owns, decides and reviews, by name: nobody does in their place until it is handed over. */
const leftBehind = z.strictObject({
  /** Applications that they own, by identifier. */
  applications: names,
  /** Roles whose policy names them: `application/role`. */
  roles: names,
  reviews: names,
});

/** What a synchronisation with a directory does, by name. */
export const syncPlan = z.strictObject({
  /** How many entries the directory has, and how many users are linked to it and not suspended. */
  found: z.int().nonnegative(),
  linked: z.int().nonnegative(),
  /** People who become users. */
  new: some(z.strictObject({ username: z.string(), name: z.string(), email: z.string().nullable() })),
  /** Users whose name, address or mapped groups become what the directory says; what stays is null or empty. */
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
  /** Users whom a synchronisation had suspended, and whose entries are open again. */
  returning: some(z.strictObject(who)),
  kept: some(z.strictObject({ ...who, because: keptBecause })),
  /** Who or what is not taken, and why. The first of each reason; `count` has all. */
  leftOut: z.array(z.strictObject({ why: z.string(), count: z.int(), names: z.array(z.string()), ...said })),
  /** So many leave at once that somebody has to confirm it: by sending this. Null where nobody has to. */
  confirmation: z.string().nullable(),
});
export type SyncPlan = z.infer<typeof syncPlan>;

/** The plan of a synchronisation: also which access each user would lose or gain, and from when. */
export const syncPlanned = syncPlan.extend({ at: instant, effects: z.array(planEffect) });
export type SyncPlanned = z.infer<typeof syncPlanned>;

/** A run of the synchronisation. `waiting`: nothing was done, it waits for a confirmation. */
export const syncRun = z.strictObject({
  id,
  state: z.enum(['running', 'done', 'waiting', 'failed']),
  /** Who started it; null for the schedule, the operator and users who are gone. */
  by: ref.nullable(),
  scheduled: z.boolean(),
  startedAt: instant,
  endedAt: instant.nullable(),
  /** How many entries were read so far. */
  read: z.int().nonnegative(),
  /** Why it failed: the English sentence, with its reason and values if it is of a version that knows them. */
  problem: z.string().nullable(),
  ...said,
  /** What was done, or waits to be; null until the directory was read. */
  plan: syncPlan.nullable(),
});
export type SyncRun = z.infer<typeof syncRun>;

/** How the synchronisation with a directory stands. */
export const syncState = z.strictObject({
  /** The last run, or the one under way; null when there was none. */
  run: syncRun.nullable(),
  /** When a run last ended well, and when the next one begins by itself. */
  succeededAt: instant.nullable(),
  nextAt: instant.nullable(),
});
export type SyncState = z.infer<typeof syncState>;

/** Goes on though many leave, where it is what `confirmation` of the plan says. */
export const newSync = z.strictObject({ confirmation: z.string().max(64).optional() });
