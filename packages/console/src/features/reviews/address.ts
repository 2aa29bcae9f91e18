import { calls } from '@licet/contract';
import * as z from 'zod';
import { addressReader, flag } from '../../blocks/read-address.ts';

/** The URL parameters of the list of reviews. */
export const readReviews = addressReader(calls.reviews.list.query, {
  add: flag,
  /**
   * The scope of a new review, from the filters of a list of grants. `of` is the application; the others are the role,
   * the permission, the holder and the search text.
   */
  of: z.string(),
  ofRole: z.uuid(),
  ofPermission: z.uuid(),
  ofHolder: z.uuid(),
  ofText: z.string(),
});
export type ReviewsAddress = ReturnType<typeof readReviews>;

/** The filters of review lines. */
export const shownLines = ['mine', 'waiting', 'revoke', 'keep', 'all'] as const;
export type ShownLines = (typeof shownLines)[number];

/** The sort orders of review lines. */
export const lineOrders = ['holder', 'gives'] as const;
export type LineOrder = (typeof lineOrders)[number];

/** The URL parameters of one review. */
export const readReview = addressReader(z.object({}), { show: z.enum(shownLines), by: z.enum(lineOrders) });
