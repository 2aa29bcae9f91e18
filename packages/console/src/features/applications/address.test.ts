import { expect, it } from 'vitest';
import { readApplication, tabOf } from './address.ts';

it.each([
  ['overview', 'overview'],
  ['roles', 'roles'],
  ['permissions', 'roles'],
  ['matrix', 'roles'],
  ['grants', 'access'],
  ['usage', 'usage'],
  ['details', 'settings'],
  ['clients', 'settings'],
  ['sign-in', 'settings'],
  ['integration', 'settings'],
])('opens the address tab=%s in the tab %s', (part, tab) => {
  const address = readApplication({ tab: part });
  expect(address.tab).toBe(part);
  expect(address.tab && tabOf(address.tab)).toBe(tab);
});

it('ignores an unknown tab', () => {
  expect(readApplication({ tab: 'secrets' }).tab).toBeUndefined();
});
