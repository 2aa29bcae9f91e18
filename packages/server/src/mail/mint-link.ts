import { limits, type MailTemplate } from '@licet/contract';
import type { Secrets } from '../identity/keys/secrets.ts';
import { readClock } from '../store/kernel/clock.ts';
import { type Database, transaction } from '../store/kernel/database.ts';
import { later } from '../store/kernel/instants.ts';
import { poolOf } from '../store/kernel/pool.ts';
import { readNow } from '../store/kernel/read-now.ts';
import { noteMinted, type QueuedMail } from '../store/mail/mails.ts';
import { keepLink, type LinkKind } from '../store/sign-in/links.ts';
import { makeAddressLink, takesResets } from '../store/users/addresses.ts';
import { mayMailLinkTo } from '../usecases/may-give.ts';

/** The purpose and lifetime of the link in a mail. */
interface LinkOfMail {
  readonly kind: LinkKind;
  readonly page: string;
  /** In seconds, from the sending of the mail. */
  readonly life: number;
  /** The states in which a user may use the link. */
  readonly status: NonNullable<QueuedMail['status']>;
}

/** A mail with its address. */
type Addressed = QueuedMail & { readonly address: string };

/** The mails with a one-time link that sets a password. */
const links: Readonly<Partial<Record<MailTemplate, LinkOfMail>>> = {
  invitation: { kind: 'invitation', page: '/invited', life: limits.invitationLifetime.value, status: 'invited' },
  password_reset: { kind: 'reset', page: '/set-password', life: limits.resetLinkLifetime.value, status: 'active' },
};

/** Whether a mail is no longer needed, because the purpose of its link no longer exists. */
export const isSettled = ({ template, status }: QueuedMail): boolean => {
  const link = links[template];
  return link !== undefined && link.status !== status;
};

/**
 * Returns the link of a mail, and creates it when the mail is first sent. Undefined for a mail without a link; null if
 * the link is no longer valid. The token is derived from the server's key and the mail's id. So a mail that is sent
 * again after a crash has the same link, and a used link is not created again.
 */
export async function mintLink(
  { database, secrets, issuer }: { readonly database: Database; readonly secrets: Secrets; readonly issuer: string },
  mail: Addressed,
): Promise<string | undefined | null> {
  const link = links[mail.template];
  if (!link && mail.template !== 'email_verification') return undefined;
  const token = secrets.derive(`link of mail ${mail.id}`).toString('base64url');
  const now = await readClock(database);
  if (!link) {
    const { userId, address, queuedAt: askedAt } = mail;
    const stands = await makeAddressLink(poolOf(database), { userId, address, askedAt, token, now });
    return stands ? `${issuer}/verify-email#token=${token}` : null;
  }
  // The user's address may have changed since they requested the reset.
  if (mail.template === 'password_reset' && !(await takesResets(poolOf(database), mail.userId, mail.address)))
    return null;
  const { userId: id, name } = mail;
  if (!(await readNow(database, (snapshot) => mayMailLinkTo(snapshot, { id, name: name ?? '' })))) return null;
  await transaction(database, 'begin', async (connection) => {
    if (!(await noteMinted(connection, mail.id, now))) return;
    const { userId, madeBy, queuedAt, address } = mail;
    const expiresAt = later(now, link.life);
    await keepLink(connection, { kind: link.kind, token, userId, madeBy, madeAt: queuedAt, expiresAt, address });
  });
  return `${issuer}${link.page}#token=${token}`;
}

/** The page of the one-time link of each mail that has one. */
export const linkPages: Readonly<Partial<Record<MailTemplate, string>>> = {
  ...Object.fromEntries(Object.entries(links).map(([template, { page }]) => [template, page])),
  email_verification: '/verify-email',
};
