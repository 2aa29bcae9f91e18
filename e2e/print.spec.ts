import { expect, type Page, test } from '@playwright/test';
import { endAll } from './end-all.ts';
import { administrator, type RunningLicet } from './licet.ts';
import { makeLongNames } from './long-names.ts';
import { goTo, settled } from './looks.ts';
import { startSample } from './made-once.ts';
import type { ShownObjects } from './screen-addresses.ts';
import { newVisitor, openAs, type Visitor } from './visitor.ts';

/** Tests the pages that are printed as evidence: a user's access, a review, and the audit log. */
let licet: RunningLicet;
let long: ShownObjects;
let visitor: Visitor;

test.beforeAll(async ({ browser }) => {
  const made = await startSample('requests');
  licet = made.licet;
  long = await makeLongNames(licet.operator, licet.url, made.organisation);
  // The paper is white, even for a reader with the dark theme.
  visitor = await newVisitor(browser, { baseURL: licet.url, reducedMotion: 'reduce', colorScheme: 'dark' });
  await openAs(visitor.page, licet.url, administrator.email, administrator.password);
});

test.afterAll(() => endAll(() => visitor?.quiet(), visitor, licet));

/** An A4 sheet across, without its margins. */
const paper = { width: 1032, height: 703 };

const pages: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'a user’s access': (page) => goTo(page, `/users/${long.user}`),
  'a review': (page) => goTo(page, `/reviews/${long.review}?show=all`),
  'the audit log': (page) => goTo(page, '/audit'),
};

for (const [what, open] of Object.entries(pages))
  test(`prints ${what} in full, black on white, with who printed it and when, and without controls`, async () => {
    const { page } = visitor;
    await page.emulateMedia({ media: 'screen' });
    await page.setViewportSize({ width: 1440, height: 900 });
    await open(page);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await page.setViewportSize(paper);
    await settled(page);
    const heading = page.locator('.print-heading');
    await expect(heading).toContainText('Head of reconciliation');
    await expect(heading).toContainText(/Printed by \w+ on \d{1,2} [A-Z][a-z]+ \d{4} at \d\d:\d\d/);
    await expect(
      page.getByRole('navigation').or(page.locator('.button, .tools')).filter({ visible: true }),
    ).toHaveCount(0);
    await expect(page.locator('thead').first()).toHaveCSS('display', 'table-header-group');
    expect(await page.evaluate(hiddenOnPaper), `what is not on the paper of ${what}`).toEqual([]);
    expect(await page.evaluate(() => getComputedStyle(document.body).color)).toBe('oklch(0 0 0)');
    expect(
      await page.evaluate(() => getComputedStyle(document.querySelector('#main') ?? document.body).backgroundColor),
    ).toBe('oklch(1 0 0)');
  });

/** Runs in the page: finds texts that are cut off, and parts that scroll or are wider than the paper. */
function hiddenOnPaper(): string[] {
  const main = document.querySelector('#main') ?? document.body;
  const named = (element: Element) => `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''}`;
  return [...main.querySelectorAll<HTMLElement>('*')]
    .filter((it) => it.checkVisibility() && !it.closest('.visually-hidden, svg') && it.clientWidth > 1)
    .flatMap((it) => {
      const { overflowX, overflowY, clipPath } = getComputedStyle(it);
      if (clipPath !== 'none') return [];
      const cuts =
        (overflowX !== 'visible' && it.scrollWidth > it.clientWidth + 1) ||
        (overflowY !== 'visible' && it.scrollHeight > it.clientHeight + 3);
      const isWide = it.getBoundingClientRect().right > document.documentElement.clientWidth + 1;
      return cuts || isWide ? [`${named(it)} “${it.textContent?.slice(0, 30)}”`] : [];
    });
}
