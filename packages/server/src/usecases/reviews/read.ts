import { type Actor, limits } from '@licet/contract';
import type { JobHandler } from '../../jobs/jobs.ts';
import { queueMail } from '../../mail/queue-mail.ts';
import { Refusal, refuse } from '../../refusal.ts';
import { holdersInLicet } from '../../store/administrators/administrators.ts';
import { copyingNames } from '../../store/erasure/referring.ts';
import { changeWithin } from '../../store/kernel/change.ts';
import { readClock } from '../../store/kernel/clock.ts';
import { type Database, transaction } from '../../store/kernel/database.ts';
import { mapPage } from '../../store/kernel/paging.ts';
import { poolOf } from '../../store/kernel/pool.ts';
import { newest } from '../../store/kernel/snapshot.ts';
import { dueReviews, linesToClose, postponeNext, reviewToClose, takeNext } from '../../store/reviews/close.ts';
import { reviewCoverage } from '../../store/reviews/coverage.ts';
import { readDetails, withoutDetails } from '../../store/reviews/details.ts';
import { listItems, listReviews, queueReviewsLook, takeEnded, takeReviewers } from '../../store/reviews/list.ts';
import { reading } from '../use-case.ts';
import { openReview } from './change.ts';
import { noReview, requireReview, shown, visibleReviews } from './visible.ts';

export const list = reading('reviews.list', async ({ snapshot, access, query }) =>
  mapPage(await listReviews(snapshot, visibleReviews(access), { ...query, view: query.view ?? 'all' }), (review) =>
    shown(review, access),
  ),
);

export const coverage = reading('reviews.coverage', ({ snapshot, query }) =>
  reviewCoverage(snapshot, query.limit ?? limits.pageMax.value),
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

/**
 * Runs once an hour and after each opening of a review:
 * - Opens the next review of each series that is due. If it would be too long, notifies the user who opened the series,
 *   and tries again each day.
 * - Notifies reviewers of waiting lines.
 * - Notifies the users who opened a review that it has ended.
 *
 * If the user who opened it may not manage reviews any more, those who may are notified instead.
 * Notifications are recorded in the transaction that queues the mail.
 */
export function reviewsHandler(database: Database): JobHandler {
  return {
    run: async (_, signal) => {
      await lookAgain(database);
      // A failure in one review does not stop the others: the owner of one application can make its next review too
      // long to open.
      const failures: unknown[] = [];
      const attempt = (work: Promise<unknown>) => work.catch((error: unknown) => void failures.push(error));
      for (const id of await dueReviews(poolOf(database), await readClock(database)))
        if (!signal.aborted) await attempt(openNext(database, id));
      // Reviewers are notified first, because computing the details of a review can take a minute.
      await attempt(tell(database));
      for (const id of await withoutDetails(database))
        if (!signal.aborted) await attempt(readDetails(database, id, signal));
      signal.throwIfAborted();
      if (failures.length > 0) throw failures[0];
    },
    givenUp: () => lookAgain(database),
  };
}

async function openNext(database: Database, id: string): Promise<void> {
  try {
    await transaction(database, 'begin isolation level read committed', (connection) =>
      changeWithin(database, connection, system, async (change) => {
        const fields = await takeNext(change, id);
        if (fields === undefined) throw new TakenMeanwhile();
        if (fields !== 'gone') return void (await openReview(change, fields));
        change.record({
          action: 'review.changed',
          target: { kind: 'review', id, name: 'what it is about was deleted' },
          after: { everyMonths: null },
        });
      }),
    );
  } catch (error) {
    if (error instanceof TakenMeanwhile) return;
    if (!(error instanceof Refusal) || error.problem.code !== 'too_many_lines') throw error;
    if (!(await postpone(database, id))) throw error;
  }
}

/** Postpones a review that would be too long. Returns whether a user could be notified. */
async function postpone(database: Database, id: string): Promise<boolean> {
  const clock = await readClock(database);
  return copyingNames(database, async (connection) => {
    const snapshot = await newest(database, connection);
    const postponed = await postponeNext(snapshot, id);
    if (!postponed) return true;
    const { name, openedBy, first } = postponed;
    // The user who opened the series may not manage reviews any more.
    const managers = await holdersInLicet(snapshot, 'reviews.manage');
    const to = managers.filter((manager) => manager === openedBy);
    if (to.length === 0) to.push(...managers);
    const data = { review: id, name, most: limits.reviewLinesMax.value };
    if (first) await queueMail({ connection, clock }, { to, template: 'review_too_long', data });
    return to.length > 0;
  });
}

/** Another process was first: this change is rolled back, because it would record nothing. */
class TakenMeanwhile extends Error {}

const system: Actor = { kind: 'system', id: null, name: 'Licet' };

async function tell(database: Database): Promise<void> {
  const clock = await readClock(database);
  await copyingNames(database, async (connection) => {
    const snapshot = await newest(database, connection);
    const queue = { connection, clock };
    // A reviewer who is first notified shortly before the end gets one mail.
    const opened = await takeReviewers(snapshot, 'opened');
    const notified = new Set(opened.map(({ user, review }) => `${user} ${review}`));
    const ending = (await takeReviewers(snapshot, 'ending')).filter((it) => !notified.has(`${it.user} ${it.review}`));
    for (const [list, last] of [[opened, false] as const, [ending, true] as const])
      for (const { user, ...data } of list)
        await queueMail(queue, { to: [user], template: 'review_waiting', data: { ...data, last } });
    const managers = await holdersInLicet(snapshot, 'reviews.manage');
    for (const { user, ...data } of await takeEnded(snapshot, managers))
      await queueMail(queue, { to: [user], template: 'review_ended', data });
  });
}

const lookAgain = async (database: Database) => {
  const clock = await readClock(database);
  await transaction(database, 'begin', (connection) => queueReviewsLook({ connection, clock }, 'next'));
};
