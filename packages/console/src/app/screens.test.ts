import { screens } from '@licet/contract';
import { describe, expect, it } from 'vitest';
import { publicScreens, signedInScreens } from './screens.ts';

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
    const routes = [...signedInScreens, ...publicScreens].map((route) => (route.options as { path: string }).path);
    const declared = Object.values(screens)
      .map(({ path }) => path)
      .filter((path) => !elsewhere.includes(path))
      .map((path) => path.replace(/:(\w+)/g, '$$$1'));
    expect(routes.sort()).toEqual(declared.sort());
  });
});
