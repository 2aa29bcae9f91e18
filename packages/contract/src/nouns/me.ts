import * as z from 'zod';
import { anyApplicationToken, call, licetToken, permission } from '../call.ts';
import { limits } from '../limits.ts';
import { line, permissionName, personName } from '../names.ts';
import { access, accessPath, accessSummary } from './access.ts';
import { event, eventOrigin, signIn } from './audit.ts';
import { breakGlassUse } from './break-glass.ts';
import { endingClientKey } from './clients.ts';
import { id, instant, listOf, listQuery, page, ref } from './common.ts';
import { credentials } from './credentials.ts';
import { ownAddress } from './emails.ts';
import { ending } from './endings.ts';
import { grant } from './grants.ts';
import { groupOfUser } from './groups.ts';
import { mail } from './mail.ts';
import { changePassword } from './passwords.ts';
import { catalogue } from './permissions.ts';
import { accessRequest } from './requests.ts';
import { review } from './reviews.ts';
import { knownBrowser, session, user } from './users.ts';

/** The deputy who decides on requests while a user is absent. */
export const delegation = z.strictObject({ to: ref, starts: instant, ends: instant });
export type Delegation = z.infer<typeof delegation>;

/**
 * The caller's own deputy, or null without a deputy. `others` lists the users whose deputy the caller is, now or
 * later.
 */
export const delegations = z.strictObject({
  own: delegation.nullable(),
  others: z.array(z.strictObject({ from: ref, starts: instant, ends: instant })),
});
export type Delegations = z.infer<typeof delegations>;

/** Names the deputy by username or e-mail address, and replaces an earlier deputy. */
export const newDelegation = z.strictObject({
  to: line(limits.nameMax.value, 'username'),
  starts: instant.optional(),
  ends: instant,
});

/** The signed-in user, with their permissions in Licet itself. */
export const me = z.strictObject({
  user,
  roles: z.array(z.string()),
  permissions: z.array(z.string()),
  owns: z.array(z.string()),
  hasPassword: z.boolean(),
  /** The e-mail address that a pending link would set or verify; null if there is no link. */
  emailUnderWay: z.string().nullable(),
  /** Whether a mail server is configured. Without a mail server, mails stay in the outbox. */
  sendsMail: z.boolean(),
});
export type Me = z.infer<typeof me>;

/** For each part of a safe sign-in, the number of users who lack it. The parts are those of `missing` in the list of users. */
export const signInHealth = z.strictObject({ secondFactor: z.int(), recovery: z.int(), signIn: z.int() });
export type SignInHealth = z.infer<typeof signInHealth>;

/** The data of the console's first page: items that need attention, as far as the caller may see them. */
export const home = z.strictObject({
  /** The applications in which the caller has access. `page` is the application's page, if its web clients name one. */
  applications: z.array(accessSummary.extend({ page: z.string().nullable() })),
  counts: z.strictObject({ users: z.int(), groups: z.int(), applications: z.int(), programs: z.int() }).nullable(),
  /** The first grants that end soon, and the total number. */
  ending: z.strictObject({ items: z.array(ending), total: z.int() }),
  /** The first requests that wait for the caller's decision, and the total number. */
  waiting: z.strictObject({ items: z.array(accessRequest), total: z.int() }),
  /** The caller's own requests that wait or were decided recently. */
  requests: z.array(accessRequest),
  latest: z.array(event),
  /** The time up to which the caller has seen the changes; null if they have never marked them as seen. */
  seen: instant.nullable(),
  /** The number of mails that wait for a mail server; null for callers who may not configure mail. */
  mailsHeld: z.int().nullable(),
  /** The number of users who requested deletion; null for callers who may not delete users. */
  deletionsAsked: z.int().nullable(),
  /** The secrets and keys of programs that expire soon, if the caller manages clients. */
  endingKeys: z.array(endingClientKey),
  /** The number of users without safe sign-in; null for callers who may not see users. */
  health: signInHealth.nullable(),
  /**
   * The progress of the initial setup; null for callers who are not administrators, and once an application is in use.
   */
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

/** A synchronisation that waits for a confirmation because many users would leave. `linked` is the number of active linked users. */
export const inboxSync = z.strictObject({
  connection: ref,
  run: id,
  /** The time at which the run ended without a change. */
  at: instant,
  leaving: z.int().nonnegative(),
  linked: z.int().nonnegative(),
});
export type InboxSync = z.infer<typeof inboxSync>;

/** The first items of one kind in the Inbox, and the exact number of all. */
const waiting = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({ items: z.array(item), total: z.int().nonnegative() });

/** The items that wait for the caller. A kind that the caller never decides is empty. */
export const inbox = z.strictObject({
  /** The pending requests that the caller may decide, oldest first. */
  requests: waiting(accessRequest),
  /**
   * The grants that the caller may extend and that end within `limits.endingSoon`, soonest first. They include
   * emergency access and, for callers with `separations.manage`, exceptions from separation rules.
   */
  endings: waiting(ending),
  /** The open reviews with lines that wait for the caller's decision, oldest first. */
  reviews: waiting(review),
  /** The uses of emergency access that the caller may review, oldest first. */
  emergencies: waiting(breakGlassUse),
  /** The synchronisations that the caller may confirm, oldest first. */
  syncs: waiting(inboxSync),
});
export type Inbox = z.infer<typeof inbox>;

/**
 * A decision about the caller with the next steps. They are the missing permission, the roles that would give it, the
 * approvers, and the caller's last request.
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
  /** The roles that would give the permission, those with the fewest permissions first. */
  roles: z.array(ref.extend({ title: z.string() })),
  /** The approvers: the owners of the application, or Licet's administrators if it has no owners. */
  deciders: z.array(ref),
  deciderCount: z.int(),
  /** The time at which the user last lost the permission; null if the user never had it. */
  heldUntil: instant.nullable(),
  request: accessRequest.nullable(),
  /**
   * A role that contains the permission and that the user may take as emergency access, with its duration in seconds. If
   * several roles qualify, this is the role with the fewest permissions.
   */
  atOnce: z.strictObject({ role: ref.extend({ title: z.string() }), seconds: z.int() }).nullable(),
});
export type OwnDecision = z.infer<typeof ownDecision>;

