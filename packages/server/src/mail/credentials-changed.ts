import type { Change } from '../store/kernel/change.ts';
import { queueMail } from './queue-mail.ts';
import type { MailData } from './templates.ts';

/** Mails a user that their sign-in methods have changed, whoever changed them. */
export const tellChanged = async (
  change: Change,
  userId: string,
  what: MailData['credentials_changed']['what'],
): Promise<void> => {
  await queueMail(change, { to: [userId], template: 'credentials_changed', data: { at: change.clock, what } });
};
