import type { JobsQueue } from '../store/jobs/jobs.ts';
import { later } from '../store/kernel/instants.ts';
import { addToWaiting, mailsSince } from '../store/mail/mails.ts';
import { queueMail } from './queue-mail.ts';
import { type MailData, usefulFor } from './templates.ts';

/** One more thing to tell some people of, in mails that each tell of several. */
export interface OneMore<Template extends keyof MailData> {
  /** The ids of those who are told. */
  readonly to: readonly string[];
  readonly template: Template;
  /** The mail when it tells of this alone. */
  readonly data: MailData[Template];
  /** The list in that data that it stands in, and it itself. */
  readonly list: string;
  readonly item: object;
  /** How many are told by name; of others it is said how many there are. */
  readonly most: number;
  /** Seconds between two such mails to the same person. */
  readonly every: number;
}

/** Tells people of it: the first at once, and what follows within a while added to one mail, so that a storm of them is a few mails. */
export async function tellInOne<Template extends keyof MailData>(
  queue: JobsQueue,
  { to, template, data, list, item, most, every }: OneMore<Template>,
): Promise<void> {
  const added = await addToWaiting(queue, to, { template, list, item, most, usefulFor: usefulFor[template] });
  const others = to.filter((person) => !added.includes(person));
  const told = await mailsSince(queue.connection, template, others, later(queue.clock, -every));
  await queueMail(queue, { to: others.filter((person) => !told.has(person)), template, data });
  for (const [person, { last }] of told)
    await queueMail(queue, { to: [person], template, data, due: later(last, every) });
}
