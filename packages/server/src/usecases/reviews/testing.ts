import type { Review, ReviewItem } from '@licet/contract';
import type { Caller } from '../context.ts';
import { type Desk, deskIn, memberOf } from '../requests/testing.ts';
import type { TestLicet } from '../testing.ts';

type User = Caller & { readonly kind: 'user' };

/** A desk whose application is reviewed, and shortcuts for the calls. */
export interface ReviewDesk extends Desk {
  /** Opens a review of the application; by default the owners review, and the administrator opens it. */
  open(over?: object, caller?: Caller): Promise<Review>;
  items(review: Review, caller?: Caller): Promise<ReviewItem[]>;
  /** Decides lines in the version that was read. */
  decide(review: Review, caller: Caller, ...decisions: readonly object[]): ReturnType<typeof decided>;
  /** Plans the closing, and closes by that plan. */
  close(review: Review, caller?: Caller): Promise<Review>;
  /** A new user with the role reader. */
  reader(): Promise<User>;
  get(review: Review, caller?: Caller): Promise<Review>;
}

const decided = (licet: TestLicet, review: Review, caller: Caller, decisions: readonly object[]) =>
  licet.call('reviews.decide', caller, { params: { review: review.id }, body: { decisions } });

export const daysAhead = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

export async function reviewDeskIn(licet: TestLicet): Promise<ReviewDesk> {
  const desk = await deskIn(licet);
  const about = (review: Review) => ({ params: { review: review.id } });
  return {
    ...desk,
    open: (over = {}, caller = licet.admin) =>
      licet.call('reviews.open', caller, {
        body: {
          name: 'Quarter',
          scope: { kind: 'application', application: desk.key },
          reviewers: { kind: 'owners' },
          endsAt: daysAhead(14),
          undecided: 'keep',
          ...over,
        },
      }),
    items: async (review, caller = licet.admin) =>
      (await licet.call('reviews.items', caller, { ...about(review), query: { limit: '200' } })).items,
    decide: (review, caller, ...decisions) => decided(licet, review, caller, decisions),
    close: async (review, caller = licet.admin) => {
      const { digest } = await licet.call('reviews.plan', caller, about(review));
      return licet.call('reviews.close', caller, { ...about(review), body: { digest } });
    },
    reader: () => memberOf(licet, desk.owner, desk.key, desk.roles.reader),
    get: (review, caller = licet.admin) => licet.call('reviews.get', caller, about(review)),
  };
}
