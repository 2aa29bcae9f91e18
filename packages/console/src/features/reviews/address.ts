import { calls } from '@licet/contract';
import * as z from 'zod';
import { addressReader, flag } from '../../blocks/read-address.ts';

/** The address of the list of reviews. */
export const readReviews = addressReader(calls.reviews.list.query, { add: flag });

/** Which lines of a review are shown. */
export const shownLines = ['mine', 'waiting', 'revoke', 'keep', 'all'] as const;
export type ShownLines = (typeof shownLines)[number];

/** What the lines are in the order of. */
export const lineOrders = ['holder', 'gives'] as const;
export type LineOrder = (typeof lineOrders)[number];

/** The address of one review. */
export const readReview = addressReader(z.object({}), { show: z.enum(shownLines), by: z.enum(lineOrders) });
