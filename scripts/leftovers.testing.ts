import { afterAll, vi } from 'vitest';

// Tests of pages share a process with one document. This removes the leftovers of a file, which could break a later
// file.
afterAll(() => {
  if (typeof document === 'undefined') return;
  const left = leftovers();
  document.body.replaceChildren();
  document.documentElement.lang = '';
  history.replaceState(null, '', '/');
  localStorage.clear();
  sessionStorage.clear();
  vi.restoreAllMocks();
  vi.useRealTimers();
  if (left.length > 0)
    throw new Error(`This file leaves behind, for the next one to stumble over: ${left.join('; ')}.`);
});

function leftovers(): string[] {
  const { body, documentElement } = document;
  const shown = [...body.children].map(({ outerHTML }) => outerHTML.slice(0, 100));
  return [
    ...shown.map((html) => `on the page ${html}`),
    ...(documentElement.lang === '' ? [] : [`the page’s language, ${documentElement.lang}`]),
    ...[localStorage, sessionStorage].flatMap((storage) => Object.keys(storage)).map((key) => `${key} in the storage`),
    ...(vi.isFakeTimers() ? ['a clock of its own'] : []),
  ];
}
