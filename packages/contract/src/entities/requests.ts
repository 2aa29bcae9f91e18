import * as z from 'zod';
import { limits } from '../limits.ts';
import { isVisible, line, permissionName, roleName, text } from '../names.ts';
import { problem } from '../problem.ts';
import { says } from '../reasons/says.ts';
import type { Subject } from '../reasons/subjects.ts';
import { id, instant, principal, ref, version } from './common.ts';
import { gives, givesRef } from './grants.ts';
import { planEffect } from './plans.ts';

const seconds = z
  .int(says('seconds_not_whole', {}))
  .min(limits.requestSecondsMin.value, says('request_too_short', { least: limits.requestSecondsMin.value }))
  .max(limits.requestSecondsMax.value, says('request_too_long', { most: limits.requestSecondsMax.value }));

/** A text that somebody else reads: not only blanks. */
const written = (what: Subject, error: string) =>
  text(limits.reasonMax.value, what).min(1, { error, abort: true }).refine(isVisible, { error });

export const requestState = z.enum(['pending', 'approved', 'denied', 'withdrawn', 'expired']);

/** An approval of one step; `for`: in whose place it was given, null where it is their own. */
export const requestVote = z.strictObject({
  /** Which step, counted from 1. */
  step: z.int(),
  by: ref,
  for: ref.nullable(),
  at: instant,
});

/** A step of the approval, as it stands: who has to approve, and how many of them. */
export const requestStep = z.strictObject({
  state: z.enum(['done', 'now', 'later']),
  /** How many approvals it takes, and how many there are. */
  needed: z.int(),
  given: z.int(),
  /** Whether the role's policy names the application's owners, or others. */
  owners: z.boolean(),
  /** Who may still approve: the first by name, and how many there are. Those are the owners too where too few of the named are left. */
  deciders: z.array(ref),
  deciderCount: z.int(),
});
export type RequestStep = z.infer<typeof requestStep>;

/**
 * What somebody asked for, and what became of it. `seconds`: for how long, counted from the approval. `gives` and
 * `decision.seconds` say what was given in the end, which may be less. `mayDecide` is the caller's.
 */
export const accessRequest = z.strictObject({
  id,
  application: ref,
  user: principal,
  asks: gives,
  seconds: z.int(),
  reason: z.string(),
  /** Where it was asked from, as the application put it: `button “Refund” on invoice 2026-0417`. */
  place: z.string(),
  /** Who asked for it on the person's behalf; null where they did themselves. */
  proposedBy: ref.nullable(),
  /** The grant that it is to follow; null where it is no renewal. */
  renews: id.nullable(),
  state: requestState,
  askedAt: instant,
  lapsesAt: instant,
  /** The steps of the approval while it waits, in their order; empty afterwards. */
  steps: z.array(requestStep),
  /** The approvals so far that count, the oldest first. */
  votes: z.array(requestVote),
  /** How many seconds half of the application's requests took to be decided, of the last quarter; null where they are too few to tell. */
  usualSeconds: z.int().nullable(),
  /** How many comments there are. */
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
      /** Who took the approval back, and when; null unless somebody did. */
      undone: z.strictObject({ by: ref.nullable(), at: instant }).nullable(),
      /** Whether what it gave is over by now: it was revoked, or it ended, which may have been moved since; `ends` is the end as it was given. */
      over: z.boolean(),
    })
    .nullable(),
  /**
   * Of one that expired before its time, why, by whom and when: the person was suspended or deleted (`left`), or what they asked for or its application was
   * deleted (`deleted`). Null for all others.
   */
  ended: z.strictObject({ because: z.enum(['left', 'deleted']), by: z.string(), at: instant }).nullable(),
  mayDecide: z.enum(['yes', 'own_request', 'not_your_step', 'voted_already', 'not_a_decider', 'closed']),
  /** In whose place the caller would decide; null where it is their own voice. */
  decidesFor: ref.nullable(),
  /** Until when the caller may take back the approval; null where they may not. */
  undoUntil: instant.nullable(),
  version,
});
export type AccessRequest = z.infer<typeof accessRequest>;

