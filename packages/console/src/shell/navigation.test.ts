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

it('leads whoever may take a role at once to it, by the navigation and by the palette', () => {
  expect(paths(viewer([]))).toEqual(['/', '/requests']);
  expect(paths(viewer([], { mayTake: true }))).toEqual(['/', '/requests', '/emergencies']);
  expect(paletteEntriesFor(viewer([], { mayTake: true })).map(({ to }) => to)).toContain('/emergencies');
});

it('has nine entries at most, and all that has no room there in the palette, once', () => {
  const administrator = viewer('all', { mayTake: true, ownsAny: true });
  expect(paths(administrator)).toHaveLength(9);
  const found = paletteEntriesFor(administrator).map(({ to }) => to);
  expect(found).toEqual(expect.arrayContaining([...paths(administrator), '/emergencies', '/changes', '/me']));
  expect(new Set(found).size).toBe(found.length);
});

it('promises no search for people to whoever may see none', () => {
  expect([viewer([]), viewer([], { ownsAny: true }), viewer(['users.read'])].map(mayFind)).toEqual([false, true, true]);
});
