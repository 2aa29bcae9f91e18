import { screens } from '@licet/contract';
import { describe, expect, it } from 'vitest';
import { publicScreens, signedInScreens } from './screens.ts';

// The pages before the console (public.html), and the return from the provider (start.tsx), are not routes of its
// router.
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
  it('are the screens of the contract, each once', () => {
    const routes = [...signedInScreens, ...publicScreens].map((route) => (route.options as { path: string }).path);
    const declared = Object.values(screens)
      .map(({ path }) => path)
      .filter((path) => !elsewhere.includes(path))
      .map((path) => path.replace(/:(\w+)/g, '$$$1'));
    expect(routes.sort()).toEqual(declared.sort());
  });
});
