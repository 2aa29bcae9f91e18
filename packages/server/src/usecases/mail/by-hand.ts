import { refuse } from '../../refusal.ts';
import type { Change } from '../../store/kernel/change.ts';
import { dropMail, findMail, sendMailAgain } from '../../store/mail/mails.ts';
import { changing } from '../use-case.ts';

export const sendAgain = changing('mail.sendAgain', async ({ change, params }) => {
  const target = await requireMail(change, params.mail);
  if (!(await sendMailAgain(change, params.mail))) refuse('wrong_state', 'mail_not_resendable', {});
  change.record({ action: 'mail.sent_again', ...target });
});

export const drop = changing('mail.drop', async ({ change, params }) => {
  const target = await requireMail(change, params.mail);
  if (!(await dropMail(change, params.mail))) refuse('wrong_state', 'mail_not_droppable', {});
  change.record({ action: 'mail.dropped', ...target });
});

/** @throws Refusal `not_found` */
async function requireMail({ connection }: Change, id: string) {
  const mail = await findMail(connection, id);
  if (!mail) return refuse('not_found', 'mail_unknown', { id });
  const name = mail.name ?? 'a deleted user';
  return { target: { kind: 'mail', id, name }, after: { mail: mail.template } };
}
