import { limits } from '@licet/contract';
import type { JobHandler } from '../jobs/jobs.ts';
import { copyingNames } from '../store/erasure/referring.ts';
import type { JobsQueue } from '../store/jobs/jobs.ts';
import { readClock } from '../store/kernel/clock.ts';
import { type Database, transaction } from '../store/kernel/database.ts';
import { newest, type Snapshot } from '../store/kernel/snapshot.ts';
import {
  type EndingGrant,
  grantsOf,
  keysOf,
  queueLook,
  remindDays,
  takeEndingGrants,
  takeEndingKeys,
  takeWaiting,
} from '../store/reminders/reminders.ts';
import { decidersTold } from '../store/requests/deciders.ts';
import { decidersOfTurn } from '../store/requests/pools.ts';
import { findRequest } from '../store/requests/requests.ts';
import { managersToNotify, takeEndingExceptions } from '../store/separations/ending.ts';
import { queueMail } from './queue-mail.ts';
import { tellInOne, tellOfRequest } from './tell-in-one.ts';
import type { MailData } from './templates.ts';

/**
 * Looks each hour for grants, keys and exceptions that end soon, and mails reminders:
 * - for a grant, to its holder and the application's owners
 * - for a program's key, to the owners
 * - for an exception, to the managers of separations
 *
 * The transaction that queues the mails also records the reminders, so none is sent twice.
 */
export function remindersHandler(database: Database): JobHandler {
  return {
    run: async (_, signal) => {
      await lookAgain(database);
      while (!signal.aborted && (await remindSome(database)));
      while (!signal.aborted && (await remindDeciders(database)));
    },
    // If this job is given up, another one is queued for the next hour.
    givenUp: () => lookAgain(database),
  };
}

/** The maximum number of grants, keys and exceptions in one transaction. */
const atOnce = 100;

/** Sends some reminders. Returns false if nothing was due. */
async function remindSome(database: Database): Promise<boolean> {
  const clock = await readClock(database);
  return copyingNames(database, async (connection) => {
    const days = await remindDays(connection);
    if (days === 0) return false;
    const snapshot = await newest(database, connection);
    const queue = { connection, clock };
    const grants = await takeEndingGrants(snapshot, days, atOnce);
    for (const grant of await grantsOf(snapshot, grants)) await remindOfGrant(queue, snapshot, grant);
    const keys = await takeEndingKeys(snapshot, days, atOnce);
    for (const { appId, item: reminded } of await keysOf(snapshot, keys))
      await tell(queue, await decidersTold(snapshot, appId, nobody), 'ending_soon', 'keys', reminded);
    const exceptions = await takeEndingExceptions(snapshot, days, atOnce);
    const managers = exceptions.length > 0 ? await managersToNotify(snapshot) : [];
    for (const data of exceptions) await queueMail(queue, { to: managers, template: 'exception_ending', data });
    return grants.length + keys.length + exceptions.length > 0;
  });
}

/**
 * Reminds the current approvers of waiting requests once a day. If they have not decided after
 * `limits.requestOwnersAfter` reminders, it also reminds the owners. Returns false if no request is due.
 */
async function remindDeciders(database: Database): Promise<boolean> {
  const clock = await readClock(database);
  return copyingNames(database, async (connection) => {
    const snapshot = await newest(database, connection);
    const due = await takeWaiting(snapshot, atOnce);
    for (const { id, times } of due) {
      const request = await findRequest(snapshot, id);
      if (!request) continue;
      const to = await decidersOfTurn(snapshot, request, times > limits.requestOwnersAfter.value);
      await tellOfRequest({ connection, clock }, to, request);
    }
    return due.length > 0;
  });
}

async function remindOfGrant(queue: JobsQueue, snapshot: Snapshot, { appId, userId, item: reminded }: EndingGrant) {
  if (userId !== null) await tell(queue, [userId], 'access_ending', 'grants', reminded);
  await tell(queue, await decidersTold(snapshot, appId, userId ?? nobody), 'ending_soon', 'grants', reminded);
}

/** An id that belongs to no user. */
const nobody = '00000000-0000-0000-0000-000000000000';

function tell<Template extends 'access_ending' | 'ending_soon'>(
  queue: JobsQueue,
  to: readonly string[],
  template: Template,
  list: 'grants' | 'keys',
  item: object,
) {
  const nothing = template === 'access_ending' ? { grants: [], more: 0 } : { grants: [], keys: [], more: 0 };
  const data = { ...nothing, [list]: [item] } as unknown as MailData[Template];
  return tellInOne(queue, { to, template, data, list, item, most: limits.remindersInMail.value, every });
}

const every = limits.reminderMailEvery.value;

const lookAgain = async (database: Database) => {
  const clock = await readClock(database);
  await transaction(database, 'begin', (connection) => queueLook({ connection, clock }, 'next'));
};

/**
 * Returns the part of a reminder that still applies. Leaves out what has ended, or was extended, revoked or replaced.
 */
export async function stillEnding<Reminder extends MailData['access_ending'] | MailData['ending_soon']>(
  snapshot: Snapshot,
  userId: string,
  reminded: Reminder,
): Promise<Reminder> {
  const grants = new Map(
    (
      await grantsOf(
        snapshot,
        reminded.grants.map(({ id }) => id),
      )
    ).map((grant) => [grant.id, grant]),
  );
  const keys = 'keys' in reminded ? reminded.keys : [];
  const keysNow = new Map(
    (
      await keysOf(
        snapshot,
        keys.map(({ id }) => id),
      )
    ).map((key) => [key.item.id, key]),
  );
  const decides = async (appId: string | undefined, holder: string | null | undefined) =>
    appId !== undefined && (await decidersTold(snapshot, appId, holder ?? nobody)).includes(userId);
  const stillEndingGrants: (typeof reminded.grants)[number][] = [];
  for (const grant of reminded.grants) {
    const now = grants.get(grant.id);
    if (now?.item.ends !== grant.ends) continue;
    if ('keys' in reminded ? await decides(now.appId, now.userId) : now.userId === userId)
      stillEndingGrants.push(grant);
  }
  const stillEndingKeys: (typeof keys)[number][] = [];
  for (const key of keys) {
    const now = keysNow.get(key.id);
    if (now?.item.ends === key.ends && (await decides(now.appId, null))) stillEndingKeys.push(key);
  }
  return { ...reminded, grants: stillEndingGrants, ...('keys' in reminded && { keys: stillEndingKeys }) };
}
