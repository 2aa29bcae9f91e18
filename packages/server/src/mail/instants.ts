import type { MailLanguage } from '@licet/contract';

/** An instant in words, in UTC, since the reader's time zone is unknown. */
export const instantIn = (language: MailLanguage, at: string): string =>
  `${formats[language].format(new Date(at))} UTC`;

/** A while in words, in the largest unit that it is whole in: "2 hours". */
export function whileIn(language: MailLanguage, seconds: number): string {
  const [unit, length] = units.find(([, size]) => seconds % size === 0) ?? ['second', 1];
  const format = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' });
  return format.format(seconds / length);
}

const format = (locale: string) =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
const formats = { en: format('en-GB'), de: format('de') } as const;
const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;
