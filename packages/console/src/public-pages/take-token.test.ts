// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest';
import { takeToken } from './take-token.ts';

afterEach(() => history.replaceState(null, '', '/'));

it('the token of a link leaves the address, and is there again when the page is loaded once more', () => {
  history.replaceState(null, '', '/invited?ui_locales=de#token=one-time');
  expect(takeToken()).toBe('one-time');
  expect(location.href).toMatch(/\/invited\?ui_locales=de$/);
  expect(takeToken()).toBe('one-time');
});

it('another link in the same tab is another token, and none is none', () => {
  expect(takeToken()).toBe('');
  history.pushState(null, '', '/invited#token=first');
  takeToken();
  history.pushState(null, '', '/invited#token=second');
  expect(takeToken()).toBe('second');
});
