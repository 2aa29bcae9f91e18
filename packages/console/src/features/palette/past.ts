import { daysLater } from '@licet/contract';

const spans: readonly (readonly [names: RegExp, days: number])[] = [
  [/^(?:days?|tage?n?)$/u, 1],
  [/^(?:weeks?|wochen?)$/u, 7],
  [/^(?:months?|monate?n?)$/u, 30],
  [/^(?:quarters?|quartale?n?)$/u, 91],
  [/^(?:years?|jahre?n?)$/u, 365],
];

/** The longest text for an instant is “on the 3rd of May 2026”. */
const mostWords = 6;

/**
 * Removes the words that name a past instant: “on 3 May”, “last month”, “2 weeks ago”, “yesterday”. German has them
 * before the verb at the end. As for “as of last month”, a month is 30 days.
 */
export function takePast(words: readonly string[], now: Date): { at: Date | undefined; left: readonly string[] } {
  for (let count = Math.min(mostWords, words.length - 1); count > 0; count -= 1)
    for (let from = words.length - count; from >= 0; from -= 1) {
      // Skip “on 24 December” if a year follows it, because the date includes the year.
      if (/^\d/.test(words[from + count] ?? '')) continue;
      const at = pastIn(
        words
          .slice(from, from + count)
          .join(' ')
          .toLowerCase(),
        now,
      );
      if (at) return { at, left: words.toSpliced(from, count) };
    }
  return { at: undefined, left: words };
}

/** The past instant that a text names. A date needs “on” or “am”, because “May” is a name too. */
function pastIn(text: string, now: Date): Date | undefined {
  if (/^(?:yesterday|gestern)$/u.test(text)) return daysLater(now, -1);
  const [, last] =
    /^(?:(?:in |im )?(?:the )?(?:last|letzten?|letztes|vorigen?|voriges|vergangenen?|vergangenes) )(\p{L}+)$/u.exec(
      text,
    ) ?? [];
  const lastDays = last === undefined ? undefined : daysOf(last);
  if (lastDays !== undefined) return daysLater(now, -lastDays);
  const [, ago, unit] = /^(\d{1,3}) (\p{L}+) ago$/u.exec(text) ?? /^vor (\d{1,3}) (\p{L}+)$/u.exec(text) ?? [];
  const agoDays = unit === undefined ? undefined : daysOf(unit);
  if (agoDays !== undefined && Number(ago) > 0) return daysLater(now, -agoDays * Number(ago));
  const [, date] = /^(?:on|am) (?:the )?(.*\d.*)$/u.exec(text) ?? [];
  return date === undefined ? undefined : dayIn(date.replace(/(\d)(?:st|nd|rd|th)\b/u, '$1').replace(' of ', ' '), now);
}

const daysOf = (unit: string): number | undefined => spans.find(([names]) => names.test(unit))?.[1];

/** Reads a day that is past: “2026-03-03”, “3 march”, “march 3”, “3.3.2026”, “3. märz”. */
export function dayIn(text: string, now: Date): Date | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text) ?? [];
  if (year !== undefined) return dayOf(Number(year), Number(month), Number(day), now);
  const [, first, second, third] = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})?$/.exec(text) ?? [];
  if (first !== undefined) return latest(Number(second), Number(first), third, now);
  const [, before, name, after] = /^(\d{1,2})?\.?\s*(\p{L}{3,})\.?\s*(\d{1,2})?(?=\s|$)/u.exec(text) ?? [];
  const at = months.findIndex((names) => names.some((one) => one.startsWith((name ?? '').toLowerCase())));
  if (name === undefined || at < 0 || (before === undefined) === (after === undefined)) return undefined;
  return latest(at + 1, Number(before ?? after), /\b(\d{4})$/.exec(text)?.[1], now);
}

const months: readonly (readonly string[])[] = [
  ['january', 'januar'],
  ['february', 'februar'],
  ['march', 'märz'],
  ['april'],
  ['may', 'mai'],
  ['june', 'juni'],
  ['july', 'juli'],
  ['august'],
  ['september'],
  ['october', 'oktober'],
  ['november'],
  ['december', 'dezember'],
];

/** Without a year, the latest such day that is past. */
const latest = (month: number, day: number, year: string | undefined, now: Date): Date | undefined =>
  year === undefined
    ? (dayOf(now.getFullYear(), month, day, now) ?? dayOf(now.getFullYear() - 1, month, day, now))
    : dayOf(Number(year), month, day, now);

function dayOf(year: number, month: number, day: number, now: Date): Date | undefined {
  const at = new Date(year, month - 1, day, 23, 59);
  return at.getMonth() === month - 1 && at < now ? at : undefined;
}
