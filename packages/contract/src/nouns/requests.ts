import * as z from 'zod';
import { anyApplicationToken, call, licetToken } from '../call.ts';
import { limits } from '../limits.ts';
import { isVisible, line, permissionName, roleName, text } from '../names.ts';
import { problem } from '../problem.ts';
import { says } from '../reasons/says.ts';
import type { Subject } from '../reasons/users.ts';
import { id, instant, listOf, listQuery, page, principal, ref, version } from './common.ts';
import { gives, givesRef } from './grants.ts';
import { planEffect } from './plans.ts';

const seconds = z
  .int(says('seconds_not_whole', {}))
  .min(limits.requestSecondsMin.value, says('request_too_short', { least: limits.requestSecondsMin.value }))
  .max(limits.requestSecondsMax.value, says('request_too_long', { most: limits.requestSecondsMax.value }));

/** A text for other users, which must have visible content. */
const written = (what: Subject, error: string) =>
  text(limits.reasonMax.value, what).min(1, { error, abort: true }).refine(isVisible, { error });

export const requestState = z.enum(['pending', 'approved', 'denied', 'withdrawn', 'expired']);

/**
 * An approval of one step. `for` is the user on whose behalf a deputy approved; null if the approver decided for
 * themselves.
 */
export const requestVote = z.strictObject({
  /** The number of the step, from 1. */
  step: z.int(),
  by: ref,
  for: ref.nullable(),
  at: instant,
});

/** An approval step, with its approvers and the number of required approvals. */
export const requestStep = z.strictObject({
  state: z.enum(['done', 'now', 'later']),
  /** The required number of approvals. `given` is the present number. */
  needed: z.int(),
  given: z.int(),
  /** True if the role's policy names the application's owners as approvers. */
  owners: z.boolean(),
  /**
   * The first users who may still approve, by name. `deciderCount` is the number of all. The owners are included if too
   * few of the named approvers are left.
   */
  deciders: z.array(ref),
  deciderCount: z.int(),
});
export type RequestStep = z.infer<typeof requestStep>;

/**
 * An access request and its outcome.
 * - `seconds` is the requested duration, which begins with the approval.
 * - `gives` and `decision.seconds` are the granted access and duration. They may be less than requested.
 * - `mayDecide` tells whether the caller may decide the request.
 */
export const accessRequest = z.strictObject({
  id,
  application: ref,
  user: principal,
  asks: gives,
  seconds: z.int(),
  reason: z.string(),
  /**
   * Where the user made the request, as the application describes it, such as `button “Refund” on invoice 2026-0417`.
   */
  place: z.string(),
  /** The user who made the request on the holder's behalf; null if the holder made it. */
  proposedBy: ref.nullable(),
  /** The grant to renew; null if the request is not a renewal. */
  renews: id.nullable(),
  state: requestState,
  askedAt: instant,
  lapsesAt: instant,
  /** The approval steps in order, while the request is pending; empty afterwards. */
  steps: z.array(requestStep),
  /** The approvals that count so far, oldest first. */
  votes: z.array(requestVote),
  /**
   * The median time to a decision in the application in the last quarter, in seconds. Null if there are too few
   * decisions.
   */
  usualSeconds: z.int().nullable(),
  comments: z.int(),
  decision: z
    .strictObject({
      by: ref.nullable(),
      at: instant,
      gives: gives.nullable(),
      seconds: z.int().nullable(),
      note: z.string(),
      grant: id.nullable(),
      ends: instant.nullable(),
      /** The user who withdrew the approval, and when; null if it was not withdrawn. */
      undone: z.strictObject({ by: ref.nullable(), at: instant }).nullable(),
      /**
       * True if the grant was revoked or has ended. `ends` is the original end of the grant, which may have been
       * changed since.
       */
      over: z.boolean(),
    })
    .nullable(),
  /**
   * For a request that ended early: the reason, the user who caused it, and the time. `left`: the user was suspended
   * or deleted. `deleted`: the requested role or permission, or its application, was deleted. Null for all other
   * requests.
   */
  ended: z.strictObject({ because: z.enum(['left', 'deleted']), by: z.string(), at: instant }).nullable(),
  mayDecide: z.enum(['yes', 'own_request', 'not_your_step', 'voted_already', 'not_a_decider', 'closed']),
  /** The user on whose behalf the caller would decide; null if the caller decides for themselves. */
  decidesFor: ref.nullable(),
  /** The time until which the caller may withdraw the approval; null if the caller may not withdraw it. */
  undoUntil: instant.nullable(),
  version,
});
export type AccessRequest = z.infer<typeof accessRequest>;

