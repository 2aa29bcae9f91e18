import * as z from 'zod';
import { anyApplicationToken, call, licetToken } from '../call.ts';
import {
  breakGlassOffer,
  breakGlassReview,
  breakGlassState,
  breakGlassUse,
  newBreakGlassUse,
} from '../entities/break-glass.ts';
import { id, listOf, listQuery, page } from '../entities/common.ts';

export const breakGlass = {
  offers: call({
    method: 'GET',
    path: '/break-glass/offers',
    summary: 'The roles that one may take at once, and does not hold: of an application, or of all',
    access: anyApplicationToken,
    query: z.strictObject({ application: z.string().optional() }),
    reply: listOf(breakGlassOffer),
    errors: ['not_found'],
  }),
  use: call({
    method: 'POST',
    path: '/break-glass',
    summary:
      'Take a role at once, for the short time that its policy allows, with a reason; its owners are told, and review it',
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
    summary: 'Roles that were taken at once: one’s own, and those that one reviews; whoever reads the audit sees all',
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
    summary: 'Say whether it was right to take the role; where it was not, the grant ends at once',
    access: licetToken,
    params: z.strictObject({ use: id }),
    body: breakGlassReview,
    reply: breakGlassUse,
    errors: ['wrong_state', 'own_use', 'may_not_grant'],
    ifMatch: true,
  }),
};