/** One line of the caller's own data. Facts of each kind come first, then the logs, oldest first. */
export const ownData = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('user'), at: instant, user }),
  z.strictObject({ kind: z.literal('credentials'), credentials }),
  z.strictObject({ kind: z.literal('group'), group: groupOfUser }),
  z.strictObject({ kind: z.literal('access'), access: accessSummary }),
  z.strictObject({ kind: z.literal('grant'), grant }),
  z.strictObject({ kind: z.literal('request'), request: accessRequest }),
  z.strictObject({ kind: z.literal('comment'), request: id, at: instant, text: z.string() }),
  z.strictObject({ kind: z.literal('session'), session }),
  z.strictObject({ kind: z.literal('mail'), mail }),
  z.strictObject({ kind: z.literal('signIn'), signIn }),
  /** A change to the user's account. `origin` is null if another user made the change. */
  z.strictObject({ kind: z.literal('event'), event: event.extend({ origin: eventOrigin.nullable() }) }),
  /** A change by the user to another object. Details about other users are omitted. */
  z.strictObject({
    kind: z.literal('act'),
    act: event.omit({ before: true, after: true }).extend({ origin: eventOrigin.nullable() }),
  }),
]);
export type OwnData = z.infer<typeof ownData>;

const params = z.strictObject({ application: z.string() });

