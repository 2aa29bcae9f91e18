import type { Actor } from '@licet/contract';
import type { JobHandler } from '../../jobs/jobs.ts';
import { queueMail } from '../../mail/queue-mail.ts';
import { copyingNames } from '../../store/erasure/copying.ts';
import { changeWithin } from '../../store/kernel/change.ts';
import { readClock } from '../../store/kernel/clock.ts';
import { type Database, transaction } from '../../store/kernel/database.ts';
import { poolOf } from '../../store/kernel/pool.ts';
import { newest } from '../../store/kernel/snapshot.ts';
import { dueReviews, takeNext } from '../../store/reviews/close.ts';
import { readDetails, withoutDetails } from '../../store/reviews/details.ts';
import { queueReviewsLook, takeEnded, takeReviewers } from '../../store/reviews/notices.ts';
import { openReview } from './change.ts';

/**
 * Runs once an hour and after each opening: opens the next review of a series, and notifies reviewers of waiting lines,
 * and the users who opened a review of its end. Notifications are recorded in the transaction that queues the mail.
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
      // The details of a review can take a minute, and reviewers need not wait for them.
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
    if (!(error instanceof TakenMeanwhile)) throw error;
  }
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
    const told = new Set(opened.map(({ user, review }) => `${user} ${review}`));
    const ending = (await takeReviewers(snapshot, 'ending')).filter((it) => !told.has(`${it.user} ${it.review}`));
    for (const [list, last] of [[opened, false] as const, [ending, true] as const])
      for (const { user, ...data } of list)
        await queueMail(queue, { to: [user], template: 'review_waiting', data: { ...data, last } });
    for (const { user, ...data } of await takeEnded(snapshot))
      await queueMail(queue, { to: [user], template: 'review_ended', data });
  });
}

const lookAgain = async (database: Database) => {
  const clock = await readClock(database);
  await transaction(database, 'begin', (connection) => queueReviewsLook({ connection, clock }, 'next'));
};
