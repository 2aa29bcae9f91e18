import { expect } from '@playwright/test';
import { grantStates } from './states/applications.ts';
import { test } from './view.testing.ts';

test('the grants of an application, with their forms and imports, are accessible', async ({ view }) => {
  await view.looks(grantStates(view));
});

test('on a phone, the checkboxes of grants with an end are large enough for a finger', async ({ view: { page } }) => {
  const { width, height } = page.viewportSize() ?? { width: 1440, height: 900 };
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/ending?within=31536000');
  const boxes = page.locator('tbody').getByRole('checkbox');
  await boxes.first().click();
  await boxes.nth(1).click();
  const bar = page.getByRole('region', { name: 'Selected access' });
  await expect(bar).toContainText('2 selected');
  const around = await boxes.first().locator('xpath=ancestor::label').boundingBox();
  expect([around?.width, around?.height]).toEqual([44, 44]);
  await bar.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: 'Clear the selection' }).click();
  await expect(boxes.first()).not.toBeChecked();
  await page.setViewportSize({ width, height });
});
