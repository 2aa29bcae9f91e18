import { expect, type Page, test } from '@playwright/test';
import { endAll } from './end-all.ts';
import { cutOff, overlaps, unmirrored } from './layout-faults.ts';
import { administrator, type RunningLicet } from './licet.ts';
import { makeLongNames } from './long-names.ts';
import { goTo, settled, wholeLooks } from './looks.ts';
import { startSample } from './made-once.ts';
import {
  guestAddresses,
  missingScreens,
  type ShownObjects,
  screenAddresses,
  screenSubjects,
} from './screen-addresses.ts';
import { newVisitor, openAs, type Visitor } from './visitor.ts';

/** Tests every screen of the console, at every size, with names of 200 characters, with emoji, and with Arabic names. */
let licet: RunningLicet;
let visitor: Visitor;
let long: ShownObjects;

test.beforeAll(async ({ browser }) => {
  const made = await startSample('requests');
  licet = made.licet;
  long = await makeLongNames(licet.operator, licet.url, made.organisation);
  visitor = await newVisitor(browser, { baseURL: licet.url, reducedMotion: 'reduce' });
  await openAs(visitor.page, licet.url, administrator.email, administrator.password);
});

test.afterAll(() => endAll(() => visitor?.quiet(), visitor, licet));

/**
 * A large screen, desktops, a phone in landscape and upright, a desktop at 400 % zoom, and the narrowest phone. `npm test` measures
 * at four of these sizes.
 */
const sizes = [
  { width: 2560, height: 1440 },
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 844, height: 390 },
  { width: 390, height: 844 },
  { width: 360, height: 225 },
  { width: 320, height: 640 },
].filter(({ width }) => wholeLooks || [1440, 390, 360, 320].includes(width));

/** Measures the open screen at every size, and its mirror image on a desktop and a phone. */
async function measure(page: Page, what: string): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size);
    await settled(page);
    const faults = [...(await page.evaluate(cutOff)), ...(await page.evaluate(overlaps))];
    if (size.width === 1440 || size.width === 390) faults.push(...(await page.evaluate(unmirrored)));
    expect.soft(faults, `${what} at ${size.width} × ${size.height}`).toEqual([]);
  }
}

for (const about of screenSubjects)
  test(`screens of ${about} show long and right-to-left names in full at every size, and when mirrored`, async () => {
    const { page } = visitor;
    for (const address of screenAddresses(long)[about]) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await goTo(page, address);
      await measure(page, address);
    }
  });

test('screens before the sign-in show a long name of the organisation in full at every size, and when mirrored', async ({
  browser,
}) => {
  const guest = await newVisitor(browser, { baseURL: licet.url, reducedMotion: 'reduce' });
  guest.mayBeRefused(400, 403, 404, 409, 410);
  const { page } = guest;
  const { url } = await licet.operator.users.passwordLink({ params: { user: long.user } });
  for (const address of ['/', url, ...guestAddresses]) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    if (address === '/') await expect(page).toHaveURL(/\/sign-in\//);
    await measure(page, address);
  }
  await guest.leave();
});

test('the checks of the layout find a text that is cut off, texts that overlap, and a box that is not mirrored', async () => {
  const { page } = visitor;
  await page.setViewportSize({ width: 1440, height: 900 });
  await goTo(page, '/users');
  const faults: Readonly<
    Record<string, readonly [selector: string, style: string, measure: () => string[], finds: RegExp]>
  > = {
    cut: ['#main h1', 'overflow: hidden; width: 20px; white-space: nowrap', cutOff, /h1\. cuts off “People”/],
    overlapping: ['#main .tabs a:nth-child(2)', 'inset-inline-start: -60px', overlaps, /“Users” and “Groups” overlap/],
    unmirrored: ['#main h1', 'margin-left: 50px', unmirrored, /^h1\. “People” is at/],
  };
  for (const [what, [selector, style, measureIn, finds]] of Object.entries(faults)) {
    const part = page.locator(selector);
    await part.evaluate((it: HTMLElement, added) => {
      it.style.cssText = added;
    }, style);
    expect((await page.evaluate(measureIn)).join('\n'), what).toMatch(new RegExp(finds, 'm'));
    await part.evaluate((it: HTMLElement) => {
      it.style.cssText = '';
    });
  }
});

test('every screen of the console is in the list of screens', () => {
  expect(missingScreens()).toEqual([]);
});
