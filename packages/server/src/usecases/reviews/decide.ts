import type { FieldError, ReviewDecided, ReviewDecision } from '@licet/contract';
import { fault } from '../../refusal.ts';
import { readNow } from '../../store/kernel/read-now.ts';
import { decideLines, undoLines } from '../../store/reviews/decide.ts';
import { callerId, inUtc } from '../context.ts';
import { refuseFields } from '../require.ts';
import { type Asked, answering } from '../use-case.ts';
import { requireReview } from './visible.ts';

export const decide = answering('reviews.decide', async (asked) => {
  const userId = callerId(asked.caller);
  const errors: FieldError[] = [];
  const seen = new Set<number>();
  const decisions = asked.body.decisions.map((decision, index): ReviewDecision => {
    const at = `/decisions/${index}`;
    const { line } = decision;
    if (seen.has(line)) errors.push(fault({ pointer: `${at}/line` }, 'review_line_twice', { line }));
    seen.add(line);
    if (decision.decision !== 'shorten') return decision;
    const ends = inUtc(decision.ends, `${at}/ends`);
    if (typeof ends !== 'string') errors.push(ends);
    return typeof ends === 'string' ? { ...decision, ends } : decision;
  });
  if (errors.length > 0) refuseFields(errors);
  return toWhoSees(asked, () => decideLines(asked.database, asked.params.review, userId, decisions));
});

export const undo = answering('reviews.undo', async (asked) => {
  const userId = callerId(asked.caller);
  return toWhoSees(asked, () => undoLines(asked.database, asked.params.review, userId, asked.body.lines));
});

/**
 * Makes a decision, but answers `not_found` to callers who do not see the review. A caller who decides a line of their
 * own sees it. For all others this is checked separately, because the check reads every line and takes longer.
 * @throws Refusal `not_found` for a caller who does not see the review, in place of any other refusal
 */
async function toWhoSees(
  { database, access, params }: Asked<'reviews.decide' | 'reviews.undo'>,
  decide: () => Promise<ReviewDecided>,
): Promise<ReviewDecided> {
  const requireSeen = () => readNow(database, (snapshot) => requireReview(snapshot, access, params.review));
  try {
    const decided = await decide();
    if (!decided.items.some(({ mine }) => mine)) await requireSeen();
    return decided;
  } catch (error) {
    await requireSeen();
    throw error;
  }
}
