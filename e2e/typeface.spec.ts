import { expect, type Page } from '@playwright/test';
import { administrator } from './licet.ts';
import { settled } from './looks.ts';
import { test } from './screens/view.testing.ts';
import { shiftsOn, watchShifts } from './shifts.ts';
import { newVisitor, startSession } from './visitor.ts';

/** Returns the widths of a text in the typeface of the page, at 100 px. */
const widths = (page: Page) =>
  page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('span'));
    const width = (text: string, weight: number, family = 'var(--sans)') => {
      for (const [name, value] of Object.entries({
        position: 'absolute',
        'white-space': 'pre',
        font: `${weight} 100px ${family}`,
        'font-variant-numeric': 'tabular-nums',
      }))
        probe.style.setProperty(name, value);
      probe.textContent = text;
      return probe.getBoundingClientRect().width;
    };
    const sentence = 'Maya Lindqvist asks for the role approver in Ledger until tomorrow, 18:00';
    const standIn = '"Geist in Arial", "Geist in Roboto", "Geist in DejaVu"';
    const found = {
      text: width(sentence, 400),
      strong: width(sentence, 500),
      title: width(sentence, 600),
      ones: width('1111111111', 400),
      eights: width('8888888888', 400),
      standIn: width(sentence, 400, standIn),
      standInTitle: width(sentence, 600, standIn),
    };
    probe.remove();
    return found;
  });

test('the console and the sign-in page use three font weights and digits of equal width', async ({
  browser,
  view: { licet },
}) => {
  const visitor = await newVisitor(browser, { baseURL: licet.url });
  const { page } = visitor;
  const strangers: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'font' && !request.url().startsWith(licet.url)) strangers.push(request.url());
  });
  for (const who of ['nobody', 'an administrator']) {
    if (who !== 'nobody') await startSession(page.context(), licet.url, administrator.email, administrator.password);
    await page.goto('/');
    await settled(page);
    await expect.poll(() => page.evaluate(() => document.fonts.check('500 13px "Geist Variable"')), who).toBe(true);
    const { text, strong, title, ones, eights, standIn, standInTitle } = await widths(page);
    expect(strong, `weight 500 for ${who}`).toBeGreaterThan(text * 1.005);
    expect(title, `weight 600 for ${who}`).toBeGreaterThan(strong * 1.005);
    expect(ones).toBe(eights);
    expect(Math.abs(standIn / text - 1), `what stands in for ${who}`).toBeLessThan(0.03);
    expect(Math.abs(standInTitle / title - 1)).toBeLessThan(0.03);
  }
  expect(strangers).toEqual([]);
  visitor.quiet();
  await visitor.leave();
});

test('the layout stays still when the typeface arrives late', async ({ browser, view: { licet } }) => {
  const visitor = await newVisitor(browser, { baseURL: licet.url, reducedMotion: 'reduce' });
  const { page } = visitor;
  await startSession(page.context(), licet.url, administrator.email, administrator.password);
  await page.goto('/users');
  await expect(page.getByRole('grid').getByRole('row').nth(5)).toBeVisible();
  const late = Promise.withResolvers<void>();
  await page.route('**/*.woff2', async (route) => {
    await late.promise;
    await route.continue();
  });
  await watchShifts(page);
  await page.reload({ waitUntil: 'domcontentloaded' });
  await expect(page.getByRole('grid').getByRole('row').nth(5)).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  const before = (await shiftsOn(page)).total;
  late.resolve();
  await settled(page);
  await expect.poll(() => page.evaluate(() => document.fonts.check('500 13px "Geist Variable"'))).toBe(true);
  const { total, of } = await shiftsOn(page);
  expect(total - before, of).toBeLessThan(0.02);
  visitor.quiet();
  await visitor.leave();
});
