import type { FieldError, ReviewDecision } from '@licet/contract';
import { readNow } from '../../store/kernel/read-now.ts';
import { decideLines, undoLines } from '../../store/reviews/decide.ts';
import { callerId } from '../context.ts';
import { inUtc } from '../instants.ts';
import { refuseFields } from '../require.ts';
import { type Asked, answering } from '../use-case.ts';
import { requireReview } from './sight.ts';

export const decide = answering('reviews.decide', async (asked) => {
  const userId = await requireReviewer(asked);
  const errors: FieldError[] = [];
  const seen = new Set<number>();
  const decisions = asked.body.decisions.map((decision, index): ReviewDecision => {
    const at = `/decisions/${index}`;
    if (seen.has(decision.line)) errors.push({ pointer: `${at}/line`, detail: `Line ${decision.line} stands twice.` });
    seen.add(decision.line);
    if (decision.decision !== 'shorten') return decision;
    const ends = inUtc(decision.ends, `${at}/ends`);
    if (typeof ends !== 'string') errors.push(ends);
    return typeof ends === 'string' ? { ...decision, ends } : decision;
  });
  if (errors.length > 0) refuseFields(errors);
  return decideLines(asked.database, asked.params.review, userId, decisions);
});

export const undo = answering('reviews.undo', async (asked) =>
  undoLines(asked.database, asked.params.review, await requireReviewer(asked), asked.body.lines),
);

/** The caller, who sees the review. @throws Refusal `people_only`, `not_found` */
async function requireReviewer(asked: Asked<'reviews.decide' | 'reviews.undo'>): Promise<string> {
  const { database, access, params } = asked;
  const userId = callerId(asked.caller);
  await readNow(database, (snapshot) => requireReview(snapshot, access, params.review));
  return userId;
}
