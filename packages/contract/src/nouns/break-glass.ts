import * as z from 'zod';
import { anyApplicationToken, call, licetToken } from '../call.ts';
import { limits } from '../limits.ts';
import { isVisible, roleName, text } from '../names.ts';
import { says } from '../reasons/says.ts';
import type { Subject } from '../reasons/users.ts';
import { id, instant, listOf, listQuery, page, principal, ref, version } from './common.ts';

/** A text for a reviewer, which must have visible content. */
const written = (what: Subject, error: string) =>
  text(limits.reasonMax.value, what).min(1, { error, abort: true }).refine(isVisible, { error });

export const breakGlassState = z.enum(['unreviewed', 'justified', 'objected']);

/**
 * A role that a user took as emergency access. `reason` is the user's text. `mayReview` tells whether the caller may
 * review the use.
 */
export const breakGlassUse = z.strictObject({
  id,
  application: ref,
  user: principal,
  role: z.strictObject({ id, name: z.string(), title: z.string() }),
  reason: z.string(),
  at: instant,
  /** The end of the grant. */
  ends: instant,
  grant: id,
  state: breakGlassState,
  /** The review of the use. A review by the operator has no name. */
  review: z.strictObject({ by: ref.nullable(), at: instant }).nullable(),
  mayReview: z.enum(['yes', 'own_use', 'not_an_owner', 'closed']),
  version,
});
export type BreakGlassUse = z.infer<typeof breakGlassUse>;

/** A role that the caller may take as emergency access, and its duration in seconds. */
export const breakGlassOffer = z.strictObject({
  application: ref,
  role: z.strictObject({ id, name: z.string(), title: z.string() }),
  seconds: z.int(),
});

/** Takes a role as emergency access. The request names the role and its application. */
export const newBreakGlassUse = z.strictObject({
  application: z.string(),
  role: roleName,
  reason: written('reason', says('emergency_reason_missing', {})),
});

/** The result of the review. An objection ends the grant immediately. */
export const breakGlassReview = z.strictObject({
  found: z.enum(['justified', 'objected']),
  note: written('note', says('finding_missing', {})),
});

export const breakGlassCalls = {
  offers: call({
    method: 'GET',
    path: '/break-glass/offers',
    summary: 'List the roles that the caller may take at once and does not hold: of an application, or of all',
    access: anyApplicationToken,
    query: z.strictObject({ application: z.string().optional() }),
    reply: listOf(breakGlassOffer),
    errors: ['not_found'],
  }),
  use: call({
    method: 'POST',
    path: '/break-glass',
    summary:
      'Take a role at once, for the short time that its policy allows, with a reason; its owners are notified and review it',
    access: anyApplicationToken,
    body: newBreakGlassUse,
    status: 201,
    reply: breakGlassUse,
    errors: [
      'not_found',
      'break_glass_refused',
      'already_held',
      'sign_in_again',
      'throttled',
      'duplicate_grant',
      'separation_violated',
    ],
  }),
  list: call({
    method: 'GET',
    path: '/break-glass',
    summary: 'List emergency access: the caller’s own and what they review; all for readers of the audit log',
    access: licetToken,
    query: listQuery(['-at', 'at']).omit({ q: true }).extend({
      state: breakGlassState.optional(),
      application: z.string().optional(),
    }),
    reply: page(breakGlassUse),
  }),
  review: call({
    method: 'POST',
    path: '/break-glass/:use/review',
    summary: 'Review emergency access: right, or not right, which ends the grant at once',
    access: licetToken,
    params: z.strictObject({ use: id }),
    body: breakGlassReview,
    reply: breakGlassUse,
    errors: ['wrong_state', 'own_use', 'may_not_grant'],
    ifMatch: true,
  }),
};
