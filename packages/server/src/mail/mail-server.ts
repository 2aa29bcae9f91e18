import type { MailFailure, MailLanguage, MailSecurity } from '@licet/contract';
import type { Secrets } from '../identity/keys/secrets.ts';
import type { Queryable } from '../store/kernel/pool.ts';
import { findMailServer } from '../store/mail/settings.ts';

/** Where mail is handed over, and in whose name. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  readonly security: MailSecurity;
  readonly username: string | null;
  readonly password: string | null;
  readonly fromAddress: string;
  readonly fromName: string;
  /** The address of the program that sends in place of a mail server; `password` is what requests to it are signed with. */
  readonly webhook?: string | null | undefined;
  /** What mails are written in to people of whom nothing else is known. */
  readonly language: MailLanguage;
}

/** A mail, ready to be handed over. */
export interface Letter {
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The same each time that the same mail is sent. */
  readonly id: string;
}

/** What hands mails over. It never throws for what a mail server does: that is an answer. */
export interface Mailer {
  /** The server that the environment names; it stands before one that was set on the screen. */
  readonly fromEnvironment: MailServer | undefined;
  /** Whether the server answers and takes the login. */
  check(server: MailServer): Promise<MailFailure | null>;
  /** Hands a mail over. With `final` the server will never take this mail. */
  send(server: MailServer, letter: Letter, signal?: AbortSignal): Promise<SendResult>;
  close(): void;
}

export type SendResult = { readonly failure: null } | { readonly failure: MailFailure; readonly final: boolean };

/** What the stored password is sealed about. */
export const mailPasswordAbout = 'mail password';

/** The server that mail goes through now; none, when none is set. */
export async function currentMailServer(
  connection: Queryable,
  { secrets, mailer }: { readonly secrets: Secrets; readonly mailer?: Mailer | undefined },
): Promise<MailServer | undefined> {
  if (mailer?.fromEnvironment) return mailer.fromEnvironment;
  const stored = await findMailServer(connection);
  return stored && { ...stored, password: stored.password && secrets.open(stored.password, mailPasswordAbout) };
}

/** What a mail is known by, everywhere and each time that it is sent (RFC 5322 section 3.6.4). */
export const messageIdOf = (id: string, issuer: string): string => `${id}@${new URL(issuer).hostname}`;

/** Whether there is a server that mail goes through. */
export const mailIsOn = async (connection: Queryable, setInEnvironment: boolean): Promise<boolean> =>
  setInEnvironment || (await findMailServer(connection)) !== undefined;
