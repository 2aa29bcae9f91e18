import type { MailFailure, MailLanguage, MailSecurity } from '@licet/contract';
import type { Secrets } from '../identity/keys/secrets.ts';
import type { Queryable } from '../store/kernel/pool.ts';
import { findMailServer } from '../store/mail/settings.ts';

/** The mail server, and the sender. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  readonly security: MailSecurity;
  readonly username: string | null;
  readonly password: string | null;
  readonly fromAddress: string;
  readonly fromName: string;
  /** The address of a webhook that replaces a mail server; `password` signs requests to it. */
  readonly webhook?: string | null | undefined;
  /** The language of mails to users whose language is unknown. */
  readonly language: MailLanguage;
}

/** A mail, ready to be handed over. */
export interface Letter {
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The same for each sending of the same mail. */
  readonly id: string;
}

/** Sends mails. It does not throw for failures of a mail server: they are results. */
export interface Mailer {
  /** The server of the environment; it overrides one from the screen. */
  readonly fromEnvironment: MailServer | undefined;
  /** Whether the server answers and takes the login. */
  check(server: MailServer): Promise<MailFailure | null>;
  /** Hands a mail over. With `final` the server will never take this mail. */
  send(server: MailServer, letter: Letter, signal?: AbortSignal): Promise<SendResult>;
  close(): void;
}

export type SendResult = { readonly failure: null } | { readonly failure: MailFailure; readonly final: boolean };

/** The context in which the stored password is sealed. */
export const mailPasswordAbout = 'mail password';

/** The present mail server; undefined without one. */
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

/** Whether a mail server is set. */
export const mailIsOn = async (connection: Queryable, setInEnvironment: boolean): Promise<boolean> =>
  setInEnvironment || (await findMailServer(connection)) !== undefined;
