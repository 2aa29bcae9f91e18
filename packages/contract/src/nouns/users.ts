import * as z from 'zod';
import { limits } from '../limits.ts';
import { email, line, newEmail, newUsername, personName, username } from '../names.ts';
import { eventAction } from './audit.ts';
import { id, instant, nameNow, ref, version } from './common.ts';

export const userStatus = z.enum(['invited', 'active', 'suspended']);

/**
 * What a user can lack for a safe sign-in: a second factor; a replacement should they lose their only one; or a first
 * sign-in.
 */
export const missing = z.enum(['second_factor', 'recovery', 'sign_in']);
export type Missing = z.infer<typeof missing>;

/** A person who can sign in. */
export const user = z.strictObject({
  id,
  username,
  email: email.nullable(),
  /**
   * Whether the user has verified the address. Absent for a past instant, like the next two: it is known only for the
   * present.
   */
  emailVerified: z.boolean().optional(),
  name: line(limits.nameMax.value, 'name'),
  nameNow,
  jobTitle: z.string().nullable(),
  status: userStatus,
  createdAt: instant,
  lastSignInAt: instant.nullable().optional(),
  /** The time of their request for deletion; null without one. */
  deletionAskedAt: instant.nullable().optional(),
  version,
});
export type User = z.infer<typeof user>;

/**
 * A user as a row of the list: with the first direct groups, null for callers who may not read groups; and with the
 * first roles and the next end, direct or through groups, both null for callers who may not read access (an empty list
 * would mean no access).
 */
export const userRow = user.extend({
  groups: z.array(ref).nullable(),
  roles: z.array(z.strictObject({ application: z.string(), name: z.string() })).nullable(),
  endsNext: instant.nullable(),
});
export type UserRow = z.infer<typeof userRow>;

export const newUser = z.strictObject({
  username: newUsername,
  email: newEmail.nullable().optional(),
  name: personName('name'),
  jobTitle: line(limits.titleMax.value, 'title').nullable().optional(),
});
export const userChange = newUser.partial();

/** A filter of users, for the list and for invitations of many. */
export const userFilter = z.strictObject({
  q: z.string().max(limits.nameMax.value).optional(),
  status: userStatus.optional(),
  deletion: z.literal('asked').optional(),
  /** Only users who lack this part of a safe sign-in. */
  missing: missing.optional(),
  /** Only members of this group, direct or not; for callers who may read groups. */
  group: id.optional(),
  username: z.string().optional(),
  application: z.string().optional(),
  role: id.optional(),
  /** Users whom one change created: the number in the report of an import. */
  import: z.coerce.number<number | string>().int().positive().optional(),
  /** Whether they have an invitation that can still be used or is still to be sent. */
  invitation: z.enum(['none', 'open']).optional(),
});
export type UserFilter = z.infer<typeof userFilter>;

/** A signed-in browser. */
export const session = z.strictObject({
  id: z.string(),
  createdAt: instant,
  lastSeenAt: instant,
  expiresAt: instant,
  address: z.string().nullable(),
  agent: z.string().nullable(),
  current: z.boolean(),
});
export type Session = z.infer<typeof session>;

/** A browser in which a user has signed in: failed attempts from elsewhere do not lock it out. */
export const knownBrowser = z.strictObject({
  id: z.string(),
  /** When they last signed in there, and the time until which it stays known. */
  usedAt: instant,
  expiresAt: instant,
  /** The time until which the second factor is not requested there; null if the browser is not remembered. */
  rememberedUntil: instant.nullable(),
  address: z.string().nullable(),
  agent: z.string().nullable(),
  current: z.boolean(),
});
export type KnownBrowser = z.infer<typeof knownBrowser>;

/** What an erasure removes, or would remove. */
export const erasure = z.strictObject({
  /** Whether the user still exists and is deleted with it. */
  deletes: z.boolean(),
  /** Events of the audit log by them or about them: they stay, without their data. */
  changes: z.int(),
  /** Their own rows in the facts about users, grants and requests, including the past. */
  facts: z.int(),
  /** Rows that are deleted or blanked elsewhere: sign-ins, sessions, mails and others. */
  others: z.int(),
});
export type Erasure = z.infer<typeof erasure>;

