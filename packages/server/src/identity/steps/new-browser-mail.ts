import { browserNames, limits, type MailLanguage } from '@licet/contract';
import { queueMail } from '../../mail/queue-mail.ts';
import type { JobsQueue } from '../../store/jobs/jobs.ts';
import { later } from '../../store/kernel/instants.ts';
import { mailsSince } from '../../store/mail/mails.ts';
import type { Account } from '../../store/sign-in/accounts.ts';
import type { Visit } from '../factors/attempts.ts';

/** Who has signed in, and where they are written to. */
export type Addressee = Pick<Account, 'id' | 'email'>;

/**
 * Tells somebody that they have signed in in a browser that is not known for them, in the language that is known of them: not in
 * that of whoever it was. Whoever signs in so again and again is told a few times a day.
 */
export async function tellOfNewBrowser(
  queue: JobsQueue,
  { id, email }: Addressee,
  { origin: { address, agent }, client, now }: Visit,
  language: MailLanguage | null,
): Promise<void> {
  const { connection } = queue;
  if (email === null) return;
  const told = (await mailsSince(connection, 'new_browser', [id], later(now, -day))).get(id);
  if (told && told.count >= limits.newBrowsersTold.value) return;
  const data = { at: now, ...browserNames(agent), network: address, client };
  await queueMail(queue, { to: [id], template: 'new_browser', data, language: language ?? undefined });
}

const day = 86_400;
