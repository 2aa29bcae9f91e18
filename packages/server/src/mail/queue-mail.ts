import type { MailLanguage } from '@licet/contract';
import type { JobsQueue } from '../store/jobs/jobs.ts';
import type { Change } from '../store/kernel/change.ts';
import { insertMails } from '../store/mail/mails.ts';
import { type MailData, usefulFor } from './templates.ts';

export interface MailToQueue<Template extends keyof MailData> {
  /** The ids of the recipients. */
  readonly to: readonly string[];
  readonly template: Template;
  readonly data: MailData[Template];
  /** The language of the mail, if the user's is known. */
  readonly language?: MailLanguage | undefined;
  /** The user whose rights the link in the mail depends on: the inviter. Omitted if the recipient or the operator requested it. */
  readonly madeBy?: string | null | undefined;
  /** The recipient's address, if not the one that the user has when the mail is sent. */
  readonly address?: string | undefined;
  /** When to send the mail; immediately by default. */
  readonly due?: string | undefined;
}

/**
 * Queues mails in the transaction of the change that causes them. They are sent in the background, at least once, and wait while there is
 * no mail server. Returns the mails' ids in the order of the users.
 */
export async function queueMail<Template extends keyof MailData>(
  change: JobsQueue,
  { to, template, ...mail }: MailToQueue<Template>,
): Promise<string[]> {
  return to.length === 0 ? [] : insertMails(change, to, { ...mail, template, usefulFor: usefulFor[template] });
}

/** Mails a user that their sign-in methods have changed, whoever changed them. */
export const tellChanged = async (
  change: Change,
  userId: string,
  what: MailData['credentials_changed']['what'],
): Promise<void> => {
  await queueMail(change, { to: [userId], template: 'credentials_changed', data: { at: change.clock, what } });
};
