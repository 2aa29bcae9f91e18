import * as z from 'zod';
import { call, permission } from '../call.ts';
import { accessSummary } from './access.ts';
import { signIn } from './audit.ts';
import { atInstant, id, listOf, listQuery, page, pageAt } from './common.ts';
import { userCredentials } from './credentials.ts';
import { grant } from './grants.ts';
import { groupOfUser } from './groups.ts';
import { invite, invited } from './invitations.ts';
import { ownData } from './me.ts';
import { passwordLink } from './passwords.ts';
import { planDigest } from './plans.ts';
import { unusedOfUser, unusedOfUserQuery } from './usage.ts';
import {
  erasure,
  erasurePlan,
  handedOver,
  handOver,
  matchingUser,
  newUser,
  session,
  user,
  userChange,
  userDuties,
  userFilter,
  userRow,
} from './users.ts';

const params = z.strictObject({ user: id });

export const userCalls = {
  list: call({
    method: 'GET',
    path: '/users',
    summary:
      'List users, now or as of an instant. As of an instant, missing factors, invitations, last sign-ins and requested deletions are unknown. Roles and the next end are only for callers who may read access, groups only for those who may read groups',
    access: permission('users.read'),
    query: listQuery([
      'name',
      '-name',
      'username',
      '-username',
      'createdAt',
      '-createdAt',
      'lastSignInAt',
      '-lastSignInAt',
    ]).extend({ ...userFilter.shape, ...atInstant.shape }),
    reply: pageAt(userRow),
    errors: ['not_as_of'],
  }),
  matching: call({
    method: 'GET',
    path: '/matching-users',
    summary:
      'List all users who match a filter, by name, in one answer: for a change to many users. Refused if the filter matches too many',
    access: permission('users.read'),
    query: userFilter.extend({
      /** Leaves out the direct members of this group. This is available to callers who may read groups. */
      notIn: id.optional(),
    }),
    reply: listOf(matchingUser),
    errors: ['too_large'],
  }),
  create: call({
    method: 'POST',
    path: '/users',
    summary: 'Create a user',
    access: permission('users.manage'),
    body: newUser,
    status: 201,
    reply: user,
    errors: ['name_taken'],
  }),
  get: call({
    method: 'GET',
    path: '/users/:user',
    summary: 'A user, now or as of an instant',
    access: permission('users.read'),
    params,
    query: atInstant,
    reply: user,
  }),
  update: call({
    method: 'PATCH',
    path: '/users/:user',
    summary: 'Change a user',
    access: permission('users.manage'),
    params,
    body: userChange,
    reply: user,
    errors: ['name_taken', 'may_not_grant', 'sign_in_again'],
    ifMatch: true,
  }),
  remove: call({
    method: 'DELETE',
    path: '/users/:user',
    summary: 'Delete a user',
    access: permission('users.manage'),
    params,
    errors: ['last_admin', 'may_not_grant'],
    ifMatch: true,
  }),
  erasurePlan: call({
    method: 'POST',
    path: '/users/:user/erasure-plan',
    summary: 'Plan the erasure of a user: what it would remove, event by event; nothing is changed',
    access: permission('users.manage'),
    params,
    reply: erasurePlan,
    errors: ['last_admin', 'may_not_grant', 'throttled', 'wrong_state'],
  }),
  erase: call({
    method: 'POST',
    path: '/users/:user/erasure',
    summary:
      'Erase a user permanently, deleted or not, also from the history and the audit log. Their duties can be handed over in the same transaction. Administrators of Licet only',
    access: permission('users.manage'),
    params,
    body: z
      .strictObject({
        handOver: handOver.optional(),
        /**
         * The digest of the plan that the caller confirmed. The plan consists of the hand-over, if requested, and the
         * deletion of the user.
         */
        digest: planDigest.optional(),
      })
      .default({}),
    reply: erasure,
    errors: ['last_admin', 'may_not_grant', 'plan_moved', 'sign_in_again', 'throttled', 'wrong_state'],
  }),
  data: call({
    method: 'POST',
    path: '/users/:user/data',
    summary:
      'Export all data about a user, deleted or not: the file that the user can also download. Each export is recorded as an event. Administrators of Licet only',
    access: permission('users.manage'),
    params,
    stream: 'application/x-ndjson',
    reply: ownData,
    errors: ['wrong_state'],
  }),
  suspend: call({
    method: 'POST',
    path: '/users/:user/suspend',
    summary: 'Suspend a user: all access stops at once',
    access: permission('users.manage'),
    params,
    reply: user,
    errors: ['last_admin', 'may_not_grant', 'wrong_state'],
    ifMatch: true,
  }),
  reactivate: call({
    method: 'POST',
    path: '/users/:user/reactivate',
    summary: 'Reactivate a suspended user',
    access: permission('users.manage'),
    params,
    reply: user,
    errors: ['may_not_grant', 'wrong_state', 'separation_violated'],
    ifMatch: true,
  }),
  duties: call({
    method: 'GET',
    path: '/users/:user/duties',
    summary:
      'List what a user owns, decides, reviews and requested: what they leave behind. Names that the caller may not see are only counted',
    access: permission('users.read'),
    params,
    reply: userDuties,
  }),
  handOver: call({
    method: 'POST',
    path: '/users/:user/hand-over',
    summary:
      'Hand over what a user owns, decides and reviews to another user, all of it or parts. It requires the permission for each part',
    access: permission('users.manage'),
    params,
    body: handOver,
    reply: handedOver,
    errors: ['may_not_grant', 'sign_in_again', 'wrong_state'],
  }),
  passwordLink: call({
    method: 'POST',
    path: '/users/:user/password-link',
    summary: 'Create a one-time set-password link; earlier ones end',
    access: permission('users.manage'),
    params,
    status: 201,
    reply: passwordLink,
    errors: ['may_not_grant', 'wrong_state', 'sign_in_again'],
  }),
  invite: call({
    method: 'POST',
    path: '/invitations',
    summary: 'Invite users who have not signed in yet, by mail',
    access: permission('users.manage'),
    body: invite,
    reply: invited,
    errors: ['not_found', 'sign_in_again', 'wrong_state'],
  }),
  verifyEmail: call({
    method: 'POST',
    path: '/users/:user/email-verification',
    summary: 'Mail a user a link that verifies their address; it replaces an earlier one',
    access: permission('users.manage'),
    params,
    status: 202,
    errors: ['may_not_grant', 'throttled', 'wrong_state'],
  }),
  credentials: call({
    method: 'GET',
    path: '/users/:user/credentials',
    summary:
      'Get the sign-in methods of a user, and which actions on the user the server would refuse the caller; for administrators also who set the e-mail address, until the user or an administrator confirms it',
    access: permission('users.read'),
    params,
    reply: userCredentials,
  }),
  resetCredentials: call({
    method: 'POST',
    path: '/users/:user/credentials/reset',
    summary:
      'Remove a user’s authenticator app and recovery codes, and on request passkeys and linked accounts; every session ends',
    access: permission('users.manage'),
    params,
    body: z.strictObject({
      passkeys: z.boolean(),
      /** Whether to include accounts at other providers. Default: false. */
      accounts: z.boolean().optional(),
    }),
    errors: ['may_not_grant', 'wrong_state', 'sign_in_again'],
  }),
  access: call({
    method: 'GET',
    path: '/users/:user/access',
    summary: 'List what a user may do, by application; now or as of an instant',
    access: permission('access.read'),
    params,
    query: atInstant,
    reply: listOf(accessSummary),
  }),
  groups: call({
    method: 'GET',
    path: '/users/:user/groups',
    summary: 'List the groups of a user, direct or not; now or as of an instant',
    access: permission('groups.read'),
    params,
    query: atInstant,
    reply: listOf(groupOfUser),
  }),
  grants: call({
    method: 'GET',
    path: '/users/:user/grants',
    summary: 'The grants that a user holds directly, now or as of an instant',
    access: permission('access.read'),
    params,
    query: listQuery(['ends', '-ends', 'starts', '-starts']).extend({
      state: z.string().optional(),
      ...atInstant.shape,
    }),
    reply: pageAt(grant),
  }),
  unused: call({
    method: 'GET',
    path: '/users/:user/unused',
    summary:
      'List the grants that a user holds directly and has not exercised for a number of days (by default a quarter of a year), in every application that reported use for that long',
    access: permission('access.read'),
    params,
    query: unusedOfUserQuery,
    reply: unusedOfUser,
  }),
  sessions: call({
    method: 'GET',
    path: '/users/:user/sessions',
    summary: 'List the sessions of a user',
    access: permission('users.read'),
    params,
    reply: listOf(session),
  }),
  endSessions: call({
    method: 'DELETE',
    path: '/users/:user/sessions',
    summary: 'Sign a user out everywhere',
    access: permission('users.manage'),
    params,
    errors: ['may_not_grant'],
  }),
  signIns: call({
    method: 'GET',
    path: '/users/:user/sign-ins',
    summary: 'The sign-in log of a user',
    access: permission('users.read'),
    params,
    query: listQuery(['-at', 'at']),
    reply: page(signIn),
  }),
};