/** What an erasure would remove, with the events and tables. */
export const erasurePlan = erasure.extend({
  /**
   * The events, at most `limits.erasureEvents`: first the events that are neither by the user nor about them or their
   * things, then the newest. Each with the texts that would be removed, and their places: `actor`, `target`, or a path
   * such as `after.reason`.
   */
  events: z.array(
    z.strictObject({
      no: z.int(),
      at: instant,
      action: eventAction,
      target: z.strictObject({ kind: z.string(), id: z.string(), name: z.string() }),
      takesOut: z.array(z.strictObject({ field: z.string(), text: z.string() })),
    }),
  ),
  /** The rows that `facts` and `others` count, by table of the database. */
  rows: z.array(z.strictObject({ table: z.string(), rows: z.int() })),
});
export type ErasurePlan = z.infer<typeof erasurePlan>;

/** Some entries of a list by name, and their total number. The others are hidden from the caller, or too many. */
const some = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({ count: z.int().nonnegative(), items: z.array(item).max(limits.dutiesShown.value) });

/** The same for duties that can be handed over. `mayHandOver`: whether the caller may hand over all of them. */
const duties = <Item extends z.ZodType>(item: Item) => some(item).extend({ mayHandOver: z.boolean() });

/** The duties and open matters of a user, which remain when they leave. */
export const userDuties = z.strictObject({
  /** Applications that they own. `otherOwners`: the number of other active owners. */
  applications: duties(z.strictObject({ application: ref, otherOwners: z.int(), mayHandOver: z.boolean() })),
  /** Roles whose policy names them: as an approver, or for emergency use. */
  roles: duties(
    z.strictObject({
      application: ref,
      role: ref,
      as: z.array(z.enum(['approver', 'break_glass'])).min(1),
      mayHandOver: z.boolean(),
    }),
  ),
  /** Reviews that are open or are opened again and name them, fall back to them, or had lines handed on to them. */
  reviews: duties(
    z.strictObject({
      review: ref,
      as: z.array(z.enum(['reviewer', 'fallback', 'lines'])).min(1),
      /** The number of lines handed to them. */
      lines: z.int(),
      open: z.boolean(),
    }),
  ),
  /** The number of requests that wait for them, possibly among others. */
  waiting: z.int().nonnegative(),
  /** Their own requests that wait. They end when the user is suspended or deleted. */
  requests: some(z.strictObject({ id, application: ref, asks: ref })),
  /** The deputy of the user. */
  deputy: z.strictObject({ to: ref, starts: instant, ends: instant }).nullable(),
  /** The users whose deputy they are. These users must name another one. */
  deputyFor: some(z.strictObject({ user: ref, ends: instant })),
  /** Programs that they registered or made a secret or a key for, and that still work. */
  programs: some(z.strictObject({ application: ref, program: ref })),
  /** Sets of files that they applied. */
  sets: some(z.string()),
  /** Whether no other user could administer Licet. */
  lastAdministrator: z.boolean(),
});
export type UserDuties = z.infer<typeof userDuties>;

const part = z.union([z.literal('all'), z.array(z.string().max(limits.nameMax.value)).max(limits.dutiesShown.value)]);

/** The receiver of the duties, and which duties: all if omitted, otherwise only the named parts. */
export const handOver = z.strictObject({
  to: id,
  parts: z
    .strictObject({
      /** By the identifiers of the applications. */
      applications: part.optional(),
      /** By the ids of the roles. */
      roles: part.optional(),
      /** By the ids of the reviews. */
      reviews: part.optional(),
    })
    .optional(),
});
export type HandOver = z.infer<typeof handOver>;

/** The numbers of duties that were handed over. */
export const handedOver = z.strictObject({ applications: z.int(), roles: z.int(), reviews: z.int(), lines: z.int() });
export type HandedOver = z.infer<typeof handedOver>;
