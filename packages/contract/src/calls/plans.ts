import * as z from 'zod';
import { type Call, call, licetToken } from '../call.ts';
import { plan, planApplied, planDigest } from '../entities/plans.ts';
import { limits } from '../limits.ts';
import { applications } from './applications.ts';
import { grants } from './grants.ts';
import { groups } from './groups.ts';
import { permissions } from './permissions.ts';
import { roles } from './roles.ts';
import { users } from './users.ts';

/** The changes of access that can be planned, by the name of their call. */
const planned = {
  'grants.create': grants.create,
  'grants.update': grants.update,
  'grants.revoke': grants.revoke,
  'roles.create': roles.create,
  'roles.update': roles.update,
  'roles.remove': roles.remove,
  'permissions.create': permissions.create,
  'permissions.update': permissions.update,
  'permissions.remove': permissions.remove,
  'groups.create': groups.create,
  'groups.update': groups.update,
  'groups.remove': groups.remove,
  'groups.addMember': groups.addMember,
  'groups.removeMember': groups.removeMember,
  'users.suspend': users.suspend,
  'users.reactivate': users.reactivate,
  'users.remove': users.remove,
  'applications.remove': applications.remove,
  'applications.addOwner': applications.addOwner,
  'applications.removeOwner': applications.removeOwner,
} as const;
export type PlannedCall = keyof typeof planned;

/** What a call takes, with its name beside it. */
const changeOf = <Id extends PlannedCall>(id: Id) => {
  const { params, body }: Pick<Call, 'params' | 'body'> = planned[id];
  return z.strictObject({
    call: z.literal(id),
    ...(params && { params }),
    ...(body && { body }),
    /** What `If-Match` would say. */
    ifMatch: z.int().optional(),
  });
};

const [first, ...others] = Object.keys(planned) as PlannedCall[];

/** Changes to plan together, in the order in which they would be made. */
export const planQuestion = z.strictObject({
  changes: z
    .array(z.discriminatedUnion('call', [changeOf(first ?? 'grants.create'), ...others.map((id) => changeOf(id))]))
    .min(1)
    .max(limits.planChangesMax.value),
});

export const plans = {
  make: call({
    method: 'POST',
    path: '/plans',
    summary:
      'What changes would bring, by name, before any is made: who gains and loses what, and what is refused. Nothing is written',
    access: licetToken,
    body: planQuestion,
    reply: plan,
    errors: ['throttled'],
  }),
  apply: call({
    method: 'POST',
    path: '/plans/application',
    summary:
      'Make all changes of a plan, or none. Refused when they would bring something else by now than the plan said',
    access: licetToken,
    body: planQuestion.extend({ digest: planDigest, reason: z.string().max(limits.reasonMax.value).optional() }),
    reply: planApplied,
    errors: ['plan_moved', 'sign_in_again', 'last_admin', 'throttled'],
  }),
};
