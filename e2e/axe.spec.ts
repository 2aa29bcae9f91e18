import { expect, test } from '@playwright/test';
import { axeFindings } from './axe.ts';

test.use({ colorScheme: 'light' });

test('axe reports violations in each theme and after a page change, and none on an accessible page', async ({
  page,
}) => {
  const colours =
    'color: light-dark(oklch(0.2 0 0), oklch(0.3 0 0)); background: light-dark(oklch(1 0 0), oklch(0.2 0 0))';
  await page.setContent(
    `<html lang="en" style="color-scheme: light dark"><title>Look</title><main><h1>Look</h1><p style="${colours}">Words</p></main></html>`,
  );
  expect(await axeFindings(page, {})).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await axeFindings(page, { runOnly: ['color-contrast'] })).toEqual([
    expect.stringMatching(/^color-contrast: .*: p: .*contrast of 1\.\d/),
  ]);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.evaluate(() => document.querySelector('main')?.append(document.createElement('button')));
  expect(await axeFindings(page, {})).toEqual([expect.stringMatching(/^button-name: .*: button: /)]);
});

test('axe limited to dialogs checks the open dialog, and the whole page when no dialog is open', async ({ page }) => {
  await page.setContent(
    '<html lang="en"><title>Look</title><main><h1>Look</h1><button></button></main><div role="dialog" aria-label="Ask"><button></button></div></html>',
  );
  const rules = { runOnly: ['button-name'] };
  expect(await axeFindings(page, rules, '[role="dialog"]')).toEqual([expect.stringMatching(/^button-name: .*: div/)]);
  await page.evaluate(() =>
    document.querySelector<HTMLElement>('[role="dialog"]')?.style.setProperty('display', 'none'),
  );
  expect(await axeFindings(page, rules, '[role="dialog"]')).toEqual([expect.stringMatching(/^button-name: .*: main/)]);
});

test('axe refuses a page with frames, because it cannot read them', async ({ page }) => {
  await page.setContent('<iframe srcdoc="<p>In a frame</p>"></iframe>');
  await expect(axeFindings(page, {})).rejects.toThrow('frames');
});
