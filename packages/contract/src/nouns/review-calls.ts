import * as z from 'zod';
import { call, licetToken, permission } from '../call.ts';
import { limits } from '../limits.ts';
import { id, listQuery, page, ref } from './common.ts';
import { mailLanguage } from './mail.ts';
import {
  newReview,
  review,
  reviewChange,
  reviewClosing,
  reviewDecided,
  reviewDecisions,
  reviewEvidence,
  reviewItem,
  reviewItemState,
  reviewLinesPlan,
  reviewLinesQuestion,
  reviewPlan,
  reviewUndo,
} from './reviews.ts';

const params = z.strictObject({ review: id });

/** The active grants of an application, and how many of them a reviewer kept or shortened in the last 12 months. */
export const reviewCoverage = z.strictObject({ application: ref, grants: z.int(), reviewed: z.int() });
export type ReviewCoverage = z.infer<typeof reviewCoverage>;
const manage = permission('reviews.manage');

export const reviewCalls = {
  list: call({
    method: 'GET',
    path: '/reviews',
    summary: 'List reviews: those with lines for the caller; all for callers who manage them or read the audit log',
    access: licetToken,
    query: listQuery(['-opened', 'opened']).extend({
      view: z.enum(['mine', 'all']).optional(),
      /** `due`: the review is open, and its end is near or has passed. */
      state: z.enum(['open', 'due', 'closed']).optional(),
      /** Lists reviews with lines about the application with this identifier. */
      application: z.string().optional(),
    }),
    reply: page(review),
  }),
  coverage: call({
    method: 'GET',
    path: '/review-coverage',
    summary:
      'List how many active grants of each application a reviewer kept or shortened in the last 12 months, the least covered application first. Applications without grants are left out',
    access: permission('access.read'),
    query: z.strictObject({
      limit: z.coerce.number<number | string>().int().min(1).max(limits.pageMax.value).optional(),
    }),
    reply: z.strictObject({ items: z.array(reviewCoverage), total: z.int() }),
  }),
  open: call({
    method: 'POST',
    path: '/reviews',
    summary: 'Open a review: its lines are the grants and memberships of this moment',
    access: manage,
    body: newReview,
    status: 201,
    reply: review,
    errors: ['not_found', 'in_the_past', 'too_many_lines'],
  }),
  get: call({
    method: 'GET',
    path: '/reviews/:review',
    summary: 'Get a review and its progress',
    access: licetToken,
    params,
    reply: review,
  }),
  update: call({
    method: 'PATCH',
    path: '/reviews/:review',
    summary: 'Change the reviewers, the end and the interval of a review',
    access: manage,
    params,
    body: reviewChange,
    reply: review,
    errors: ['wrong_state', 'in_the_past'],
    ifMatch: true,
  }),
  items: call({
    method: 'GET',
    path: '/reviews/:review/items',
    summary: 'List the lines of a review: the caller’s own; all for callers who manage it or read the audit log',
    access: licetToken,
    params,
    query: listQuery(['line', '-line']).extend({
      view: z.enum(['mine', 'all']).optional(),
      state: reviewItemState.optional(),
      suggestion: z.enum(['keep', 'revoke', 'none']).optional(),
    }),
    reply: page(reviewItem),
  }),
  decide: call({
    method: 'POST',
    path: '/reviews/:review/decisions',
    summary: 'Decide lines, one or many: keep, revoke, shorten, or hand on',
    access: licetToken,
    params,
    body: reviewDecisions,
    reply: reviewDecided,
    errors: ['wrong_state'],
  }),
  planLines: call({
    method: 'POST',
    path: '/reviews/:review/lines/plan',
    summary:
      'Plan some lines of a review as revoked or shortened, with the effects by name; without lines of other reviewers. Nothing is written',
    access: licetToken,
    params,
    body: reviewLinesQuestion,
    reply: reviewLinesPlan,
    errors: ['throttled', 'wrong_state'],
  }),
  undo: call({
    method: 'POST',
    path: '/reviews/:review/undone',
    summary: 'Undo decisions until the review is closed',
    access: licetToken,
    params,
    body: reviewUndo,
    reply: reviewDecided,
    errors: ['wrong_state'],
  }),
  plan: call({
    method: 'GET',
    path: '/reviews/:review/plan',
    summary: 'Plan the closing of a review: its changes, lines that ended meanwhile, and undecided lines',
    access: manage,
    params,
    reply: reviewPlan,
    errors: ['wrong_state'],
  }),
  close: call({
    method: 'POST',
    path: '/reviews/:review/closing',
    summary: 'Close a review: apply its changes, and record the decisions',
    access: manage,
    params,
    body: reviewClosing,
    reply: review,
    errors: ['wrong_state', 'plan_moved', 'may_not_grant', 'last_admin'],
  }),
  evidence: call({
    method: 'GET',
    path: '/reviews/:review/evidence',
    summary:
      'Get the evidence of a closed review as a file, with its signature; for callers who manage reviews or read the audit log',
    access: licetToken,
    params,
    reply: reviewEvidence,
    errors: ['wrong_state'],
  }),
  evidencePdf: call({
    method: 'GET',
    path: '/reviews/:review/evidence.pdf',
    summary:
      'Get the evidence as a PDF to read, print and file, with the file and its signature attached, signed by the same key',
    access: licetToken,
    params,
    query: z.strictObject({ language: mailLanguage.optional() }),
    stream: 'application/pdf',
    errors: ['wrong_state'],
  }),
};
