import { limits } from '@licet/contract';
import type { JobsQueue } from '../store/jobs/jobs.ts';
import { later } from '../store/kernel/instants.ts';
import { addToWaiting, mailsSince } from '../store/mail/mails.ts';
import type { StoredRequest } from '../store/requests/requests.ts';
import { queueMail } from './queue-mail.ts';
import { type MailData, usefulFor } from './templates.ts';

/** An item to add to a mail that combines several items. */
export interface OneMore<Template extends keyof MailData> {
  /** The ids of the recipients. */
  readonly to: readonly string[];
  readonly template: Template;
  /** The data of a mail that contains only this item. */
  readonly data: MailData[Template];
  /** The name of the list in `data` that contains the item. */
  readonly list: string;
  readonly item: object;
  /** The maximum number of listed items; further ones are only counted. */
  readonly most: number;
  /** The minimum number of seconds between two such mails to the same user. */
  readonly every: number;
}

/**
 * Mails an item. The first one is sent immediately. Items that follow within `every` seconds share one mail, so that
 * many items cause few mails.
 */
export async function tellInOne<Template extends keyof MailData>(
  queue: JobsQueue,
  { to, template, data, list, item, most, every }: OneMore<Template>,
): Promise<void> {
  const added = await addToWaiting(queue, to, { template, list, item, most, usefulFor: usefulFor[template] });
  const others = to.filter((person) => !added.includes(person));
  const recent = await mailsSince(queue.connection, template, others, later(queue.clock, -every));
  await queueMail(queue, { to: others.filter((person) => !recent.has(person)), template, data });
  for (const [person, { last }] of recent)
    await queueMail(queue, { to: [person], template, data, due: later(last, every) });
}

/** Mails approvers that a request waits for them. Requests that follow soon share one mail, so that many requests cause few mails. */
export function tellOfRequest(queue: JobsQueue, to: readonly string[], request: StoredRequest): Promise<void> {
  const { id, user, asks, application, seconds } = request;
  const item = { id, user: user.name, asks: asks.title || asks.name, application: application.name, seconds };
  return tellInOne(queue, {
    to,
    template: 'requests_waiting',
    data: { requests: [item], more: 0 },
    list: 'requests',
    item,
    most: limits.requestsInMail.value,
    every: limits.requestMailEvery.value,
  });
}
