import * as z from 'zod';
import { anyApplicationToken, call, licetToken } from '../call.ts';
import { limits } from '../limits.ts';
import { isVisible, line, permissionName, roleName, text } from '../names.ts';
import { problem } from '../problem.ts';
import { says } from '../reasons/says.ts';
import type { Subject } from '../reasons/subjects.ts';
import { id, instant, listOf, listQuery, page, principal, ref, version } from './common.ts';
import { gives, givesRef } from './grants.ts';
import { planEffect } from './plans.ts';

const seconds = z
  .int(says('seconds_not_whole', {}))
  .min(limits.requestSecondsMin.value, says('request_too_short', { least: limits.requestSecondsMin.value }))
  .max(limits.requestSecondsMax.value, says('request_too_long', { most: limits.requestSecondsMax.value }));

/** A text for another reader: not only blanks. */
const written = (what: Subject, error: string) =>
  text(limits.reasonMax.value, what).min(1, { error, abort: true }).refine(isVisible, { error });

export const requestState = z.enum(['pending', 'approved', 'denied', 'withdrawn', 'expired']);

/** An approval of one step; `for`: the user in whose place it was given, null for the approver's own. */
export const requestVote = z.strictObject({
  /** The number of the step, from 1. */
  step: z.int(),
  by: ref,
  for: ref.nullable(),
  at: instant,
});

/** A step of the approval: the approvers, and how many of them are needed. */
export const requestStep = z.strictObject({
  state: z.enum(['done', 'now', 'later']),
  /** The needed and the present number of approvals. */
  needed: z.int(),
  given: z.int(),
  /** Whether the role's policy names the application's owners, or others. */
  owners: z.boolean(),
  /**
   * Users who may still approve: the first by name, and their number. Includes the owners if too few of the named
   * approvers are left.
   */
  deciders: z.array(ref),
  deciderCount: z.int(),
});
export type RequestStep = z.infer<typeof requestStep>;

/**
 * A request and its outcome. `seconds` is the duration, from the approval. `gives` and `decision.seconds` are what
 * was granted in the end, which may be less. `mayDecide` is the caller's.
 */
export const accessRequest = z.strictObject({
  id,
  application: ref,
  user: principal,
  asks: gives,
  seconds: z.int(),
  reason: z.string(),
  /** The place of the request, as the application describes it: `button “Refund” on invoice 2026-0417`. */
  place: z.string(),
  /** The user who requested it on the holder's behalf; null if they did it themselves. */
  proposedBy: ref.nullable(),
  /** The grant that it follows; null if it is not a renewal. */
  renews: id.nullable(),
  state: requestState,
  askedAt: instant,
  lapsesAt: instant,
  /** The steps of the approval while it waits, in order; empty afterwards. */
  steps: z.array(requestStep),
  /** The approvals that count so far, the oldest first. */
  votes: z.array(requestVote),
  /** The median time to a decision in the application, in seconds, of the last quarter; null if there are too few. */
  usualSeconds: z.int().nullable(),
  /** The number of comments. */
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
      /** The user who took back the approval, and when; null if nobody did. */
      undone: z.strictObject({ by: ref.nullable(), at: instant }).nullable(),
      /**
       * Whether the grant is over: revoked, or past its end. `ends` is the end that was granted; it may have been
       * changed since.
       */
      over: z.boolean(),
    })
    .nullable(),
  /**
   * For a request that lapsed early: why, by whom and when. The user was suspended or deleted (`left`), or the
   * requested thing or its application was deleted (`deleted`). Null for all others.
   */
  ended: z.strictObject({ because: z.enum(['left', 'deleted']), by: z.string(), at: instant }).nullable(),
  mayDecide: z.enum(['yes', 'own_request', 'not_your_step', 'voted_already', 'not_a_decider', 'closed']),
  /** The user in whose place the caller would decide; null for the caller's own vote. */
  decidesFor: ref.nullable(),
  /** The time until which the caller may withdraw the approval; null if they may not. */
  undoUntil: instant.nullable(),
  version,
});
export type AccessRequest = z.infer<typeof accessRequest>;

