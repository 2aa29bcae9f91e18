import { expect, type Route, test } from '@playwright/test';
import { administrator, removeDataDirectory } from './licet.ts';
import { startWithAdministrator } from './made-once.ts';
import { enter, newVisitor } from './visitor.ts';

test('a request that the page sent before the user signed out is not refused afterwards', async ({ browser }) => {
  const licet = await startWithAdministrator();
  const visitor = await newVisitor(browser, { baseURL: licet.url });
  try {
    const { page } = visitor;
    await page.goto('/');
    await enter(page, administrator.username, administrator.password);
    // The server gets the call after the session has ended, and the page waits for the answer.
    const slow = Promise.withResolvers<Route>();
    await page.route('**/api/v1/applications*', (route) => slow.resolve(route));
    await page.getByRole('navigation').getByRole('link', { name: 'Applications' }).click();
    const held = await slow.promise;
    const givenUp = Promise.withResolvers<boolean>();
    await page.route('**/oidc/session/end*', async (route) => {
      await route.fetch({ maxRedirects: 0 });
      await held.continue().catch(() => undefined);
      givenUp.resolve((await held.request().response()) === null);
      await route.continue();
    });
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
    expect(await givenUp.promise).toBe(true);
    visitor.quiet();
  } finally {
    await visitor.leave();
    await licet.stop();
    removeDataDirectory(licet.dataDirectory);
  }
});
