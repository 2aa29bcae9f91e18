import { expect } from '@playwright/test';
import { newVisitor } from '../visitor.ts';
import { test } from './view.testing.ts';

test('the token inspector opens without a network once it was open, and keeps nothing of the API', async ({
  browser,
  view: { licet },
}) => {
  const visitor = await newVisitor(browser, { baseURL: licet.url });
  const { page } = visitor;
  await page.goto('/inspect');
  const field = page.getByRole('textbox', { name: 'Token' });
  await expect(field).toBeVisible();
  const kept = () =>
    page.evaluate(async () => (await (await caches.open('inspect')).keys()).map(({ url }) => new URL(url).pathname));
  await expect.poll(kept).toContain('/inspect');
  expect((await kept()).filter((path) => path.startsWith('/api'))).toEqual([]);
  await page.context().setOffline(true);
  await page.reload();
  await page.getByRole('button', { name: 'valid', exact: true }).click();
  await expect(page.getByText('Well formed')).toBeVisible();
  await page.context().setOffline(false);
  await visitor.leave();
});
