import { limits, type MailTemplate } from '@licet/contract';
import type { Secrets } from '../identity/keys/secrets.ts';
import { readClock } from '../store/kernel/clock.ts';
import { type Database, transaction } from '../store/kernel/database.ts';
import { later } from '../store/kernel/instants.ts';
import { poolOf } from '../store/kernel/pool.ts';
import { noteMinted, type QueuedMail } from '../store/mail/mails.ts';
import { keepLink, type LinkKind } from '../store/sign-in/links.ts';
import { makeAddressLink, takesResets } from '../store/users/addresses.ts';

/** What the link in a mail is for. */
interface LinkOfMail {
  readonly kind: LinkKind;
  readonly page: string;
  /** In seconds, from when it is sent. */
  readonly life: number;
  /** Whose state allows it. */
  readonly status: NonNullable<QueuedMail['status']>;
}

/** A mail with where it goes. */
type Addressed = QueuedMail & { readonly address: string };

/** The mails with a one-time link that sets a password. */
const links: Readonly<Partial<Record<MailTemplate, LinkOfMail>>> = {
  invitation: { kind: 'invitation', page: '/invited', life: limits.invitationLifetime.value, status: 'invited' },
  password_reset: { kind: 'reset', page: '/set-password', life: limits.resetLinkLifetime.value, status: 'active' },
};

/** Whether a mail is settled otherwise: what its link is for is not to be done any more. */
export const isSettled = ({ template, status }: QueuedMail): boolean => {
  const link = links[template];
  return link !== undefined && link.status !== status;
};

/**
 * The link of a mail, made when it is first sent; no link for a mail that has none, null when it is of no use any more. Its token follows from the server's key and the
 * mail's id: a mail that is sent once more, because a process died, holds the same link, and makes no second one of a used one.
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
  // The address may have changed since it was asked for.
  if (mail.template === 'password_reset' && !(await takesResets(poolOf(database), mail.userId, mail.address)))
    return null;
  await transaction(database, 'begin', async (connection) => {
    if (!(await noteMinted(connection, mail.id, now))) return;
    const { userId, madeBy, queuedAt, address } = mail;
    const expiresAt = later(now, link.life);
    await keepLink(connection, { kind: link.kind, token, userId, madeBy, madeAt: queuedAt, expiresAt, address });
  });
  return `${issuer}${link.page}#token=${token}`;
}

/** Where the one-time link of each mail leads that has one. */
export const linkPages: Readonly<Partial<Record<MailTemplate, string>>> = {
  ...Object.fromEntries(Object.entries(links).map(([template, { page }]) => [template, page])),
  email_verification: '/verify-email',
};
