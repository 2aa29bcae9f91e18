import type { MailLanguage } from '@licet/contract';
import type { JobsQueue } from '../store/jobs/jobs.ts';
import { insertMails } from '../store/mail/mails.ts';
import { type MailData, usefulFor } from './templates.ts';

export interface MailToQueue<Template extends keyof MailData> {
  /** Whom it is for: the ids of users. */
  readonly to: readonly string[];
  readonly template: Template;
  readonly data: MailData[Template];
  /** What it is written in, when something is known of the person. */
  readonly language?: MailLanguage | undefined;
  /** Whose right a link in it rests on: whoever invites. The person's own, and the operator's, when left out. */
  readonly madeBy?: string | null | undefined;
  /** Where it goes, when that is not the person's address at the time it is sent. */
  readonly address?: string | undefined;
  /** When it is sent, when that is not at once. */
  readonly due?: string | undefined;
}

/**
 * Queues mails in the transaction of what caused them: `change` is that change. They are sent beside requests, at least once, and wait
 * while no mail server is set. Answers the mails' ids, in the order of the people.
 */
export async function queueMail<Template extends keyof MailData>(
  change: JobsQueue,
  { to, template, ...mail }: MailToQueue<Template>,
): Promise<string[]> {
  return to.length === 0 ? [] : insertMails(change, to, { ...mail, template, usefulFor: usefulFor[template] });
}
