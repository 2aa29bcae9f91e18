// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest';
import { takeToken } from './take-token.ts';

afterEach(() => history.replaceState(null, '', '/'));

it('removes the token of a link from the address, and returns it again after a reload', () => {
  history.replaceState(null, '', '/invited?ui_locales=de#token=one-time');
  expect(takeToken()).toBe('one-time');
  expect(location.href).toMatch(/\/invited\?ui_locales=de$/);
  expect(takeToken()).toBe('one-time');
});

it('returns the token of the newest link in the tab, and an empty text without a link', () => {
  expect(takeToken()).toBe('');
  history.pushState(null, '', '/invited#token=first');
  takeToken();
  history.pushState(null, '', '/invited#token=second');
  expect(takeToken()).toBe('second');
});
