import * as z from 'zod';
import { call, permission, permissionOrOwner } from '../call.ts';
import { id, listOf, listQuery } from '../entities/common.ts';
import { invitationRound } from '../entities/invitations.ts';
import {
  applicationPolicy,
  applicationPolicyChange,
  planOutcome,
  policyChange,
  policyMailing,
  policyPlan,
  policy as reply,
} from '../entities/policy.ts';

const access = permission('settings.manage');

const params = z.strictObject({ application: z.string() });
const planned = listQuery(['name', '-name']).extend({ outcome: planOutcome.optional() });

/** The sign-in policy. */
export const policy = {
  get: call({ method: 'GET', path: '/policy', summary: 'How people sign in', access, reply }),
  plan: call({
    method: 'POST',
    path: '/policy/plan',
    summary: 'Whom a policy would stop at their next sign-in, by name; nothing is changed',
    access,
    query: planned,
    body: policyChange,
    reply: policyPlan,
    errors: ['not_found'],
  }),
  update: call({
    method: 'PUT',
    path: '/policy',
    summary: 'Change how people sign in',
    access,
    body: policyChange,
    reply,
    errors: ['not_found', 'in_the_past', 'locks_out', 'sign_in_again'],
    ifMatch: true,
  }),
  mail: call({
    method: 'POST',
    path: '/policy/mails',
    summary: 'Mail those whom a policy brings to an outcome what will change and what to do, one after another',
    access,
    body: policyMailing,
    reply: z.strictObject({ round: id }),
    errors: ['not_found', 'in_the_past', 'too_large', 'wrong_state', 'sign_in_again'],
  }),
  mails: call({
    method: 'GET',
    path: '/policy/mails',
    summary: 'The last rounds of such mails, newest first, with how far they are',
    access,
    reply: listOf(invitationRound),
  }),
  stopMails: call({
    method: 'POST',
    path: '/policy/mails/:round/stop',
    summary: 'Stop a round of such mails: whoever was not written to yet gets none',
    access,
    params: z.strictObject({ round: id }),
    reply: invitationRound,
    errors: ['wrong_state'],
  }),
  ofApplication: call({
    method: 'GET',
    path: '/applications/:application/policy',
    summary: 'What an application asks of those who sign in to it, beyond what everybody is asked',
    access: permissionOrOwner('applications.read'),
    params,
    reply: applicationPolicy,
  }),
  planOfApplication: call({
    method: 'POST',
    path: '/applications/:application/policy/plan',
    summary:
      'Whom that would stop, by name, of those who hold something in the application, for who may see users and that; nothing is changed',
    access: permissionOrOwner('applications.read'),
    params,
    query: planned,
    body: applicationPolicyChange,
    reply: policyPlan,
    errors: ['built_in'],
  }),
  updateOfApplication: call({
    method: 'PUT',
    path: '/applications/:application/policy',
    summary: 'Change what an application asks of those who sign in to it',
    access: permissionOrOwner('applications.manage'),
    params,
    body: applicationPolicyChange,
    reply: applicationPolicy,
    errors: ['built_in', 'sign_in_again'],
    ifMatch: true,
  }),
};
