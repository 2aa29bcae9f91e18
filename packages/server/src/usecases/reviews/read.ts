import { limits } from '@licet/contract';
import { refuse } from '../../refusal.ts';
import { mapPage } from '../../store/kernel/paging.ts';
import { linesToClose, reviewToClose } from '../../store/reviews/close.ts';
import { listItems, listReviews } from '../../store/reviews/list.ts';
import { reading } from '../use-case.ts';
import { noReview, requireReview, shown, visibleReviews } from './visible.ts';

export const list = reading('reviews.list', async ({ snapshot, access, query }) =>
  mapPage(await listReviews(snapshot, visibleReviews(access), { ...query, view: query.view ?? 'all' }), (review) =>
    shown(review, access),
  ),
);

export const get = reading('reviews.get', ({ snapshot, access, params }) =>
  requireReview(snapshot, access, params.review),
);

export const items = reading('reviews.items', async ({ snapshot, access, params, query }) => {
  const sight = visibleReviews(access);
  const { id } = await requireReview(snapshot, access, params.review);
  return listItems(snapshot, sight, { ...query, review: id, view: query.view ?? 'all' });
});

/** What closing would do now. Nothing is locked: closing checks again. */
export const plan = reading('reviews.plan', async ({ snapshot, params }) => {
  const review = (await reviewToClose(snapshot, params.review)) ?? noReview(params.review);
  if (review.closed) refuse('wrong_state', 'review_closed', { review: review.name });
  const { lines, digest } = await linesToClose(snapshot, review.id);
  const count = (is: string) => lines.filter(({ outcome }) => outcome === is).length;
  const steps = lines.flatMap(({ step }) => step ?? []);
  return {
    digest,
    outcome: {
      revoked: count('revoked'),
      shortened: count('shortened'),
      gone: count('gone'),
      undecided: lines.filter(({ undecided }) => undecided).length,
    },
    steps: steps.slice(0, limits.planChangesMax.value),
    changes: steps.length,
    gone: lines.flatMap(({ line, outcome }) => (outcome === 'gone' ? [line] : [])),
  };
});
