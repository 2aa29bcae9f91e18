import { email, type MailFailure, type MailLanguage, type MailSecurity, mailLanguage } from '@licet/contract';
import type { Logger } from 'pino';
import type { Secrets } from '../identity/keys/secrets.ts';
import type { Environment } from '../settings.ts';
import { readClock } from '../store/kernel/clock.ts';
import { type Database, transaction } from '../store/kernel/database.ts';
import { poolOf, type Queryable } from '../store/kernel/pool.ts';
import { releaseMails } from '../store/mail/mails.ts';
import { findMailServer, noteMailHealth } from '../store/mail/settings.ts';

/** The mail server, and the sender. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  readonly security: MailSecurity;
  readonly username: string | null;
  readonly password: string | null;
  readonly fromAddress: string;
  readonly fromName: string;
  /** The address of a webhook that is used instead of a mail server; `password` then signs its requests. */
  readonly webhook?: string | null | undefined;
  /** The language of mails to users whose own language is unknown. */
  readonly language: MailLanguage;
}

/** A mail, ready to be handed over. */
export interface Letter {
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The id of the mail. It stays the same when the mail is sent again. */
  readonly id: string;
}

/** Sends mails. A failure of the mail server is returned as a result and not thrown. */
export interface Mailer {
  /** The mail server in the environment. It overrides the one that is set in the console. */
  readonly fromEnvironment: MailServer | undefined;
  /** Checks that the server answers and accepts the login; null if it does. */
  check(server: MailServer): Promise<MailFailure | null>;
  /** Hands a mail over to the server. `final` in the result means that the server will never accept this mail. */
  send(server: MailServer, letter: Letter, signal?: AbortSignal): Promise<SendResult>;
  close(): void;
}

export type SendResult = { readonly failure: null } | { readonly failure: MailFailure; readonly final: boolean };

/** The context with which the stored password is encrypted. */
export const mailPasswordAbout = 'mail password';

/** The current mail server; undefined without one. */
export async function currentMailServer(
  connection: Queryable,
  { secrets, mailer }: { readonly secrets: Secrets; readonly mailer?: Mailer | undefined },
): Promise<MailServer | undefined> {
  if (mailer?.fromEnvironment) return mailer.fromEnvironment;
  const stored = await findMailServer(connection);
  return stored && { ...stored, password: stored.password && secrets.open(stored.password, mailPasswordAbout) };
}

/** The Message-ID of a mail, the same each time it is sent (RFC 5322 section 3.6.4). */
export const messageIdOf = (id: string, issuer: string): string => `${id}@${new URL(issuer).hostname}`;

/** Whether a mail server is set, in the environment or in the console. */
export const mailIsOn = async (connection: Queryable, setInEnvironment: boolean): Promise<boolean> =>
  setInEnvironment || (await findMailServer(connection)) !== undefined;

/**
 * Reads the setting of the mail server: `smtps://user:password@host:465`, or `smtp://…` for STARTTLS, with `?tls=none` for no encryption.
 * Undefined if the environment names none, so that the console can set one.
 */
export function readMailSettings(environment: Environment, mistakes: string[]): MailServer | undefined {
  const { LICET_SMTP_URL: text, LICET_MAIL_FROM: from, LICET_MAIL_LANGUAGE: spoken } = environment;
  if (!text) {
    if (from) mistakes.push('LICET_MAIL_FROM is of no use without LICET_SMTP_URL.');
    return undefined;
  }
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const tls = url?.searchParams.get('tls') ?? undefined;
  if (
    !url ||
    !['smtp:', 'smtps:'].includes(url.protocol) ||
    url.hostname === '' ||
    (tls !== undefined && tls !== 'none')
  ) {
    mistakes.push(
      'LICET_SMTP_URL must look like smtps://user:password@smtp.example.org:465, or smtp://… for STARTTLS.',
    );
    return undefined;
  }
  const [, name = '', address = ''] = /^(?:\s*"?(.*?)"?\s*<)?([^<>]+?)>?$/.exec(from ?? '') ?? [];
  const language = mailLanguage.safeParse(spoken || 'en');
  if (!from)
    mistakes.push(
      'LICET_MAIL_FROM is not set. With LICET_SMTP_URL it says who mails come from: licet@example.org or Licet <licet@example.org>.',
    );
  else if (!email.safeParse(address).success)
    mistakes.push('LICET_MAIL_FROM must look like licet@example.org or Licet <licet@example.org>.');
  if (!language.success)
    mistakes.push(`LICET_MAIL_LANGUAGE “${spoken}” is not one of ${mailLanguage.options.join(', ')}.`);
  const secure = url.protocol === 'smtps:';
  return {
    host: url.hostname,
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    security: secure ? 'tls' : tls === 'none' ? 'none' : 'starttls',
    username: url.username === '' ? null : decodeURIComponent(url.username),
    password: url.password === '' ? null : decodeURIComponent(url.password),
    fromAddress: address,
    fromName: name || 'Licet',
    language: language.success ? language.data : 'en',
  };
}

/** The first language in Accept-Language for which mails exist (RFC 9110 section 12.5.4); undefined without one. */
export function mailLanguageOf(accepted: string | undefined): MailLanguage | undefined {
  const asked = (accepted ?? '').slice(0, 500).split(',').map(readRange);
  const best = asked.filter(({ weight }) => weight > 0).sort((one, other) => other.weight - one.weight);
  return best.flatMap(({ language }) => mailLanguage.options.find((known) => known === language) ?? [])[0];
}

function readRange(range: string): { readonly language: string; readonly weight: number } {
  const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='));
  return { language: tag.split('-')[0] ?? '', weight: weight === undefined ? 1 : Number(weight.slice(2)) };
}

interface Parts {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly mailer: Mailer;
  readonly log: Logger;
}

/** Checks the mail server and logs the result. The start does not wait for it, because everything else works without mail. */
export async function checkAtStart({ database, secrets, mailer, log }: Parts): Promise<void> {
  const server = await currentMailServer(poolOf(database), { secrets, mailer });
  if (!server) return log.info('No mail server is set: mails wait until one is.');
  await transaction(database, 'begin', async (connection) =>
    releaseMails({ connection, clock: await readClock(database) }),
  );
  const failure = await mailer.check(server);
  await noteMailHealth(poolOf(database), await readClock(database), failure);
  const where = { host: server.host, port: server.port };
  if (failure) log.warn({ ...where, ...failure }, 'The mail server does not work: mails wait until it does.');
  else log.info(where, 'The mail server answers.');
}
