// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { createClock } from './clock.ts';
import { createSession } from './session.ts';

const never = () => Promise.reject(new Error('not asked for here'));
const session = () =>
  createSession({
    store: { read: () => undefined, write: () => {} },
    lists: { known: () => undefined, load: never },
    clock: createClock(),
    signal: new AbortController().signal,
    renew: never,
  });
const tokens = { access: 'a.b.c', refresh: 'r', id: 'i', offset: 0 };
const typed = () => ['licet.drafts', 'licet.kept-fields'].map((key) => sessionStorage.getItem(key));

test('deletes unsent text when a session ends, but keeps it before any sign-in', () => {
  for (const key of ['licet.drafts', 'licet.kept-fields']) sessionStorage.setItem(key, 'half a sentence');
  const { set, end } = session();
  // After the return from a sign-in, the page has no session yet, so `end` must keep the text.
  end();
  expect(typed()).toEqual(['half a sentence', 'half a sentence']);
  set(tokens);
  end();
  expect(typed()).toEqual([null, null]);
});
