import * as z from 'zod';
import { limits } from '../limits.ts';
import { email, line, newEmail, newUsername, personName, username } from '../names.ts';
import { eventAction } from './audit.ts';
import { id, instant, nameNow, ref, version } from './common.ts';

export const userStatus = z.enum(['invited', 'active', 'suspended']);

/**
 * The parts of a safe sign-in that a user can lack.
 * - `second_factor`: a second factor
 * - `recovery`: a way to sign in after losing the only second factor
 * - `sign_in`: a first sign-in
 */
export const missing = z.enum(['second_factor', 'recovery', 'sign_in']);
export type Missing = z.infer<typeof missing>;

/** A person who can sign in. */
export const user = z.strictObject({
  id,
  username,
  email: email.nullable(),
  /**
   * Whether the user has verified the address. For a past time, this field, `lastSignInAt` and `deletionAskedAt` are
   * absent, because only their present values are stored.
   */
  emailVerified: z.boolean().optional(),
  name: line(limits.nameMax.value, 'name'),
  nameNow,
  jobTitle: z.string().nullable(),
  status: userStatus,
  createdAt: instant,
  lastSignInAt: instant.nullable().optional(),
  /** The time when the user requested their deletion; null without a request. */
  deletionAskedAt: instant.nullable().optional(),
  version,
});
export type User = z.infer<typeof user>;

/**
 * A user in a list.
 * - `groups` has the first direct groups; null for callers who may not read groups.
 * - `roles` has the first roles, including those through groups; null for callers who may not read access.
 * - `endsNext` is the next end of access, including access through groups; also null for callers who may not read
 * access.
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

/** A filter of users, for the list and for bulk invitations. */
export const userFilter = z.strictObject({
  q: z.string().max(limits.nameMax.value).optional(),
  status: userStatus.optional(),
  deletion: z.literal('asked').optional(),
  /** Lists only users who lack this part of a safe sign-in. */
  missing: missing.optional(),
  /** Lists only direct and indirect members of this group. This is available to callers who may read groups. */
  group: id.optional(),
  username: z.string().optional(),
  application: z.string().optional(),
  role: id.optional(),
  /** Lists only users whom this change created. The report of an import contains the number. */
  import: z.coerce.number<number | string>().int().positive().optional(),
  /** Lists only users with (`open`) or without (`none`) an invitation that is queued or can still be used. */
  invitation: z.enum(['none', 'open']).optional(),
});
export type UserFilter = z.infer<typeof userFilter>;

/** A user who matches a filter, with the fields that show which bulk changes are possible for the user. */
export const matchingUser = user.pick({ id: true, name: true, status: true });
export type MatchingUser = z.infer<typeof matchingUser>;

/** A browser in which the user is signed in. */
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

/**
 * A browser in which a user has signed in before. Failed sign-ins in other browsers do not block sign-ins in this
 * browser.
 */
export const knownBrowser = z.strictObject({
  id: z.string(),
  /** The user's last sign-in in the browser. `expiresAt` is the time until which the browser stays known. */
  usedAt: instant,
  expiresAt: instant,
  /** The time until which the second factor is not requested in the browser; null if the browser is not remembered. */
  rememberedUntil: instant.nullable(),
  address: z.string().nullable(),
  agent: z.string().nullable(),
  current: z.boolean(),
});
export type KnownBrowser = z.infer<typeof knownBrowser>;

/** The data that an erasure removes or would remove. */
export const erasure = z.strictObject({
  /** True if the user still exists and is deleted by the erasure. */
  deletes: z.boolean(),
  /** The number of audit events by the user or about them. The events stay, but without the user's data. */
  changes: z.int(),
  /** The number of present and past rows about the user in the tables of users, grants and requests. */
  facts: z.int(),
  /** The number of rows that are deleted or blanked in other tables, such as sign-ins, sessions and mails. */
  others: z.int(),
});
export type Erasure = z.infer<typeof erasure>;

/** The data that an erasure would remove, with the events and tables. */
export const erasurePlan = erasure.extend({
  /**
   * The first `limits.erasureEvents` affected events, with the texts to remove. Events by other users about other
   * objects come first, then the newest events. The place of each text is `actor`, `target`, or a path such as
   * `after.reason`.
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

/**
 * Some entries of a list by name, and their total number. The other entries are hidden from the caller, or too many.
 */
const some = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({ count: z.int().nonnegative(), items: z.array(item).max(limits.dutiesShown.value) });

/** Some duties by name, which can be handed over. `mayHandOver` tells whether the caller may hand over all of them. */
const duties = <Item extends z.ZodType>(item: Item) => some(item).extend({ mayHandOver: z.boolean() });

/** The duties and pending matters of a user, which remain when the user leaves. */
export const userDuties = z.strictObject({
  /** The applications that the user owns. `otherOwners` is the number of other active owners. */
  applications: duties(z.strictObject({ application: ref, otherOwners: z.int(), mayHandOver: z.boolean() })),
  /** The roles whose policy names the user, as an approver or for emergency access. */
  roles: duties(
    z.strictObject({
      application: ref,
      role: ref,
      as: z.array(z.enum(['approver', 'break_glass'])).min(1),
      mayHandOver: z.boolean(),
    }),
  ),
  /**
   * The open and recurring reviews that name the user as a reviewer or fallback, or whose lines were handed to the
   * user.
   */
  reviews: duties(
    z.strictObject({
      review: ref,
      as: z.array(z.enum(['reviewer', 'fallback', 'lines'])).min(1),
      /** The number of lines that were handed to the user. */
      lines: z.int(),
      open: z.boolean(),
    }),
  ),
  /** The number of requests that wait for the user, possibly among other approvers. */
  waiting: z.int().nonnegative(),
  /** The user's own pending requests. They end when the user is suspended or deleted. */
  requests: some(z.strictObject({ id, application: ref, asks: ref })),
  /** The user's deputy. */
  deputy: z.strictObject({ to: ref, starts: instant, ends: instant }).nullable(),
  /** The users whose deputy the user is. They must name another deputy. */
  deputyFor: some(z.strictObject({ user: ref, ends: instant })),
  /** The programs that the user registered, or for which the user created a secret or key that still works. */
  programs: some(z.strictObject({ application: ref, program: ref })),
  /** The sets of files that the user applied. */
  sets: some(z.string()),
  /** True if no other user could administer Licet. */
  lastAdministrator: z.boolean(),
});
export type UserDuties = z.infer<typeof userDuties>;

const part = z.union([z.literal('all'), z.array(z.string().max(limits.nameMax.value)).max(limits.dutiesShown.value)]);

/**
 * The user who takes over the duties, and the duties to hand over. If a part is omitted, all its duties are handed
 * over.
 */
export const handOver = z.strictObject({
  to: id,
  parts: z
    .strictObject({
      /** The identifiers of the applications. */
      applications: part.optional(),
      /** The ids of the roles. */
      roles: part.optional(),
      /** The ids of the reviews. */
      reviews: part.optional(),
    })
    .optional(),
});
export type HandOver = z.infer<typeof handOver>;

/** The number of duties that were handed over. */
export const handedOver = z.strictObject({ applications: z.int(), roles: z.int(), reviews: z.int(), lines: z.int() });
export type HandedOver = z.infer<typeof handedOver>;