export const newRequest = z
  .strictObject({
    application: z.string(),
    permission: permissionName.optional(),
    role: roleName.optional(),
    reason: written('reason', says('request_reason_missing', {})),
    seconds,
    place: line(limits.titleMax.value, 'place').optional(),
    /**
     * The user for whom to request access. The caller must be allowed to grant it. The request counts as the caller's
     * approval, and another user must also approve.
     */
    for: id.optional(),
    /** The caller's own grant to renew. The new grant begins when the renewed grant ends. */
    renews: id.optional(),
  })
  .refine(({ permission, role }) => (permission === undefined) !== (role === undefined), {
    error: says('request_role_or_permission', {}),
    path: ['permission'],
  });

/**
 * The access and the duration to grant. Default: as requested. An approver can grant less than requested, but not more.
 */
const less = {
  gives: givesRef.optional(),
  seconds: seconds.optional(),
};
export const requestPlanQuestion = z.strictObject(less);
export const approval = z.strictObject({ ...less, note: text(limits.reasonMax.value, 'note').optional() });
export const denial = z.strictObject({
  reason: written('reason', says('denial_reason_missing', {})),
});

export const requestComment = z.strictObject({ id, by: ref, at: instant, text: z.string() });
export type RequestComment = z.infer<typeof requestComment>;
export const newComment = z.strictObject({
  text: written('comment', says('comment_missing', {})),
});

/** A role that the user does not hold and can request. */
export const askableRole = z.strictObject({
  application: ref,
  role: z.strictObject({ id, name: z.string(), title: z.string() }),
  /** The longest duration of a grant in seconds; null if no policy limits it. */
  longestSeconds: z.int().nullable(),
  /** The number of approval steps. */
  steps: z.int(),
  approvals: z.int(),
  /** The approvers of the first step. */
  deciders: z.array(ref),
  deciderCount: z.int(),
  /** The median time to a decision in the application in the last quarter, in seconds. */
  usualSeconds: z.int().nullable(),
});
export type AskableRole = z.infer<typeof askableRole>;

/** The maximum number of requests in one call. */
const together = limits.requestsAtOnce.value;
export const requestsQuestion = z.strictObject({ requests: z.array(id).min(1).max(together) });

/**
 * The effects of approving all the requests, in the format of a plan. They do not include requests whose approval is
 * refused.
 */
export const requestsPlan = z.strictObject({
  at: instant,
  /** In the order of the requests. `stillNeeded` is the number of further approvals that the request needs. */
  steps: z.array(z.strictObject({ request: id, refused: problem.nullable(), stillNeeded: z.int() })),
  effects: z.array(planEffect),
});
export type RequestsPlan = z.infer<typeof requestsPlan>;

/** One decision on several requests, each in the version that the caller saw. */
export const requestDecisions = z
  .strictObject({
    decision: z.enum(['approve', 'deny']),
    requests: z.array(z.strictObject({ id, version })).min(1).max(together),
    reason: text(limits.reasonMax.value, 'reason').optional(),
  })
  .refine(({ decision, reason }) => decision === 'approve' || isVisible(reason ?? ''), {
    error: says('denials_reason_missing', {}),
    path: ['reason'],
  });

