import * as z from 'zod';
import { call, permissionOrOwner } from '../call.ts';
import { limits } from '../limits.ts';
import { text } from '../names.ts';
import { atInstant, id, instant, listQuery, nameNow, pageAt, principal, principalRef, version } from './common.ts';

export const grantState = z.enum(['scheduled', 'active', 'expired', 'revoked']);

/** The content of a grant or a request: a role or a permission of the application. */
export const gives = z.strictObject({
  kind: z.enum(['role', 'permission']),
  id,
  name: z.string(),
  nameNow,
  title: z.string(),
});
export type Gives = z.infer<typeof gives>;
/** The kind and id of a role or permission, for request bodies. */
export const givesRef = gives.pick({ kind: true, id: true });
export type GivesRef = z.infer<typeof givesRef>;

/** The grant of a role or a single permission to a user, a group or a program. It has a start and an optional end. */
export const grant = z.strictObject({
  id,
  application: z.string(),
  principal,
  gives,
  starts: instant,
  ends: instant.nullable(),
  reason: z.string(),
  state: grantState,
  grantedBy: z.string(),
  version,
});
export type Grant = z.infer<typeof grant>;

const reason = text(limits.reasonMax.value, 'reason');
export const newGrant = z.strictObject({
  principal: principalRef,
  gives: givesRef,
  starts: instant.optional(),
  ends: instant.nullable().optional(),
  reason: reason.optional(),
});
export const grantChange = z.strictObject({ ends: instant.nullable().optional(), reason: reason.optional() });

const manage = permissionOrOwner('grants.manage');
const application = z.strictObject({ application: z.string() });
const params = application.extend({ grant: id });

/** The errors that the policy of a role can cause. */
const byPolicy = ['longer_than_allowed', 'reason_needed', 'second_approver_needed'] as const;

export const grantCalls = {
  list: call({
    method: 'GET',
    path: '/applications/:application/grants',
    summary: 'The grants of an application, now or as of an instant',
    access: permissionOrOwner('applications.read'),
    params: application,
    query: listQuery(['ends', '-ends', 'starts', '-starts', 'principal', '-principal', 'gives', '-gives']).extend({
      state: z.string().optional(),
      principal: id.optional(),
      role: id.optional(),
      permission: id.optional(),
      /** Lists only grants that were made by a request or as emergency access. */
      asked: z.literal('true').optional(),
      ...atInstant.shape,
    }),
    reply: pageAt(grant),
  }),
  create: call({
    method: 'POST',
    path: '/applications/:application/grants',
    summary: 'Give a role or a permission',
    access: manage,
    params: application,
    body: newGrant,
    status: 201,
    reply: grant,
    errors: [
      'duplicate_grant',
      'ends_before_start',
      'in_the_past',
      'may_not_grant',
      'sign_in_again',
      'wrong_state',
      'separation_violated',
      ...byPolicy,
    ],
  }),
  update: call({
    method: 'PATCH',
    path: '/applications/:application/grants/:grant',
    summary: 'Change the end or the reason of a grant',
    access: manage,
    params,
    body: grantChange,
    reply: grant,
    errors: [
      'duplicate_grant',
      'ends_before_start',
      'in_the_past',
      'may_not_grant',
      'last_admin',
      'wrong_state',
      'separation_violated',
      ...byPolicy,
    ],
    ifMatch: true,
  }),
  revoke: call({
    method: 'DELETE',
    path: '/applications/:application/grants/:grant',
    summary: 'Revoke a grant',
    access: manage,
    params,
    errors: ['last_admin', 'may_not_grant', 'wrong_state'],
    ifMatch: true,
  }),
};
