import { exampleMail, exampleMails } from '../../mail/examples.ts';
import { currentMailServer } from '../../mail/mail-server.ts';
import { type Rendering, render } from '../../mail/render.ts';
import { refuse } from '../../refusal.ts';
import type { Change } from '../../store/kernel/change.ts';
import { poolOf } from '../../store/kernel/pool.ts';
import { dropMail, findMail, listMails, sendMailAgain } from '../../store/mail/mails.ts';
import { organisationName } from '../../store/sign-in/accounts.ts';
import type { Context } from '../context.ts';
import { changing, reading } from '../use-case.ts';

export const list = reading('mail.list', ({ snapshot, query }) => listMails(snapshot, query));

/** The content of a mail without its link, which is created when the mail is sent. */
export const preview = reading('mail.preview', async (asked) => {
  const { snapshot, params, issuer } = asked;
  const { connection } = snapshot;
  const mail = await findMail(connection, params.mail);
  if (!mail) return refuse('not_found', 'mail_unknown', { id: params.mail });
  const { template, data, name, log } = mail;
  const language = mail.language ?? (await currentMailServer(connection, asked))?.language ?? 'en';
  const organisation = (await organisationName(connection)) || 'Licet';
  const rendering = { template, data, language, name: name ?? '', organisation, issuer } as Rendering;
  const { subject, text } = render(rendering);
  return { subject, text, log };
});

export const examples = reading('mail.examples', async ({ snapshot, issuer }) => {
  const organisation = (await organisationName(snapshot.connection)) || 'Licet';
  return {
    items: exampleMails({ organisation, issuer }).map(({ html: _, ...example }) => example),
  };
});

/**
 * Returns the HTML of an example mail, or undefined if there is no such template. Public, because it names only the
 * organisation.
 */
export async function exampleHtml(
  { database, issuer }: Pick<Context, 'database' | 'issuer'>,
  template: string,
  language: string,
): Promise<string | undefined> {
  const organisation = (await organisationName(poolOf(database))) || 'Licet';
  return exampleMail({ organisation, issuer }, template, language)?.html;
}

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
