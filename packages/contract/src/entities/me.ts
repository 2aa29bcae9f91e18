import * as z from 'zod';
import { accessPath, accessSummary } from './access.ts';
import { event, eventOrigin } from './audit.ts';
import { endingClientKey } from './clients.ts';
import { id, instant, ref } from './common.ts';
import { credentials } from './credentials.ts';
import { ending } from './endings.ts';
import { grant } from './grants.ts';
import { groupOfUser } from './groups.ts';
import { mail } from './mail.ts';
import { accessRequest } from './requests.ts';
import { session, signIn, user } from './users.ts';

/** The signed-in user, and their rights in Licet itself. */
export const me = z.strictObject({
  user,
  roles: z.array(z.string()),
  permissions: z.array(z.string()),
  owns: z.array(z.string()),
  hasPassword: z.boolean(),
  /** The address of a pending link; null without one. */
  emailUnderWay: z.string().nullable(),
  /** Whether a mail server is set. Without one, mails wait until there is one. */
  sendsMail: z.boolean(),
});
export type Me = z.infer<typeof me>;

/** The number of users without each of these: see `missing` of the list of users. */
export const signInHealth = z.strictObject({ secondFactor: z.int(), recovery: z.int(), signIn: z.int() });
export type SignInHealth = z.infer<typeof signInHealth>;

/** The first page: what needs attention, as far as the viewer may see it. */
export const home = z.strictObject({
  applications: z.array(accessSummary),
  counts: z.strictObject({ users: z.int(), groups: z.int(), applications: z.int(), programs: z.int() }).nullable(),
  /** What ends soon: the first few, and their number. */
  ending: z.strictObject({ items: z.array(ending), total: z.int() }),
  /** Requests that wait for the viewer's decision: the first few, and how many there are. */
  waiting: z.strictObject({ items: z.array(accessRequest), total: z.int() }),
  /** The viewer's own requests that wait, or were decided lately. */
  requests: z.array(accessRequest),
  latest: z.array(event),
  /** Mails that wait for a mail server; null for callers who may not set one. */
  mailsHeld: z.int().nullable(),
  /** Users who requested deletion; null for callers who may not delete them. */
  deletionsAsked: z.int().nullable(),
  /** Secrets and keys of programs that end soon, if the viewer manages clients. */
  endingKeys: z.array(endingClientKey),
  /** The numbers of users without safe sign-in; null for callers who may not see users. */
  health: signInHealth.nullable(),
  /** Progress through the first steps; null for all but administrators, and once an application is in use. */
  guide: z
    .strictObject({
      application: ref.nullable(),
      permissions: z.boolean(),
      role: z.boolean(),
      user: z.boolean(),
      grant: ref.nullable(),
      client: z.boolean(),
    })
    .nullable(),
});
export type Home = z.infer<typeof home>;

/**
 * A decision about the caller, with what they can do: what is missing, what would bring it, who decides, and the last
 * request for it.
 */
export const ownDecision = z.strictObject({
  application: ref,
  permission: z.strictObject({ name: z.string(), title: z.string(), known: z.boolean() }),
  permitted: z.boolean(),
  reason: z.enum(['admin', 'listed', 'not_listed']),
  at: instant,
  version: z.int(),
  paths: z.array(accessPath),
  pathCount: z.int(),
  until: instant.nullable(),
  /** The roles that would bring it, smallest first. */
  roles: z.array(ref.extend({ title: z.string() })),
  /** The approvers: the owners of the application, or the administrators without owners. */
  deciders: z.array(ref),
  deciderCount: z.int(),
  /** The time when the user last held it, if ever. */
  heldUntil: instant.nullable(),
  request: accessRequest.nullable(),
  /** A role that the user may take at once and that brings it, the smallest of several, and for how many seconds. */
  atOnce: z.strictObject({ role: ref.extend({ title: z.string() }), seconds: z.int() }).nullable(),
});
export type OwnDecision = z.infer<typeof ownDecision>;

/** One line of the caller's own data: facts of each kind, then the logs, oldest first. */
export const ownData = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('user'), at: instant, user }),
  z.strictObject({ kind: z.literal('credentials'), credentials }),
  z.strictObject({ kind: z.literal('group'), group: groupOfUser }),
  z.strictObject({ kind: z.literal('access'), access: accessSummary }),
  z.strictObject({ kind: z.literal('grant'), grant }),
  z.strictObject({ kind: z.literal('request'), request: accessRequest }),
  /** The user's comment on a request. */
  z.strictObject({ kind: z.literal('comment'), request: id, at: instant, text: z.string() }),
  z.strictObject({ kind: z.literal('session'), session }),
  z.strictObject({ kind: z.literal('mail'), mail }),
  z.strictObject({ kind: z.literal('signIn'), signIn }),
  /** A change to one’s account; from where only if one made it oneself. */
  z.strictObject({ kind: z.literal('event'), event: event.extend({ origin: eventOrigin.nullable() }) }),
  /** A change by the user to something else: details about other users are left out. */
  z.strictObject({
    kind: z.literal('act'),
    act: event.omit({ before: true, after: true }).extend({ origin: eventOrigin.nullable() }),
  }),
]);
export type OwnData = z.infer<typeof ownData>;
