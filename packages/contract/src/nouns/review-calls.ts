import * as z from 'zod';
import { call, licetToken, permission } from '../call.ts';
import { id, listQuery, page } from './common.ts';
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
const manage = permission('reviews.manage');

export const reviewCalls = {
  list: call({
    method: 'GET',
    path: '/reviews',
    summary: 'Campaigns of review: those with lines for oneself; all for who manages them or reads the audit',
    access: licetToken,
    query: listQuery(['-opened', 'opened']).extend({
      view: z.enum(['mine', 'all']).optional(),
      /** `due`: open, and its end is near or has passed. */
      state: z.enum(['open', 'due', 'closed']).optional(),
      /** Reviews with lines about the application with this identifier. */
      application: z.string().optional(),
    }),
    reply: page(review),
  }),
  open: call({
    method: 'POST',
    path: '/reviews',
    summary: 'Open a campaign: its lines are what is recorded at this moment',
    access: manage,
    body: newReview,
    status: 201,
    reply: review,
    errors: ['not_found', 'in_the_past', 'too_many_lines'],
  }),
  get: call({
    method: 'GET',
    path: '/reviews/:review',
    summary: 'One campaign, and how far it is',
    access: licetToken,
    params,
    reply: review,
  }),
  update: call({
    method: 'PATCH',
    path: '/reviews/:review',
    summary: 'Change who reviews, until when, and how often it is opened anew',
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
    summary: 'The lines of a campaign: one’s own; all for who manages it or reads the audit',
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
      'What closing would change by some lines, if they were revoked or shortened, by name; of lines that are not one’s own nothing. Nothing is written',
    access: licetToken,
    params,
    body: reviewLinesQuestion,
    reply: reviewLinesPlan,
    errors: ['throttled', 'wrong_state'],
  }),
  undo: call({
    method: 'POST',
    path: '/reviews/:review/undone',
    summary: 'Take decisions back until the campaign is closed',
    access: licetToken,
    params,
    body: reviewUndo,
    reply: reviewDecided,
    errors: ['wrong_state'],
  }),
  plan: call({
    method: 'GET',
    path: '/reviews/:review/plan',
    summary: 'What closing would do now: the changes, what ended meanwhile, and what nobody decided',
    access: manage,
    params,
    reply: reviewPlan,
    errors: ['wrong_state'],
  }),
  close: call({
    method: 'POST',
    path: '/reviews/:review/closing',
    summary: 'Close a campaign: make its changes, and record what was decided',
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
      'The evidence of a closed review as a file, with its signature; for who manages reviews or reads the audit',
    access: licetToken,
    params,
    reply: reviewEvidence,
    errors: ['wrong_state'],
  }),
  evidencePdf: call({
    method: 'GET',
    path: '/reviews/:review/evidence.pdf',
    summary:
      'The same to be read, printed and filed: a PDF with the file and its signature attached to it, signed by the same key',
    access: licetToken,
    params,
    query: z.strictObject({ language: mailLanguage.optional() }),
    stream: 'application/pdf',
    errors: ['wrong_state'],
  }),
};
