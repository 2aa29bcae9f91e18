import type { Change } from '../store/kernel/change.ts';
import { queueMail } from './queue-mail.ts';
import type { MailData } from './templates.ts';

/** Tells a user by mail that what they sign in with has changed: whoever it was, they hear of it. */
export const tellChanged = async (
  change: Change,
  userId: string,
  what: MailData['credentials_changed']['what'],
): Promise<void> => {
  await queueMail(change, { to: [userId], template: 'credentials_changed', data: { at: change.clock, what } });
};
