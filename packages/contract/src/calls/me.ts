import * as z from 'zod';
import { anyApplicationToken, call, licetToken } from '../call.ts';
import { access, accessSummary } from '../entities/access.ts';
import { listOf, listQuery, page } from '../entities/common.ts';
import { delegations, newDelegation } from '../entities/delegations.ts';
import { ownAddress } from '../entities/emails.ts';
import { home, me as meReply, ownData, ownDecision } from '../entities/me.ts';
import { changePassword } from '../entities/passwords.ts';
import { catalogue } from '../entities/permissions.ts';
import { knownBrowser, session, signIn, user } from '../entities/users.ts';
import { limits } from '../limits.ts';
import { permissionName } from '../names.ts';
import { personName } from '../person-name.ts';

const params = z.strictObject({ application: z.string() });

export const me = {
  get: call({
    method: 'GET',
    path: '/me',
    summary: 'Who is signed in',
    access: licetToken,
    reply: meReply,
  }),
  update: call({
    method: 'PATCH',
    path: '/me',
    summary: 'Change one’s own name',
    access: licetToken,
    body: z.strictObject({ name: personName('name') }),
    reply: user,
    errors: ['forbidden'],
    ifMatch: true,
  }),
  verifyEmail: call({
    method: 'POST',
    path: '/me/email-verification',
    summary: 'Mail oneself a link that verifies one’s address, or another that one would rather have',
    access: licetToken,
    body: ownAddress,
    status: 202,
    errors: ['sign_in_again', 'throttled', 'wrong_state'],
  }),
  password: call({
    method: 'POST',
    path: '/me/password',
    summary: 'Change one’s own password; every other session ends',
    access: licetToken,
    body: changePassword,
    errors: ['sign_in_failed', 'password_refused', 'throttled', 'locked', 'sign_in_again'],
  }),
  download: call({
    method: 'GET',
    path: '/me/download',
    summary: 'Everything that is held about oneself',
    access: licetToken,
    stream: 'application/x-ndjson',
    reply: ownData,
  }),
  delegations: call({
    method: 'GET',
    path: '/me/delegation',
    summary: 'Who decides on requests in one’s place, and in whose place one decides',
    access: licetToken,
    reply: delegations,
  }),
  delegate: call({
    method: 'PUT',
    path: '/me/delegation',
    summary: 'Name who decides on requests in one’s place for a while; for those who decide on any',
    access: licetToken,
    body: newDelegation,
    reply: delegations,
    errors: ['not_found', 'may_not_grant', 'wrong_state', 'ends_before_start', 'in_the_past'],
  }),
  endDelegation: call({
    method: 'DELETE',
    path: '/me/delegation',
    summary: 'Decide on requests oneself again',
    access: licetToken,
    reply: delegations,
    errors: ['wrong_state'],
  }),
  askDeletion: call({
    method: 'POST',
    path: '/me/deletion',
    summary: 'Ask to be deleted; administrators decide',
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
  access: call({
    method: 'GET',
    path: '/me/access',
    summary: 'What one may do oneself, an application a line',
    access: licetToken,
    reply: listOf(accessSummary),
  }),
  accessIn: call({
    method: 'GET',
    path: '/me/access/:application',
    summary: 'What one may do oneself in one application, with the path of each item',
    access: anyApplicationToken,
    params,
    query: listQuery(['name', '-name']),
    reply: access,
  }),
  decision: call({
    method: 'GET',
    path: '/me/decision/:application',
    summary: 'Whether one may do something oneself, why, what would bring it, and who decides',
    access: anyApplicationToken,
    params,
    query: z.strictObject({ permission: permissionName }),
    reply: ownDecision,
  }),
  decisions: call({
    method: 'POST',
    path: '/me/decisions/:application',
    summary: 'The same for several permissions at once, in the order in which they are asked for; nothing is changed',
    access: anyApplicationToken,
    params,
    body: z.strictObject({ permissions: z.array(permissionName).min(1).max(limits.ownDecisionsMax.value) }),
    reply: listOf(ownDecision),
  }),
  catalogue: call({
    method: 'GET',
    path: '/me/catalogue/:application',
    summary: 'The names of an application’s permissions and roles, for typed names and for what can be asked for',
    access: anyApplicationToken,
    params,
    reply: catalogue,
  }),
  sessions: call({
    method: 'GET',
    path: '/me/sessions',
    summary: 'Where one is signed in',
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
    summary: 'The browsers that one is known in, and whether passwords are still taken in others',
    access: licetToken,
    reply: listOf(knownBrowser).extend({ lockedElsewhere: z.boolean() }),
  }),
  forgetBrowser: call({
    method: 'DELETE',
    path: '/me/browsers/:browser',
    summary: 'Make a browser unknown again; nobody is signed out',
    access: licetToken,
    params: z.strictObject({ browser: z.string().regex(/^[0-9a-f]{64}$/) }),
  }),
  signIns: call({
    method: 'GET',
    path: '/me/sign-ins',
    summary: 'One’s own sign-in log',
    access: licetToken,
    query: listQuery(['-at', 'at']),
    reply: page(signIn),
  }),
};
