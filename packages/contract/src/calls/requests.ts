import * as z from 'zod';
import { anyApplicationToken, call, licetToken } from '../call.ts';
import { id, listOf, listQuery, page } from '../entities/common.ts';
import {
  accessRequest,
  approval,
  askableRole,
  denial,
  newComment,
  newRequest,
  requestComment,
  requestDecisions,
  requestOutcomes,
  requestPlan,
  requestPlanQuestion,
  requestsPlan,
  requestsQuestion,
} from '../entities/requests.ts';

const params = z.strictObject({ request: id });

/** Reasons why a caller cannot decide on a request, or not now. */
const notNow = ['wrong_state', 'own_request', 'may_not_grant', 'not_your_step', 'voted_already'] as const;

/** Why it is not given so. */
const notGiven = ['more_than_asked', 'duplicate_grant', 'separation_violated', 'longer_than_allowed'] as const;

export const requests = {
  list: call({
    method: 'GET',
    path: '/requests',
    summary: 'Requests for access: one’s own, those that wait for one’s decision, or those that were decided',
    access: anyApplicationToken,
    query: listQuery(['-asked', 'asked']).extend({
      view: z.enum(['mine', 'waiting', 'decided']).optional(),
      application: z.string().optional(),
    }),
    reply: page(accessRequest),
  }),
  ask: call({
    method: 'POST',
    path: '/requests',
    summary:
      'Ask for a role or a permission, with a reason and for a while; for oneself, or for somebody to whom one may give it',
    access: anyApplicationToken,
    body: newRequest,
    status: 201,
    reply: accessRequest,
    errors: [
      'not_found',
      'unknown_permission',
      'already_held',
      'request_pending',
      'request_limit',
      'not_requestable',
      'may_not_grant',
      'wrong_state',
      'longer_than_allowed',
    ],
  }),
  catalogue: call({
    method: 'GET',
    path: '/requests/catalogue',
    summary:
      'The roles that one can ask for and does not hold, but for the role admin: for how long at most, and who decides',
    access: anyApplicationToken,
    query: listQuery(['name']).extend({ application: z.string().optional() }),
    reply: page(askableRole),
  }),
  planAll: call({
    method: 'POST',
    path: '/requests/plan',
    summary: 'What approving several requests would change together, by name. Nothing is written',
    access: licetToken,
    body: requestsQuestion,
    reply: requestsPlan,
    errors: ['throttled'],
  }),
  decideAll: call({
    method: 'POST',
    path: '/requests/decisions',
    summary: 'Approve or refuse several requests, each by itself: those that are refused are told with why',
    access: licetToken,
    body: requestDecisions,
    reply: requestOutcomes,
  }),
  get: call({
    method: 'GET',
    path: '/requests/:request',
    summary: 'One request and its history',
    access: anyApplicationToken,
    params,
    reply: accessRequest,
  }),
  plan: call({
    method: 'POST',
    path: '/requests/:request/plan',
    summary: 'What approving would change, by name',
    access: licetToken,
    params,
    body: requestPlanQuestion,
    reply: requestPlan,
    errors: [...notNow, ...notGiven, 'throttled'],
  }),
  approve: call({
    method: 'POST',
    path: '/requests/:request/approval',
    summary: 'Approve, as asked or for less; the last approval that it takes makes the grant, whose time begins then',
    access: licetToken,
    params,
    body: approval,
    reply: accessRequest,
    errors: [...notNow, ...notGiven, 'sign_in_again'],
    ifMatch: true,
  }),
  deny: call({
    method: 'POST',
    path: '/requests/:request/denial',
    summary: 'Refuse, with a reason',
    access: licetToken,
    params,
    body: denial,
    reply: accessRequest,
    errors: [...notNow],
    ifMatch: true,
  }),
  withdraw: call({
    method: 'POST',
    path: '/requests/:request/withdrawal',
    summary: 'Take back one’s own request',
    access: anyApplicationToken,
    params,
    reply: accessRequest,
    errors: ['wrong_state'],
  }),
  undo: call({
    method: 'POST',
    path: '/requests/:request/undo',
    summary: 'Take back an approval within ten minutes: the grant ends at once, and the person is told',
    access: licetToken,
    params,
    reply: accessRequest,
    errors: ['wrong_state', 'own_request', 'may_not_grant', 'sign_in_again'],
    ifMatch: true,
  }),
  comments: call({
    method: 'GET',
    path: '/requests/:request/comments',
    summary: 'What was said about a request, the oldest first',
    access: anyApplicationToken,
    params,
    reply: listOf(requestComment),
  }),
  comment: call({
    method: 'POST',
    path: '/requests/:request/comments',
    summary: 'Say something about a request that waits, to whoever asked and whoever decides',
    access: anyApplicationToken,
    params,
    body: newComment,
    status: 201,
    reply: requestComment,
    errors: ['wrong_state', 'may_not_grant', 'comment_limit'],
  }),
};