/** Asks for one role or one permission, by name. */
export const newRequest = z
  .strictObject({
    application: z.string(),
    permission: permissionName.optional(),
    role: roleName.optional(),
    reason: written('reason', says('request_reason_missing', {})),
    seconds,
    place: line(limits.titleMax.value, 'place').optional(),
    /** For whom, by those who may give it: that is their approval already, and somebody else's is needed beside. */
    for: id.optional(),
    /** The grant of one's own that it is to follow when that ends. */
    renews: id.optional(),
  })
  .refine(({ permission, role }) => (permission === undefined) !== (role === undefined), {
    error: says('request_role_or_permission', {}),
    path: ['permission'],
  });

/** What to give: what was asked for unless told, for as long as was asked for unless told; never more. */
const less = {
  gives: givesRef.optional(),
  seconds: seconds.optional(),
};
export const requestPlanQuestion = z.strictObject(less);
export const approval = z.strictObject({ ...less, note: text(limits.reasonMax.value, 'note').optional() });
export const denial = z.strictObject({
  reason: written('reason', says('denial_reason_missing', {})),
});

/** What somebody said about a request. */
export const requestComment = z.strictObject({ id, by: ref, at: instant, text: z.string() });
export type RequestComment = z.infer<typeof requestComment>;
export const newComment = z.strictObject({
  text: written('comment', says('comment_missing', {})),
});

/** A role that one can ask for, and does not hold. */
export const askableRole = z.strictObject({
  application: ref,
  role: z.strictObject({ id, name: z.string(), title: z.string() }),
  /** The longest that it is given for, in seconds; null where no policy bounds it. */
  longestSeconds: z.int().nullable(),
  /** How many approvals it takes, one step after another. */
  steps: z.int(),
  approvals: z.int(),
  /** Who would decide first. */
  deciders: z.array(ref),
  deciderCount: z.int(),
  /** As of a request. */
  usualSeconds: z.int().nullable(),
});
export type AskableRole = z.infer<typeof askableRole>;

/** Requests that are looked at together. */
const together = limits.requestsAtOnce.value;
export const requestsQuestion = z.strictObject({ requests: z.array(id).min(1).max(together) });

/** What approving all of them would change, as a plan of changes says it. Those that are refused change nothing. */
export const requestsPlan = z.strictObject({
  at: instant,
  /** In the order of the question. `stillNeeded`: as of a plan of one. */
  steps: z.array(z.strictObject({ request: id, refused: problem.nullable(), stillNeeded: z.int() })),
  effects: z.array(planEffect),
});
export type RequestsPlan = z.infer<typeof requestsPlan>;

/** One decision on several requests, each as of the version that was looked at. */
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

/** What became of each, in the same order. */
export const requestOutcomes = z.strictObject({
  outcomes: z.array(z.strictObject({ request: id, state: requestState.nullable(), refused: problem.nullable() })),
});
export type RequestOutcomes = z.infer<typeof requestOutcomes>;

/** What approving would change, by name, worked out on a draft. */
export const requestPlan = z.strictObject({
  gives,
  seconds: z.int(),
  starts: instant,
  ends: instant,
  /** How many approvals it takes beside the caller's before it is given. */
  stillNeeded: z.int(),
  /** With `everything` the person becomes an administrator of the application: every permission, also those made later. */
  gains: z.strictObject({ everything: z.boolean(), roles: z.array(ref), permissions: z.array(ref) }),
  /** What the person may do in the application already, and keeps. */
  keeps: z.strictObject({ roles: z.int(), permissions: z.int() }),
  /** What could be given in place of what was asked for, least first: what was asked, and less. */
  choices: z.array(gives),
});
export type RequestPlan = z.infer<typeof requestPlan>;
