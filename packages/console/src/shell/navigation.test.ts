import { expect, it } from 'vitest';
import type { Viewer } from './console-context.ts';
import { entriesFor, mayFind, paletteEntriesFor } from './navigation.ts';

const viewer = (permissions: readonly string[] | 'all', more: Partial<Viewer> = {}): Viewer => ({
  id: '1',
  name: 'Ben',
  email: 'ben',
  may: (permission) => permissions === 'all' || permissions.includes(permission),
  ...more,
});
const paths = (of: Viewer) => entriesFor(of).map(({ to }) => to);

it('offers emergency access in the navigation and the palette to users with an emergency role', () => {
  expect(paths(viewer([]))).toEqual(['/', '/inbox']);
  expect(paths(viewer([], { mayTake: true }))).toEqual(['/', '/inbox', '/emergencies']);
  expect(paletteEntriesFor(viewer([], { mayTake: true })).map(({ to }) => to)).toContain('/emergencies');
});

it('the navigation has at most nine entries, and the palette lists every screen once', () => {
  const administrator = viewer('all', { mayTake: true, ownsAny: true });
  expect(paths(administrator)).toHaveLength(9);
  const found = paletteEntriesFor(administrator).map(({ to }) => to);
  expect(found).toEqual(expect.arrayContaining([...paths(administrator), '/emergencies', '/changes', '/me']));
  expect(new Set(found).size).toBe(found.length);
});

it('does not offer a search for people to users who may see none', () => {
  expect([viewer([]), viewer([], { ownsAny: true }), viewer(['users.read'])].map(mayFind)).toEqual([false, true, true]);
});
