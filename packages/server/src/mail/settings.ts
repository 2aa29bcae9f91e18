import { email, mailLanguage } from '@licet/contract';
import type { Environment } from '../settings.ts';
import type { MailServer } from './mail-server.ts';

/**
 * Reads the settings of the mail server: `smtps://user:password@host:465`, or `smtp://…` for STARTTLS, with `?tls=none` for nothing
 * at all. Undefined when it is set on the screen.
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
    mistakes.push(`LICET_MAIL_LANGUAGE “${spoken}” is none of ${mailLanguage.options.join(', ')}.`);
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
