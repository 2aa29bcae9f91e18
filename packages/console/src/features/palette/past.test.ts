import { expect, it } from 'vitest';
import { dayIn, takePast } from './past.ts';

const now = new Date(2026, 10, 19, 14, 32); // a Thursday
const past = (text: string) => {
  const { at, left } = takePast(text.split(' '), now);
  return [left.join(' '), at];
};
const daysAgo = (days: number) => new Date(2026, 10, 19 - days, 14, 32);

it('reads days in English and German, and takes the most recent such day', () => {
  const march = new Date(2026, 2, 3, 23, 59);
  for (const text of ['2026-03-03', '3 march', 'march 3', 'mar 3', '3. märz', '3.3.2026', '3.3.', '3 march 2026'])
    expect(dayIn(text, now), text).toEqual(march);
  expect(dayIn('24 december', now)).toEqual(new Date(2025, 11, 24, 23, 59));
  for (const text of ['30 february', '2027-01-01', '19 november 2026', 'march', '3', 'x 3'])
    expect(dayIn(text, now), text).toBeUndefined();
});

it('takes a past instant from a question, in English and German', () => {
  for (const text of ['refund last month', 'refund 30 days ago', 'refund im letzten Monat', 'refund vor 30 Tagen'])
    expect(past(text), text).toEqual(['refund', daysAgo(30)]);
  for (const text of ['maya refund yesterday', 'maya refund gestern', 'maya refund 1 day ago'])
    expect(past(text), text).toEqual(['maya refund', daysAgo(1)]);
  expect(past('maya gestern refund')).toEqual(['maya refund', daysAgo(1)]);
  for (const text of ['refund last week', 'refund letzte Woche', 'refund 1 week ago', 'refund vor 1 Woche'])
    expect(past(text), text).toEqual(['refund', daysAgo(7)]);
  const may = new Date(2026, 4, 3, 23, 59);
  for (const text of ['refund on 3 May', 'refund on the 3rd of May 2026', 'refund am 3. Mai', 'refund on 2026-05-03'])
    expect(past(text), text).toEqual(['refund', may]);
});

it('does not remove names or future days', () => {
  for (const text of [
    'may refund',
    'last',
    'refund 3 May',
    'refund on monday',
    'refund on 24 december 2027',
    'refund 0 days ago',
  ])
    expect(past(text), text).toEqual([text, undefined]);
});
