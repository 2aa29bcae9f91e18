import type { MailFailure, MailLanguage, MailSecurity } from '@licet/contract';
import type { Change } from '../kernel/change.ts';
import type { Queryable } from '../kernel/pool.ts';
import { named, sql } from '../kernel/sql.ts';

/** The mail server as stored, with its password sealed. */
export interface StoredMailServer {
  readonly host: string;
  readonly port: number;
  readonly security: MailSecurity;
  readonly username: string | null;
  readonly password: Buffer | null;
  readonly fromAddress: string;
  readonly fromName: string;
  readonly language: MailLanguage;
  /** The address of the webhook that replaces a mail server. */
  readonly webhook: string | null;
  readonly version: number;
}

/** The result of the last attempt to send. */
export interface MailHealth {
  readonly at: string;
  readonly failure: MailFailure | null;
}

export async function findMailServer(connection: Queryable): Promise<StoredMailServer | undefined> {
  const { rows } = await connection.query<StoredMailServer>(
    named(
      'mail-server',
      sql`select host, port, security, username, password, from_address as "fromAddress", from_name as "fromName", language, webhook, version
          from mail_settings`,
    ),
  );
  return rows[0];
}

/** Sets the mail server and clears the result of earlier attempts. */
export async function setMailServer(
  { connection, no }: Change,
  server: Omit<StoredMailServer, 'version'>,
): Promise<void> {
  const { host, port, security, username, password, fromAddress, fromName, language, webhook } = server;
  await removeMailServer({ connection });
  await connection.query(sql`
    insert into mail_settings (host, port, security, username, password, from_address, from_name, language, webhook, version)
    values (${host}, ${port}, ${security}, ${username}, ${password}, ${fromAddress}, ${fromName}, ${language}, ${webhook}, ${no})`);
}

export async function removeMailServer({ connection }: Pick<Change, 'connection'>): Promise<void> {
  await connection.query(sql`delete from mail_settings`);
  await connection.query(sql`delete from mail_health`);
}

export async function findMailHealth(connection: Queryable): Promise<MailHealth | undefined> {
  const { rows } = await connection.query<MailHealth>(sql`select at, failure from mail_health`);
  return rows[0];
}

/**
 * The failure without the server's answer, which may contain the user's address. Stored if the user was erased while
 * the mail was being sent.
 */
export const withoutWords = ({ kind }: MailFailure): MailFailure => ({ kind, said: null });

/** Stores the result of an attempt. */
export async function noteMailHealth(connection: Queryable, at: string, failure: MailFailure | null): Promise<void> {
  // Writes a success only if the previous result was a failure or is older than 10 seconds, so that many mails do not
  // update the row each time.
  await connection.query(sql`
    insert into mail_health as h (at, failure) values (${at}, ${failure && JSON.stringify(failure)})
    on conflict (one) do update set at = excluded.at, failure = excluded.failure
    where excluded.failure is not null or h.failure is not null or h.at < excluded.at - interval '10 seconds'`);
}
