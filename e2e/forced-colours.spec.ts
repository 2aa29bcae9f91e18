import { expect, type Locator, test } from '@playwright/test';
import { endAll } from './end-all.ts';
import { administrator, type RunningLicet } from './licet.ts';
import { goTo } from './looks.ts';
import { startSample } from './made-once.ts';
import { newVisitor, openAs, type Visitor } from './visitor.ts';

/** Tests the console with the colours of the operating system, which replace every background, and without motion. */
let licet: RunningLicet;
let visitor: Visitor;

test.beforeAll(async ({ browser }) => {
  ({ licet } = await startSample('requests'));
  visitor = await newVisitor(browser, { baseURL: licet.url, reducedMotion: 'reduce', forcedColors: 'active' });
  await openAs(visitor.page, licet.url, administrator.email, administrator.password);
});

test.afterAll(() => endAll(() => visitor?.quiet(), visitor, licet));

/** Returns what distinguishes an element without its author's colours: its background, lines and marks. */
const looksOf = (element: Locator): Promise<readonly string[]> =>
  element.evaluate((it) =>
    [it, it.querySelector('input') ?? it].flatMap((part) => {
      const [own, mark] = [getComputedStyle(part), getComputedStyle(part, '::after')];
      const marks = mark.content === 'none' ? '' : `${mark.backgroundColor} ${mark.borderStyle}`;
      return [own.backgroundColor, `${own.outlineStyle} ${own.outlineColor}`, own.textDecorationLine, marks];
    }),
  );

test('in forced colours, a selected place, tab, option and row differ from the others', async () => {
  const { page } = visitor;
  await goTo(page, '/users');
  await page.getByRole('grid').getByRole('checkbox').nth(1).check();
  const pairs: readonly (readonly [what: string, chosen: Locator, other: Locator])[] = [
    ['place', page.locator('.nav [aria-current]'), page.locator('.nav a:not([aria-current])').first()],
    ['tab', page.locator('.tabs [aria-current]'), page.locator('.tabs a:not([aria-current])').first()],
    ['checkbox', page.locator('tbody .check').first(), page.locator('tbody .check').nth(1)],
  ];
  for (const [what, chosen, other] of pairs)
    expect(await looksOf(chosen), `the looks of a chosen ${what}`).not.toEqual(await looksOf(other));
  await goTo(page, '/inbox');
  const [first, second] = [
    page.locator('.item-list [aria-current]').first(),
    page.locator('.item-list a:not([aria-current])').first(),
  ];
  expect(await looksOf(first)).not.toEqual(await looksOf(second));
  await goTo(page, '/applications/ledger?tab=matrix');
  const choice = (checked: string) => page.locator(`.segmented label:has(input${checked})`).first();
  expect(await looksOf(choice(':checked'))).not.toEqual(await looksOf(choice(':not(:checked)')));
});

test('in forced colours, a menu has a border, and nothing is animated', async () => {
  const { page } = visitor;
  await goTo(page, '/users');
  await page.getByRole('button', { name: /sort by$/ }).click();
  await expect(page.locator('.menu')).toHaveCSS('border-top-style', 'solid');
  const moving = () =>
    document.getAnimations().filter((it) => Number(it.effect?.getComputedTiming().duration ?? 0) > 0).length;
  expect(await page.evaluate(moving)).toBe(0);
  await page.keyboard.press('Escape');
});
