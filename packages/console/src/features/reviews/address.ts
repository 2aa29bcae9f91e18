import { calls } from '@licet/contract';
import * as z from 'zod';
import { addressReader, flag } from '../../blocks/read-address.ts';

/** The address of the list of reviews. */
export const readReviews = addressReader(calls.reviews.list.query, {
  add: flag,
  /** What a new review is about, as a list of grants was narrowed: an application, a role or a permission of it, who holds it, what was searched for. */
  of: z.string(),
  ofRole: z.uuid(),
  ofPermission: z.uuid(),
  ofHolder: z.uuid(),
  ofText: z.string(),
});
export type ReviewsAddress = ReturnType<typeof readReviews>;

/** Which lines of a review are shown. */
export const shownLines = ['mine', 'waiting', 'revoke', 'keep', 'all'] as const;
export type ShownLines = (typeof shownLines)[number];

/** What the lines are in the order of. */
export const lineOrders = ['holder', 'gives'] as const;
export type LineOrder = (typeof lineOrders)[number];

/** The address of one review. */
export const readReview = addressReader(z.object({}), { show: z.enum(shownLines), by: z.enum(lineOrders) });
