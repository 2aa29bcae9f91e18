import { readClock } from '../store/kernel/clock.ts';
import type { Database } from '../store/kernel/database.ts';
import { poolOf } from '../store/kernel/pool.ts';
import { readNow } from '../store/kernel/read-now.ts';
import { keepTold, makeUp, type QueuedMail } from '../store/mail/mails.ts';
import { decidersOfTurn } from '../store/requests/pools.ts';
import { findRequest } from '../store/requests/requests.ts';
import { stillEnding } from './reminders.ts';
import type { MailData } from './templates.ts';

/** The data of a mail at sending time; undefined if nothing is left to say. */
export async function dataNow(database: Database, mail: QueuedMail): Promise<object | undefined> {
  if (mail.template === 'access_ending' || mail.template === 'ending_soon') return remindedOf(database, mail);
  if (mail.template !== 'requests_waiting') return mail.data;
  const told = (await madeUp(database, mail)) as MailData['requests_waiting'] | undefined;
  if (!told) return undefined;
  const requests = await readNow(database, async (snapshot) => {
    const waiting: (typeof told.requests)[number][] = [];
    for (const item of told.requests) {
      // A reminder may be in the same mail as the original, if nothing was sent in between.
      if (waiting.some(({ id }) => id === item.id)) continue;
      const request = await findRequest(snapshot, item.id);
      if (request?.state !== 'pending') continue;
      if ((await decidersOfTurn(snapshot, request, true)).includes(mail.userId)) waiting.push(item);
    }
    return waiting;
  });
  if (requests.length + told.more === 0) return undefined;
  const data = { ...told, requests };
  return (await keepTold(poolOf(database), mail.id, told, data)) ? data : dataNow(database, mail);
}

async function remindedOf(database: Database, mail: QueuedMail): Promise<object | undefined> {
  const told = (await madeUp(database, mail)) as MailData['ending_soon'] | undefined;
  if (!told) return undefined;
  const data = await readNow(database, (snapshot) => stillEnding(snapshot, mail.userId, told));
  if (data.grants.length + (data.keys ?? []).length + data.more === 0) return undefined;
  return (await keepTold(poolOf(database), mail.id, told, data)) ? data : remindedOf(database, mail);
}

/** The data of a mail; undefined if they were deleted with its recipient. */
const madeUp = async (database: Database, { id }: QueuedMail) =>
  makeUp(poolOf(database), id, await readClock(database));
