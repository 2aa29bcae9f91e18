import * as z from 'zod';
import { call, permission } from '../call.ts';
import { limits } from '../limits.ts';
import { delimiter, id, ids, instant, listOf, ref } from './common.ts';
import { mailLanguage, mailState } from './mail.ts';
import { userFilter } from './users.ts';

/** The ids of some users, or a filter. */
export const someUsers = z.strictObject({ users: ids(limits.invitationsAtOnce.value).min(1) });
export const filteredUsers = z.strictObject({ filter: userFilter });

/**
 * The users to invite by mail, and the language.
 * - Users given by id are invited during the call.
 * - Users who match a filter are invited in the background, in a round. Users with an invitation are skipped unless
 * `again` is true.
 */
export const invite = z.union([
  someUsers.extend({ language: mailLanguage.optional() }),
  filteredUsers.extend({ language: mailLanguage.optional(), again: z.boolean().optional() }),
]);

/** The reason why a user gets no invitation. */
export const notInvited = z.enum(['gone', 'not_invited', 'no_address', 'may_not', 'already', 'stopped', 'settled']);
export type NotInvited = z.infer<typeof notInvited>;

const skipped = z.array(z.strictObject({ user: ref, why: notInvited }));

/**
 * The number of queued invitations, and the users without an invitation, with reasons. `round` is the id of the round
 * that invites users by filter; null for users by id.
 */
export const invited = z.strictObject({ queued: z.int(), skipped, round: id.nullable() });
export type Invited = z.infer<typeof invited>;

/** A round of invitations. It processes all users who matched a filter, one after another. */
export const invitationRound = z.strictObject({
  id,
  startedAt: instant,
  /** The user who requested the round. */
  by: z.string(),
  state: z.enum(['under_way', 'done', 'stopped']),
  /** The number of users in the round. `looked` counts the processed users, and `queued` counts the queued mails. */
  total: z.int(),
  looked: z.int(),
  queued: z.int(),
  /** The number of queued mails by outcome. */
  mails: z.strictObject({ waiting: z.int(), held: z.int(), sent: z.int(), failed: z.int(), dropped: z.int() }),
  /** The number of users without an invitation, by reason. */
  skipped: z.array(z.strictObject({ why: notInvited, count: z.int() })),
});
export type InvitationRound = z.infer<typeof invitationRound>;

/** A round of invitations, with the names of the first users without an invitation. */
export const invitationRoundNamed = invitationRound.extend({ names: skipped });
export type InvitationRoundNamed = z.infer<typeof invitationRoundNamed>;

/** A user's invitation: the last mail, and the link that still works. */
export const invitation = z.strictObject({
  mail: z.strictObject({ state: mailState, queuedAt: instant, changedAt: instant }).nullable(),
  link: z.strictObject({ byMail: z.boolean(), madeAt: instant, expiresAt: instant }).nullable(),
});
export type Invitation = z.infer<typeof invitation>;

/** The number of withdrawn invitations, and the users who had no invitation. */
export const withdrawn = z.strictObject({
  withdrawn: z.int(),
  skipped: z.array(z.strictObject({ user: ref, why: z.enum(['gone', 'none', 'may_not']) })),
});
export type Withdrawn = z.infer<typeof withdrawn>;

const params = z.strictObject({ round: id });
const access = permission('users.manage');

/** Calls about invitations besides {@link users.invite}: rounds, manually shared links, and withdrawals. */
export const invitationCalls = {
  list: call({
    method: 'GET',
    path: '/invitations',
    summary: 'List the last rounds of invitations with their progress, newest first',
    access,
    reply: listOf(invitationRound),
  }),
  get: call({
    method: 'GET',
    path: '/invitations/:round',
    summary: 'Get the progress of a round of invitations, and the users who get none',
    access,
    params,
    reply: invitationRoundNamed,
  }),
  stop: call({
    method: 'POST',
    path: '/invitations/:round/stop',
    summary: 'Stop a round of invitations: users without a mail so far get none',
    access,
    params,
    reply: invitationRoundNamed,
    errors: ['wrong_state'],
  }),
  withdraw: call({
    method: 'POST',
    path: '/invitation-withdrawals',
    summary: 'Withdraw invitations: links end at once, and waiting mails are not sent',
    access,
    body: someUsers,
    reply: withdrawn,
  }),
  links: call({
    method: 'POST',
    path: '/invitation-links',
    summary:
      'Create one-time links to hand over, as CSV: first the links, then the users who get none, with the reason',
    access,
    query: z.strictObject({ delimiter }),
    body: z.union([someUsers, filteredUsers]),
    stream: 'text/plain',
    errors: ['not_found', 'sign_in_again', 'wrong_state'],
  }),
  ofUser: call({
    method: 'GET',
    path: '/users/:user/invitation',
    summary: 'Get the invitation of a user who has not signed in yet',
    access: permission('users.read'),
    params: z.strictObject({ user: id }),
    reply: invitation,
  }),
};
