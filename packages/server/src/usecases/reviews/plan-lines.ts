import { refuse } from '../../refusal.ts';
import { draft } from '../../store/kernel/draft.ts';
import { refusalIn } from '../../store/kernel/savepoints.ts';
import { stepsOf } from '../../store/reviews/close.ts';
import { itemsOf } from '../../store/reviews/list.ts';
import { actorOf, authorise } from '../authorise.ts';
import { requireInstant } from '../grants/times.ts';
import { effectsThen } from '../plans/effects-then.ts';
import { Made } from '../plans/made.ts';
import { alone } from '../plans/one-at-a-time.ts';
import { answering } from '../use-case.ts';
import { makeStep } from './close.ts';
import { requireReview, visibleReviews } from './visible.ts';

/**
 * What closing would change if some lines were revoked or shortened: each change is made on a draft as closing makes
 * it, with a closer's rights. Losses are shown as far as the caller may see them, and only for their own lines.
 */
export const planLines = answering('reviews.planLines', (asked) =>
  alone(asked, () =>
    draft(asked.database, actorOf(asked.access), async (handle) => {
      const { caller, params, body } = asked;
      const access = await authorise(handle, caller, 'reviews.planLines', params);
      const { id, name, state, closing } = await requireReview(handle, access, params.review);
      if (state === 'closed') refuse('wrong_state', 'review_closed', { review: name });
      if (closing) refuse('wrong_state', 'review_closing', { review: name });
      const ends = body.ends === undefined ? undefined : requireInstant(body.ends, '/ends');
      const { all } = visibleReviews(access);
      const items = await itemsOf(handle, id, body.lines, access.userId);
      const lines = items.flatMap(({ line, mine }) => (all || mine ? [line] : []));
      const closer = { ...asked, caller: { kind: 'operator' } as const };
      for (const step of await stepsOf(handle, id, lines, ends))
        await refusalIn(handle, () => makeStep(handle, closer, step));
      const { effects } = await effectsThen(handle, access, new Made());
      return { at: handle.at, effects };
    }),
  ),
);
