import * as z from 'zod';
import { limits } from '../limits.ts';
import { email, line, newEmail, newUsername, username } from '../names.ts';
import { personName } from '../person-name.ts';
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
 * A user as a row of the list: with the first direct groups, null for callers who may not read groups; and, counting
 * groups, the first roles and the next end, both null for callers who may not read access, because empty lists would
 * be an answer.
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
  /** Only users without this for a safe sign-in. */
  missing: missing.optional(),
  /** Those who are in it, directly or not: for whoever may read groups. */
  group: id.optional(),
  username: z.string().optional(),
  application: z.string().optional(),
  role: id.optional(),
  /** Those whom one change made: the number of an import, as its report says it. */
  import: z.coerce.number<number | string>().int().positive().optional(),
  /** Whether they have an invitation that can still be used, or is still to be sent. */
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

/** A browser in which somebody has signed in: guesses from elsewhere do not keep them out of it. */
export const knownBrowser = z.strictObject({
  id: z.string(),
  /** When they last signed in there, and until when it stays known. */
  usedAt: instant,
  expiresAt: instant,
  /** Until then nobody is asked for the second factor there; null when it was not remembered. */
  rememberedUntil: instant.nullable(),
  address: z.string().nullable(),
  agent: z.string().nullable(),
  current: z.boolean(),
});
export type KnownBrowser = z.infer<typeof knownBrowser>;

export const signInOutcome = z.enum([
  'signed_in',
  'wrong_password',
  'unknown_name',
  'suspended',
  'no_password',
  'second_factor_asked',
  'set_up_asked',
  'stopped_by_policy',
  'wrong_code',
  'passkey_refused',
  'provider_refused',
  'throttled',
  'signed_out',
  'token_revoked',
  'key_ended',
  'reset_asked',
  'password_set',
  'passkey_set',
  'password_changed',
]);

/** One line of the sign-in log. It is not an access change and stands outside the audit chain. */
export const signIn = z.strictObject({
  id,
  at: instant,
  user: ref.nullable(),
  outcome: signInOutcome,
  client: z.string().nullable(),
  address: z.string().nullable(),
  agent: z.string().nullable(),
  /** Throttled attempts of a day from one network stand in one line: how many, and when the last. */
  attempts: z.int(),
  lastAt: instant,
});
export type SignIn = z.infer<typeof signIn>;

/** What an erasure takes out, or would. */
export const erasure = z.strictObject({
  /** Whether the user is still there, and is deleted with it. */
  deletes: z.boolean(),
  /** Events of the audit log that they made or that name them: those stay, without them. */
  changes: z.int(),
  /** Their own rows in what is known of users, grants and requests, the past included. */
  facts: z.int(),
  /** Rows that are deleted, or blanked, elsewhere: sign-ins, sessions, mails and the like. */
  others: z.int(),
});
export type Erasure = z.infer<typeof erasure>;

/** What an erasure would take out: also of which events, and in which tables. */
export const erasurePlan = erasure.extend({
  /**
   * The events, at most `limits.erasureEvents`: first those that are neither by the person nor about them or something of theirs, then the newest.
   * Each with the texts that would go, and where they stand in it: `actor`, `target`, or a path such as `after.reason`.
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