/** Requests one role or one permission, by name. */
export const newRequest = z
  .strictObject({
    application: z.string(),
    permission: permissionName.optional(),
    role: roleName.optional(),
    reason: written('reason', says('request_reason_missing', {})),
    seconds,
    place: line(limits.titleMax.value, 'place').optional(),
    /**
     * The user to request it for. The caller must be allowed to grant it; the request counts as their approval, and
     * another user must approve too.
     */
    for: id.optional(),
    /** The caller's own grant to renew: the new grant begins when it ends. */
    renews: id.optional(),
  })
  .refine(({ permission, role }) => (permission === undefined) !== (role === undefined), {
    error: says('request_role_or_permission', {}),
    path: ['permission'],
  });

/** The access to grant: by default as requested, for the requested duration; never more. */
const less = {
  gives: givesRef.optional(),
  seconds: seconds.optional(),
};
export const requestPlanQuestion = z.strictObject(less);
export const approval = z.strictObject({ ...less, note: text(limits.reasonMax.value, 'note').optional() });
export const denial = z.strictObject({
  reason: written('reason', says('denial_reason_missing', {})),
});

/** A comment on a request. */
export const requestComment = z.strictObject({ id, by: ref, at: instant, text: z.string() });
export type RequestComment = z.infer<typeof requestComment>;
export const newComment = z.strictObject({
  text: written('comment', says('comment_missing', {})),
});

/** A role that the user can request and does not hold. */
export const askableRole = z.strictObject({
  application: ref,
  role: z.strictObject({ id, name: z.string(), title: z.string() }),
  /** The longest duration of a grant in seconds; null if no policy limits it. */
  longestSeconds: z.int().nullable(),
  /** The number of steps of approval. */
  steps: z.int(),
  approvals: z.int(),
  /** The first approvers. */
  deciders: z.array(ref),
  deciderCount: z.int(),
  /** As for a request. */
  usualSeconds: z.int().nullable(),
});
export type AskableRole = z.infer<typeof askableRole>;

/** The maximum number of requests in one call. */
const together = limits.requestsAtOnce.value;
export const requestsQuestion = z.strictObject({ requests: z.array(id).min(1).max(together) });

/** The effects of approving all of them, in the form of a plan. Refused ones change nothing. */
export const requestsPlan = z.strictObject({
  at: instant,
  /** In the order of the requests. `stillNeeded`: as in a plan for one. */
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

/** The outcome of each, in the same order. */
export const requestOutcomes = z.strictObject({
  outcomes: z.array(z.strictObject({ request: id, state: requestState.nullable(), refused: problem.nullable() })),
});
export type RequestOutcomes = z.infer<typeof requestOutcomes>;

/** The effects of approving, by name, computed on a draft. */
export const requestPlan = z.strictObject({
  gives,
  seconds: z.int(),
  starts: instant,
  ends: instant,
  /** The number of approvals needed besides the caller's before it is granted. */
  stillNeeded: z.int(),
  /** With `everything` the user becomes an administrator of the application: every permission, including later ones. */
  gains: z.strictObject({ everything: z.boolean(), roles: z.array(ref), permissions: z.array(ref) }),
  /** What the user already has in the application, and keeps. */
  keeps: z.strictObject({ roles: z.int(), permissions: z.int() }),
  /** The possible grants, smallest first: the requested one, and less. */
  choices: z.array(gives),
});
export type RequestPlan = z.infer<typeof requestPlan>;

const params = z.strictObject({ request: id });

/** Reasons why a caller cannot decide on a request, or not now. */
const notNow = ['wrong_state', 'own_request', 'may_not_grant', 'not_your_step', 'voted_already'] as const;

/** Reasons why the access is not granted this way. */
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
