import { expect, it } from 'vitest';
import type { Viewer } from './console-context.ts';
import { entriesFor, isOffered, isWithin, mayFind, mayLookBack, type PlaceName, places } from './navigation.ts';

const viewer = (permissions: readonly string[] | 'all', more: Partial<Viewer> = {}): Viewer => ({
  id: '1',
  name: 'Ben',
  email: 'ben',
  may: (permission) => permissions === 'all' || permissions.includes(permission),
  ...more,
});
const paths = (of: Viewer) => entriesFor(of).map(({ to }) => to);
const placesOf = (path: string) => places.filter((place) => isWithin(path, place)).map(({ name }) => name);

it('the navigation has at most seven entries', () => {
  expect(paths(viewer('all', { mayTake: true, ownsAny: true }))).toEqual([
    '/inbox',
    '/',
    '/users',
    '/applications',
    '/explain',
    '/audit',
    '/settings',
  ]);
});

it('has only the Inbox and Home for a member, even if they may take a role in an emergency', () => {
  expect(paths(viewer([]))).toEqual(['/inbox', '/']);
  expect(paths(viewer([], { mayTake: true }))).toEqual(['/inbox', '/']);
});

it('links each entry of the navigation to the first tab that the viewer may open', () => {
  expect(paths(viewer(['groups.read']))).toEqual(['/inbox', '/', '/groups']);
  expect(paths(viewer(['reviews.manage']))).toEqual(['/inbox', '/', '/reviews']);
  expect(paths(viewer(['separations.manage']))).toEqual(['/inbox', '/', '/separations', '/changes']);
  expect(paths(viewer(['grants.manage']))).toEqual(['/inbox', '/', '/changes']);
  expect(paths(viewer([], { ownsAny: true }))).toEqual(['/inbox', '/', '/applications', '/explain', '/changes']);
});

it('offers a screen only to viewers who have the permission in the contract', () => {
  expect(isOffered('users', viewer([], { ownsAny: true }))).toBe(false);
  expect(isOffered('separations', viewer(['separations.manage']))).toBe(true);
  expect(isOffered('settings', viewer(['users.manage']))).toBe(false);
});

it.each<[path: string, place: PlaceName | undefined]>([
  ['/', 'home'],
  ['/groups/1', 'people'],
  ['/applications/ledger', 'applications'],
  ['/reviews/1', 'access'],
  ['/changes/3', 'audit'],
  ['/settings/mail', 'settings'],
  ['/usersandmore', undefined],
  ['/me', undefined],
])('marks the navigation entry of %s', (path, place) => {
  expect(placesOf(path)).toEqual(place === undefined ? [] : [place]);
});

it('does not offer a search for people to users who may not see any', () => {
  expect([viewer([]), viewer([], { ownsAny: true }), viewer(['users.read'])].map(mayFind)).toEqual([false, true, true]);
});

it('offers the choice of another day only to users who may read something', () => {
  const all = [viewer([]), viewer([], { ownsAny: true }), viewer(['audit.read']), viewer(['users.read'])];
  expect(all.map(mayLookBack)).toEqual([false, true, true, true]);
});
