import * as z from 'zod';
import { call, permission } from '../call.ts';
import { delimiter, id, listOf } from '../entities/common.ts';
import {
  filteredUsers,
  invitation,
  invitationRound,
  invitationRoundNamed,
  someUsers,
  withdrawn,
} from '../entities/invitations.ts';

const params = z.strictObject({ round: id });
const access = permission('users.manage');

/** Invitations besides {@link users.invite}: rounds, links by hand, and withdrawals. */
export const invitations = {
  list: call({
    method: 'GET',
    path: '/invitations',
    summary: 'The last rounds of invitations, newest first, with how far they are',
    access,
    reply: listOf(invitationRound),
  }),
  get: call({
    method: 'GET',
    path: '/invitations/:round',
    summary: 'How far a round of invitations is, and who gets none',
    access,
    params,
    reply: invitationRoundNamed,
  }),
  stop: call({
    method: 'POST',
    path: '/invitations/:round/stop',
    summary: 'Stop a round of invitations: whoever was not written to yet gets none',
    access,
    params,
    reply: invitationRoundNamed,
    errors: ['wrong_state'],
  }),
  withdraw: call({
    method: 'POST',
    path: '/invitation-withdrawals',
    summary: 'Withdraw invitations: links end at once, and mails that wait are not sent',
    access,
    body: someUsers,
    reply: withdrawn,
  }),
  links: call({
    method: 'POST',
    path: '/invitation-links',
    summary: 'Make one-time links to hand over, as CSV: first those that were made, then who gets none and why',
    access,
    query: z.strictObject({ delimiter }),
    body: z.union([someUsers, filteredUsers]),
    stream: 'text/plain',
    errors: ['not_found', 'sign_in_again', 'wrong_state'],
  }),
  ofUser: call({
    method: 'GET',
    path: '/users/:user/invitation',
    summary: 'What a user who was not in yet can come in with',
    access: permission('users.read'),
    params: z.strictObject({ user: id }),
    reply: invitation,
  }),
};