export const meCalls = {
  get: call({
    method: 'GET',
    path: '/me',
    summary: 'Get the signed-in user',
    access: licetToken,
    reply: me,
  }),
  update: call({
    method: 'PATCH',
    path: '/me',
    summary: 'Change the caller’s own name',
    access: licetToken,
    body: z.strictObject({ name: personName('name') }),
    reply: user,
    errors: ['forbidden'],
    ifMatch: true,
  }),
  verifyEmail: call({
    method: 'POST',
    path: '/me/email-verification',
    summary: 'Mail the caller a link that verifies their address, or a new address',
    access: licetToken,
    body: ownAddress,
    status: 202,
    errors: ['sign_in_again', 'throttled', 'wrong_state'],
  }),
  password: call({
    method: 'POST',
    path: '/me/password',
    summary: 'Change the caller’s own password; every other session ends',
    access: licetToken,
    body: changePassword,
    errors: ['sign_in_failed', 'password_refused', 'throttled', 'locked', 'sign_in_again'],
  }),
  download: call({
    method: 'GET',
    path: '/me/download',
    summary: 'Download all data about the caller',
    access: licetToken,
    stream: 'application/x-ndjson',
    reply: ownData,
  }),
  delegations: call({
    method: 'GET',
    path: '/me/delegation',
    summary: 'Get the caller’s deputy, and the users whose deputy the caller is',
    access: licetToken,
    reply: delegations,
  }),
  delegate: call({
    method: 'PUT',
    path: '/me/delegation',
    summary: 'Name a deputy who decides on requests for a while; for callers who decide on any',
    access: licetToken,
    body: newDelegation,
    reply: delegations,
    errors: ['not_found', 'may_not_grant', 'wrong_state', 'ends_before_start', 'in_the_past'],
  }),
  endDelegation: call({
    method: 'DELETE',
    path: '/me/delegation',
    summary: 'End the deputy’s time',
    access: licetToken,
    reply: delegations,
    errors: ['wrong_state'],
  }),
  askDeletion: call({
    method: 'POST',
    path: '/me/deletion',
    summary: 'Request one’s own deletion; administrators decide',
    access: licetToken,
    reply: user,
    errors: ['wrong_state'],
  }),
  withdrawDeletion: call({
    method: 'DELETE',
    path: '/me/deletion',
    summary: 'Withdraw the request to be deleted',
    access: licetToken,
    reply: user,
    errors: ['wrong_state'],
  }),
  home: call({
    method: 'GET',
    path: '/me/home',
    summary: 'The first page',
    access: licetToken,
    reply: home,
  }),
  markSeen: call({
    method: 'PUT',
    path: '/me/seen',
    summary: 'Mark the changes up to one of them as seen, for the count of the first page; nothing else changes',
    access: permission('audit.read'),
    body: z.strictObject({ no: z.int().positive() }),
    reply: z.strictObject({ seen: instant }),
    errors: ['not_found'],
  }),
  inbox: call({
    method: 'GET',
    path: '/me/inbox',
    summary:
      'List what waits for the caller: requests, access that ends soon, reviews, emergency access and synchronisations',
    access: licetToken,
    query: z.strictObject({
      /** The number of items of each kind. With 0, only the totals are returned. Default: the maximum. */
      limit: z.coerce.number<number | string>().int().min(0).max(limits.pageDefault.value).optional(),
    }),
    reply: inbox,
  }),
  access: call({
    method: 'GET',
    path: '/me/access',
    summary: 'List what the caller may do, by application',
    access: licetToken,
    reply: listOf(accessSummary),
  }),
  accessIn: call({
    method: 'GET',
    path: '/me/access/:application',
    summary: 'Get what the caller may do in one application, with the paths of each item',
    access: anyApplicationToken,
    params,
    query: listQuery(['name', '-name']),
    reply: access,
  }),
  decision: call({
    method: 'GET',
    path: '/me/decision/:application',
    summary: 'Explain whether the caller has a permission, why, what would bring it, and who decides',
    access: anyApplicationToken,
    params,
    query: z.strictObject({ permission: permissionName }),
    reply: ownDecision,
  }),
  decisions: call({
    method: 'POST',
    path: '/me/decisions/:application',
    summary: 'The same for several permissions, in the given order; nothing is changed',
    access: anyApplicationToken,
    params,
    body: z.strictObject({ permissions: z.array(permissionName).min(1).max(limits.ownDecisionsMax.value) }),
    reply: listOf(ownDecision),
  }),
  catalogue: call({
    method: 'GET',
    path: '/me/catalogue/:application',
    summary: 'Get the names of an application’s permissions and roles, for typed names and requests',
    access: anyApplicationToken,
    params,
    reply: catalogue,
  }),
  sessions: call({
    method: 'GET',
    path: '/me/sessions',
    summary: 'List the caller’s sessions',
    access: licetToken,
    reply: listOf(session),
  }),
  endSession: call({
    method: 'DELETE',
    path: '/me/sessions/:session',
    summary: 'Sign out one browser',
    access: licetToken,
    params: z.strictObject({ session: z.string().max(100) }),
  }),
  browsers: call({
    method: 'GET',
    path: '/me/browsers',
    summary: 'List the browsers that know the caller, and whether passwords are accepted in others',
    access: licetToken,
    reply: listOf(knownBrowser).extend({ lockedElsewhere: z.boolean() }),
  }),
  forgetBrowser: call({
    method: 'DELETE',
    path: '/me/browsers/:browser',
    summary: 'Forget a browser; no session ends',
    access: licetToken,
    params: z.strictObject({ browser: z.string().regex(/^[0-9a-f]{64}$/) }),
  }),
  signIns: call({
    method: 'GET',
    path: '/me/sign-ins',
    summary: 'Get the caller’s own sign-in log',
    access: licetToken,
    query: listQuery(['-at', 'at']),
    reply: page(signIn),
  }),
};
