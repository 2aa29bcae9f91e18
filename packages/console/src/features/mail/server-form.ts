import type { MailLanguage, MailSecurity, MailSettings } from '@licet/contract';

/** What is typed about the mail server. */
export interface ServerValues {
  host: string;
  port: string;
  security: MailSecurity;
  username: string;
  password: string;
  fromAddress: string;
  fromName: string;
  language: MailLanguage;
}

/** A mail server as it stands in the form; the password is never read back. */
export const valuesOf = ({ server: set }: MailSettings, organisation: string, language: MailLanguage): ServerValues => {
  const server = set?.webhook === null ? set : null;
  return {
    host: server?.host ?? '',
    port: String(server?.port ?? 465),
    security: server?.security ?? 'tls',
    username: server?.username ?? '',
    password: '',
    fromAddress: set?.fromAddress ?? '',
    fromName: set?.fromName ?? organisation,
    language: set?.language ?? language,
  };
};

/** What is sent: a password that was not typed stays, unless there is no user any more. */
export const entryOf = ({ port, username, password, ...values }: ServerValues) => ({
  ...values,
  host: values.host.trim(),
  fromAddress: values.fromAddress.trim(),
  fromName: values.fromName.trim(),
  port: Number(port),
  username: username.trim() || null,
  ...(username.trim() === '' ? { password: null } : password !== '' && { password }),
});
