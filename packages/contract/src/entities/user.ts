import * as z from 'zod';
import { limits } from '../limits.ts';
import { email, line, username } from '../names.ts';
import { id, instant, principal, ref, version } from './common.ts';

export const userStatus = z.enum(['invited', 'active', 'suspended']);

/** A person who can sign in. */
export const user = z.strictObject({
  id,
  username,
  email: email.nullable(),
  name: line(limits.nameMax.value, 'The name'),
  status: userStatus,
  createdAt: instant,
  lastSignInAt: instant.nullable(),
  version,
});
export type User = z.infer<typeof user>;

/** A user as a row of the list: with the first direct groups, and, groups counted, the first roles and the next end. */
export const userRow = user.extend({
  groups: z.array(ref),
  roles: z.array(z.strictObject({ application: z.string(), name: z.string() })),
  endsNext: instant.nullable(),
});
export type UserRow = z.infer<typeof userRow>;

export const newUser = z.strictObject({
  username,
  email: email.nullable().optional(),
  name: line(limits.nameMax.value, 'The name'),
});
export const userChange = newUser.partial();

/** A one-time address with which a person sets a password. Shown once. */
export const passwordLink = z.strictObject({ url: z.url(), expiresAt: instant });

export const password = z
  .string()
  .min(1, { error: 'The password is missing. Enter one.' })
  .max(limits.passwordMax.value * 4, {
    error: `The password is longer than ${limits.passwordMax.value} characters. Shorten it.`,
  });

export const setPassword = z.strictObject({ token: z.string().min(1).max(200), password });
export const changePassword = z.strictObject({ current: password, password });

/** The first administrator, made once with the code that the server printed. */
export const setup = z.strictObject({
  code: z.string().min(1, { error: 'The code is missing. Copy it from the server’s output.' }).max(40),
  username,
  email: email.nullable().optional(),
  name: line(limits.nameMax.value, 'Your name'),
  password,
});

/** A group of users and groups. */
export const group = z.strictObject({
  id,
  name: line(limits.nameMax.value, 'The group name'),
  description: z.string(),
  members: z.int(),
  createdAt: instant,
  version,
});
export type Group = z.infer<typeof group>;

/** A direct member of a group, with how many people stand behind it. */
export const member = principal.extend({ since: instant, people: z.int() });
export type Member = z.infer<typeof member>;

/** A group that somebody is in: directly, or by way of other groups (`via`, from the nearest). */
export const groupOfUser = z.strictObject({
  group: ref,
  direct: z.boolean(),
  via: z.array(ref),
  since: instant.nullable(),
});

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

export const signInOutcome = z.enum([
  'signed_in',
  'wrong_password',
  'unknown_name',
  'suspended',
  'no_password',
  'throttled',
  'signed_out',
  'password_set',
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
});
export type SignIn = z.infer<typeof signIn>;
