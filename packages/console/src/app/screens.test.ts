import { screens } from '@licet/contract';
import { isRedirect } from '@tanstack/react-router';
import { describe, expect, it } from 'vitest';
import { isWithin, places } from '../shell/navigation.ts';
import { formerRequests, lateReader, publicScreens, signedInScreens } from './screens.ts';

// Addresses without a route in the console's router: the public pages (public.html) and the return from the provider
// (start.tsx).
const elsewhere = [
  '/setup',
  '/sign-in/:uid',
  '/set-password',
  '/forgot',
  '/invited',
  '/verify-email',
  '/signed-out',
  '/callback',
];

describe('the routes of the console', () => {
  it('contain each screen of the contract once', () => {
    const routes = [...signedInScreens, formerRequests, ...publicScreens].map(
      (route) => (route.options as { path: string }).path,
    );
    const declared = Object.values(screens)
      .map(({ path }) => path)
      .filter((path) => !elsewhere.includes(path))
      .map((path) => path.replace(/:(\w+)/g, '$$$1'));
    expect(routes.sort()).toEqual(declared.sort());
  });

  it('each belong to exactly one entry of the navigation, except the account', () => {
    const outside = ['/me'];
    for (const route of signedInScreens) {
      const { path } = route.options as { path: string };
      const found = places.filter((place) => isWithin(path, place));
      expect(found, path).toHaveLength(outside.includes(path) ? 0 : 1);
    }
  });
});

const users = () => lateReader(() => import('../features/users/address.ts'), 'readUsers');
const at = '2026-01-05T09:00:00.000Z';

it('keeps the typed URL parameters until the screen’s parser has loaded', async () => {
  const address = users();
  expect(address.read({ sort: 'weight', q: 'ma' })).toEqual({ sort: 'weight', q: 'ma' });
  await address.ready({ q: 'ma', at });
  expect(address.read({ sort: 'weight', q: 'ma' })).toEqual({ q: 'ma' });
});

it('when a screen first opens, removes unknown parameters from the URL but keeps the past instant', async () => {
  const led = await users()
    .ready({ sort: 'weight', q: 'ma', at, evil: 'x' })
    .catch((thrown: unknown) => thrown);
  expect(isRedirect(led) && led.options).toMatchObject({ to: '.', search: { q: 'ma', at }, replace: true });
});

it('redirects from a quoted number in the URL to the plain number', async () => {
  const led = await users()
    .ready({ import: '3' })
    .catch((thrown: unknown) => thrown);
  expect(isRedirect(led) && led.options.search).toEqual({ import: 3 });
});
