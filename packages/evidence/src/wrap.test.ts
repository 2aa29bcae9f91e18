import { expect, test } from 'vitest';
import { processorTimes } from '../../../scripts/processor-time.testing.ts';
import { runsOf, widthOf } from './runs.ts';
import { wrap } from './wrap.ts';

const lines = (text: string, width = 60) => wrap(text, 'regular', 10, width);

test('breaks lines at the given width, without loss', () => {
  for (const text of [
    'one two three four five six',
    'invoices.refund.international',
    'W'.repeat(50),
    'ab\ncd\r\n\r\nef',
  ]) {
    const found = lines(text);
    for (const line of found) expect(widthOf(line, 'regular') * 10).toBeLessThanOrEqual(60);
    expect(found.join('').replaceAll(' ', '')).toBe(text.replace(/[\s]/g, ''));
  }
  expect(lines('ab\n\ncd')).toEqual(['ab', '', 'cd']);
});

test('breaks a long name after a dot that precedes a letter, and never breaks a date', () => {
  expect(lines('invoices.refund')).toEqual(['invoices.', 'refund']);
  expect(lines('on 2026-11-20')).toEqual(['on', '2026-11-20']);
});

test('draws right-to-left words in reverse order', () => {
  expect(runsOf('a דוד כהן b', 'regular').map(({ text }) => text)).toEqual(['a ', 'כהן', ' ', 'דוד', ' b']);
  expect(
    runsOf('דוד (כהן)', 'regular')
      .map(({ text }) => text)
      .join(''),
  ).toContain('כהן');
  expect(runsOf('דוד 2026', 'regular').map(({ text }) => text)).toEqual(['דוד', ' 2026']);
  expect(runsOf('plain', 'regular')).toHaveLength(1);
});

test.each(['-', 'a', ' ', 'é', '\u0301'])('wraps 40,000 copies of %j in linear time', async (character) => {
  const { whole, parts } = await processorTimes({
    whole: () => lines(character.repeat(40_000)),
    parts: () => {
      for (let time = 0; time < 10; time += 1) lines(character.repeat(4000));
    },
  });
  expect(whole).toBeLessThan(3 * parts + 20);
});
