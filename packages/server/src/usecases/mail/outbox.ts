import { currentMailServer } from '../../mail/mail-server.ts';
import { type Rendering, render } from '../../mail/render.ts';
import { refuse } from '../../refusal.ts';
import { listMails } from '../../store/mail/list.ts';
import { findMail } from '../../store/mail/mails.ts';
import { organisationName } from '../../store/sign-in/accounts.ts';
import { reading } from '../use-case.ts';

export const list = reading('mail.list', ({ snapshot, query }) => listMails(snapshot, query));

/** What a mail says. The link in it is no part of it: it is made when the mail is sent, and nobody else sees it. */
export const preview = reading('mail.preview', async (asked) => {
  const { snapshot, params, issuer } = asked;
  const { connection } = snapshot;
  const mail = await findMail(connection, params.mail);
  if (!mail) return refuse('not_found', `There is no mail with the id ${params.mail}.`);
  const { template, data, name } = mail;
  const language = mail.language ?? (await currentMailServer(connection, asked))?.language ?? 'en';
  const organisation = (await organisationName(connection)) || 'Licet';
  const rendering = { template, data, language, name: name ?? '', organisation, issuer } as Rendering;
  const { subject, text } = render(rendering);
  return { subject, text };
});
