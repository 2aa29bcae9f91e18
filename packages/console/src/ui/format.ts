import { language, locale } from './language.ts';

const digits = new Intl.NumberFormat(locale);
const rules = new Intl.PluralRules(locale);
// A list is part of a sentence, so its format follows the language of the page and ignores the reader's region.
const and = new Intl.ListFormat(language === 'pseudo' ? 'en' : language, { type: 'conjunction' });
const or = new Intl.ListFormat(language === 'pseudo' ? 'en' : language, { type: 'disjunction' });

/** A number in the reader's format: 18,412 or 18.412. */
export function formatNumber(value: number, options?: Intl.NumberFormatOptions): string {
  return (options ? numberFormat(options) : digits).format(value);
}

// Formats are kept, because creating one takes about fifty times as long as using it, and a table has hundreds of dates.
// The keys are options in the code, so they are few.
const numberFormats = new Map<string, Intl.NumberFormat>();
const dateFormats = new Map<string, Intl.DateTimeFormat>();

function numberFormat(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  return kept(numberFormats, JSON.stringify(options), () => new Intl.NumberFormat(locale, options));
}

/** A format for dates and times in the reader's time zone. */
export function dateFormat(options: Intl.DateTimeFormatOptions, of = locale): Intl.DateTimeFormat {
  return kept(dateFormats, `${of} ${JSON.stringify(options)}`, () => new Intl.DateTimeFormat(of, options));
}

function kept<Format>(formats: Map<string, Format>, key: string, make: () => Format): Format {
  const known = formats.get(key);
  if (known !== undefined) return known;
  const made = make();
  formats.set(key, made);
  return made;
}

/**
 * Picks the plural form for a count: `plural(count, { one: 'one person', other: `${formatNumber(count)} people` })`.
 */
export function plural<T>(count: number, forms: { one: T; other: T } & Partial<Record<Intl.LDMLPluralRule, T>>): T {
  return forms[rules.select(count)] ?? forms.other;
}

/** “Maya, Tomasz and Kwame”. */
export function formatList(names: readonly string[], joined: 'and' | 'or' = 'and'): string {
  return (joined === 'and' ? and : or).format(names);
}

/** The first names and the number of the others, short enough for a title or a tooltip. */
export function formatFirst(names: readonly string[], atMost: number, others: (count: number) => string): string {
  const more = names.length - atMost;
  return formatList(more > 1 ? [...names.slice(0, atMost), others(more)] : names);
}

/** A date or a time in the reader's time zone: `formatDate(at, { day: 'numeric', month: 'short' })`. */
export function formatDate(at: Date, options: Intl.DateTimeFormatOptions): string {
  return dateFormat(options).format(at);
}

/** The city that names the reader's time zone: "Oslo". */
export function ownPlace(): string | undefined {
  return Intl.DateTimeFormat().resolvedOptions().timeZone.split('/').at(-1)?.replaceAll('_', ' ');
}
