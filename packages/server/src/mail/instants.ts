import type { MailLanguage } from '@licet/contract';

/** An instant in words. Nothing is known of where the reader is: it is said in UTC. */
export const instantIn = (language: MailLanguage, at: string): string =>
  `${formats[language].format(new Date(at))} UTC`;

const format = (locale: string) =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
const formats = { en: format('en-GB'), de: format('de') } as const;