/** The outcome of each request, in the same order. */
export const requestOutcomes = z.strictObject({
  outcomes: z.array(z.strictObject({ request: id, state: requestState.nullable(), refused: problem.nullable() })),
});
export type RequestOutcomes = z.infer<typeof requestOutcomes>;

/** The effects of approving a request. Nothing is changed. */
export const requestPlan = z.strictObject({
  gives,
  seconds: z.int(),
  starts: instant,
  ends: instant,
  /** The number of approvals that are needed besides the caller's. */
  stillNeeded: z.int(),
  /**
   * With `everything`, the user becomes an administrator of the application. This includes every permission, even
   * later ones.
   */
  gains: z.strictObject({ everything: z.boolean(), roles: z.array(ref), permissions: z.array(ref) }),
  /** The number of roles and permissions that the user already has in the application, and keeps. */
  keeps: z.strictObject({ roles: z.int(), permissions: z.int() }),
  /** The access that can be granted: the requested role or permission, then smaller ones that it contains. */
  choices: z.array(gives),
});
export type RequestPlan = z.infer<typeof requestPlan>;

const params = z.strictObject({ request: id });

/** Error codes for a request that the caller may not decide in its present state. */
const notNow = ['wrong_state', 'own_request', 'may_not_grant', 'not_your_step', 'voted_already'] as const;

/** Error codes for access that the caller may not grant, although they may decide the request. */
const notGiven = ['more_than_asked', 'duplicate_grant', 'separation_violated', 'longer_than_allowed'] as const;

export const requestCalls = {
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
      'Request a role or a permission, with a reason and for a time; for oneself, or for a user to whom the caller may grant it',
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
      'List the roles that the caller can request and does not hold, except admin, with the longest duration and the approvers',
    access: anyApplicationToken,
    query: listQuery(['name']).extend({ application: z.string().optional() }),
    reply: page(askableRole),
  }),
  planAll: call({
    method: 'POST',
    path: '/requests/plan',
    summary: 'Plan the approval of several requests together, with the effects by name. Nothing is written',
    access: licetToken,
    body: requestsQuestion,
    reply: requestsPlan,
    errors: ['throttled'],
  }),
  decideAll: call({
    method: 'POST',
    path: '/requests/decisions',
    summary: 'Approve or decline several requests, each on its own; failed ones are returned with the reason',
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
    summary: 'Plan an approval: its effects, by name',
    access: licetToken,
    params,
    body: requestPlanQuestion,
    reply: requestPlan,
    errors: [...notNow, ...notGiven, 'throttled'],
  }),
  approve: call({
    method: 'POST',
    path: '/requests/:request/approval',
    summary:
      'Approve a request, as asked or for less; the last needed approval creates the grant, whose time begins then',
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
    summary: 'Decline a request, with a reason',
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
    summary: 'Withdraw the caller’s own request',
    access: anyApplicationToken,
    params,
    reply: accessRequest,
    errors: ['wrong_state'],
  }),
  undo: call({
    method: 'POST',
    path: '/requests/:request/undo',
    summary: 'Undo an approval within ten minutes: the grant ends at once, and the user is notified',
    access: licetToken,
    params,
    reply: accessRequest,
    errors: ['wrong_state', 'own_request', 'may_not_grant', 'sign_in_again'],
    ifMatch: true,
  }),
  comments: call({
    method: 'GET',
    path: '/requests/:request/comments',
    summary: 'List the comments on a request, oldest first',
    access: anyApplicationToken,
    params,
    reply: listOf(requestComment),
  }),
  comment: call({
    method: 'POST',
    path: '/requests/:request/comments',
    summary: 'Comment on a pending request, for its user and its approvers',
    access: anyApplicationToken,
    params,
    body: newComment,
    status: 201,
    reply: requestComment,
    errors: ['wrong_state', 'may_not_grant', 'comment_limit'],
  }),
};
