import { call, permission } from '../call.ts';
import { listQuery } from '../entities/common.ts';
import { planOutcome, policyChange, policyPlan, policy as reply } from '../entities/policy.ts';

const access = permission('settings.manage');

/** How people sign in. */
export const policy = {
  get: call({ method: 'GET', path: '/policy', summary: 'How people sign in', access, reply }),
  plan: call({
    method: 'POST',
    path: '/policy/plan',
    summary: 'Whom a policy would stop at their next sign-in, by name; nothing is changed',
    access,
    query: listQuery(['name', '-name']).extend({ outcome: planOutcome.optional() }),
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
};
