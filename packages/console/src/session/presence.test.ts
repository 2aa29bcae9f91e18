import { expect, it } from 'vitest';
import { unattendedHeader, watchPresence } from './presence.ts';

it('reports the user as absent one minute after the last input, and not before', () => {
  const window = new EventTarget() as unknown as Window;
  watchPresence(window);
  const start = performance.now();
  expect(unattendedHeader(start + 59_000)).toBeUndefined();
  expect(unattendedHeader(start + 61_000)).toEqual(['licet-unattended', '?1']);
  window.dispatchEvent(new Event('keydown'));
  expect(unattendedHeader(performance.now() + 1000)).toBeUndefined();
});
