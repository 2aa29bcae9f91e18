import { expect } from '@playwright/test';
import { look } from '../looks.ts';
import { userStates, usersStates } from './states/people.ts';
import { test } from './view.testing.ts';

test('the list of users and its dialogs are accessible', async ({ view }) => {
  await view.looks(usersStates(view));
});

test('the tabs and dialogs of a user are accessible', async ({ view }) => {
  view.visitor.mayBeRefused(404);
  await view.looks(userStates(view));
});

test('the list of users reports an unreachable server and can be retried', async ({ view: { visitor, page } }) => {
  visitor.mayBeRefused(503);
  const unavailable = {
    status: 503,
    contentType: 'application/problem+json',
    body: JSON.stringify({
      type: 'urn:licet:error:unavailable',
      title: 'Licet cannot reach its database.',
      status: 503,
      code: 'unavailable',
      detail: 'Nothing was changed. Try again in a moment.',
      errors: [],
    }),
  };
  await page.route('**/api/v1/users?*', (route) => route.fulfill(unavailable));
  await look(page, 'users-unavailable', async () => {
    await page.goto('/users');
    await expect(page.getByRole('alert')).toBeVisible({ timeout: 20_000 });
  });
  await page.unroute('**/api/v1/users?*');
  await page.getByRole('alert').getByRole('button').click();
  await expect(page.getByRole('grid').getByRole('link', { name: 'Chiara Benedetti' })).toBeVisible();
});
