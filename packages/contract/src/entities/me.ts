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

/** Who is signed in, and what they may do in Licet itself. */
export const me = z.strictObject({
  user,
  roles: z.array(z.string()),
  permissions: z.array(z.string()),
  owns: z.array(z.string()),
  hasPassword: z.boolean(),
  /** The address that a link was mailed to which is not used yet; null when there is none. */
  emailUnderWay: z.string().nullable(),
  /** Whether a mail server is set. Without one, mails wait until there is one. */
  sendsMail: z.boolean(),
});
export type Me = z.infer<typeof me>;

/** How many people lack what: see `missing` of the list of users. */
export const signInHealth = z.strictObject({ secondFactor: z.int(), recovery: z.int(), signIn: z.int() });
export type SignInHealth = z.infer<typeof signInHealth>;

/** The first page: what needs attention, as far as the viewer may see it. */
export const home = z.strictObject({
  applications: z.array(accessSummary),
  counts: z.strictObject({ users: z.int(), groups: z.int(), applications: z.int(), programs: z.int() }).nullable(),
  /** What ends soon: the first few, and how many there are. */
  ending: z.strictObject({ items: z.array(ending), total: z.int() }),
  /** Requests that wait for the viewer's decision: the first few, and how many there are. */
  waiting: z.strictObject({ items: z.array(accessRequest), total: z.int() }),
  /** The viewer's own requests that wait, or were decided lately. */
  requests: z.array(accessRequest),
  latest: z.array(event),
  /** Mails that wait because no mail server is set; null for those who may not set one. */
  mailsHeld: z.int().nullable(),
  /** Users who wait to be deleted; null for those who may not do it. */
  deletionsAsked: z.int().nullable(),
  /** Secrets and keys of programs that end soon, where the viewer looks after clients. */
  endingKeys: z.array(endingClientKey),
  /** What people lack of a safe sign-in; null for those who may not see users. */
  health: signInHealth.nullable(),
  /** How far the first steps are done; null for all but administrators, and once an application is guarded. */
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
 * One decision about oneself, explained so that the person can act on it: what is missing, what would bring it, who decides,
 * and what became of the last request for it.
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
  /** The roles that would bring it, least first. */
  roles: z.array(ref.extend({ title: z.string() })),
  /** Who decides requests here: the owners of the application, or the administrators when it has none. */
  deciders: z.array(ref),
  deciderCount: z.int(),
  /** When the person last lost it, when they had it once. */
  heldUntil: instant.nullable(),
  request: accessRequest.nullable(),
  /** A role that the person may take at once and that brings it, the least of several, and for how many seconds they then have it. */
  atOnce: z.strictObject({ role: ref.extend({ title: z.string() }), seconds: z.int() }).nullable(),
});
export type OwnDecision = z.infer<typeof ownDecision>;

/** One line of what is held about oneself: facts of each kind, then the logs, oldest first. */
export const ownData = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('user'), at: instant, user }),
  z.strictObject({ kind: z.literal('credentials'), credentials }),
  z.strictObject({ kind: z.literal('group'), group: groupOfUser }),
  z.strictObject({ kind: z.literal('access'), access: accessSummary }),
  z.strictObject({ kind: z.literal('grant'), grant }),
  z.strictObject({ kind: z.literal('request'), request: accessRequest }),
  /** What one said about a request. */
  z.strictObject({ kind: z.literal('comment'), request: id, at: instant, text: z.string() }),
  z.strictObject({ kind: z.literal('session'), session }),
  z.strictObject({ kind: z.literal('mail'), mail }),
  z.strictObject({ kind: z.literal('signIn'), signIn }),
  /** A change to one’s account; from where only if one made it oneself. */
  z.strictObject({ kind: z.literal('event'), event: event.extend({ origin: eventOrigin.nullable() }) }),
  /** A change that one made to something else: what it said of others is theirs. */
  z.strictObject({
    kind: z.literal('act'),
    act: event.omit({ before: true, after: true }).extend({ origin: eventOrigin.nullable() }),
  }),
]);
export type OwnData = z.infer<typeof ownData>;
