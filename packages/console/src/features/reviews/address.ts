import { calls } from '@licet/contract';
import * as z from 'zod';
import { addressReader, flag } from '../../blocks/read-address.ts';

/** The address of the list of reviews. */
export const readReviews = addressReader(calls.reviews.list.query, {
  add: flag,
  /**
   * The scope of a new review, taken from the filters of a list of grants: application, role, permission, holder,
   * search.
   */
  of: z.string(),
  ofRole: z.uuid(),
  ofPermission: z.uuid(),
  ofHolder: z.uuid(),
  ofText: z.string(),
});
export type ReviewsAddress = ReturnType<typeof readReviews>;

/** The filters of the lines of a review. */
export const shownLines = ['mine', 'waiting', 'revoke', 'keep', 'all'] as const;
export type ShownLines = (typeof shownLines)[number];

/** The orders of the lines. */
export const lineOrders = ['holder', 'gives'] as const;
export type LineOrder = (typeof lineOrders)[number];

/** The address of one review. */
export const readReview = addressReader(z.object({}), { show: z.enum(shownLines), by: z.enum(lineOrders) });
