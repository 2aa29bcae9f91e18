import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { contrastOf, grounds, isReadable, nearestReadable } from './colours.ts';
import { appearanceChange } from './nouns/appearance.ts';

test('reproduces the contrast examples of WCAG', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrastOf('#ffffff', '#ffffff')).toBe(1);
  expect(contrastOf('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});

test('uses the background colours of the style sheet', () => {
  const tokens = readFileSync(new URL('../../console/src/ui/tokens.css', import.meta.url), 'utf8');
  expect(tokens).toContain('--ground: light-dark(oklch(0.972 0.004 268), '); // #f4f6f8
  expect(tokens).toMatch(/--raised: light-dark\(.*, oklch\(0\.25 0\.011 268\)\);/); // #1f2227
  expect(grounds).toEqual({ light: '#f4f6f8', dark: '#1f2227' });
});

test('finds a readable colour just above the contrast limit, and keeps a readable colour', () => {
  for (let red = 0; red < 256; red += 51)
    for (let green = 0; green < 256; green += 51)
      for (let blue = 0; blue < 256; blue += 51) {
        const colour = `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
        for (const ground of ['light', 'dark'] as const) {
          const nearest = nearestReadable(colour, ground);
          expect(isReadable(nearest, ground), `${colour} on ${ground}: ${nearest}`).toBe(true);
          if (isReadable(colour, ground)) expect(nearest).toBe(colour);
          else expect(contrastOf(nearest, grounds[ground])).toBeLessThan(4.8);
        }
      }
});

test('refuses an unreadable colour with a sentence that names the nearest readable one', () => {
  const faultOf = (body: unknown) => appearanceChange.safeParse(body).error?.issues[0]?.message;
  expect(faultOf({ accent: '#ffcc00' })).toBe(
    'On a light background, #ffcc00 has a contrast of 1.3, but text needs 4.5. The nearest readable colour is #8a6d05.',
  );
  expect(faultOf({ accentDark: '#1f4fd8' })).toMatch(
    /^On a dark background, #1f4fd8 .* The nearest readable colour is #[0-9a-f]{6}\.$/,
  );
  expect(faultOf({ accent: '#8a6d05', accentDark: '#ffcc00' })).toBeUndefined();
  expect(faultOf({ accent: 'yellow' })).toBe('This is not a colour. Enter one such as #1f4fd8.');
  expect(faultOf({ accent: '#1F4FD8' })).toBeDefined();
  expect(faultOf({ accent: null, logo: null })).toBeUndefined();
});
