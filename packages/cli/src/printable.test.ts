import { problemOf } from '@licet/contract';
import { expect, test } from 'vitest';
import { printable } from './printable.ts';
import { problemText } from './problem-text.ts';

test("removes from a server's text what moves the cursor or changes the direction", () => {
  expect(printable('Ada\u001b[2J\u009b31m\r\u0007\u202ecod')).toBe('Ada\uFFFD[2J\uFFFD31m\uFFFD\uFFFD\uFFFDcod');
  expect(printable('a line\n\tand another, ä 漢字 👩‍👩‍👧')).toBe('a line\n\tand another, ä 漢字 👩‍👩‍👧');
});

test('removes it from a problem too', () => {
  expect(problemText(problemOf('forbidden', 'No\u001b[1A\u001b[2K.'), true)).not.toContain('\u001b');
});
