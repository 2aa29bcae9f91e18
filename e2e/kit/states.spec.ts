import { expect, type Page, test } from '@playwright/test';
import { axeFindings } from '../axe.ts';
import { take, wholeLooks, widths } from '../looks.ts';
import { startStates } from './states/host.ts';

// Every state of every part of @licet/react, and the examples that render their own elements.
let host: Awaited<ReturnType<typeof startStates>>;
test.beforeAll(async () => {
  host = await startStates();
});
test.afterAll(() => host.stop());

const at = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Opens the page and waits for its last texts. */
const open = async (page: Page, query: string, refused: string) => {
  await page.goto(`${host.url}?${query}`);
  await expect(at(page, 'guard refused').locator('h2')).toContainText(refused);
  await expect(at(page, 'card can ask').getByRole('radio')).toHaveCount(3);
  await expect(at(page, 'card unreadable token').locator('h2')).not.toBeEmpty();
};

/** The page repeats the same part, so headings and landmarks are not unique. */
const rules = Object.fromEntries(
  ['region', 'heading-order', 'landmark-unique'].map((name) => [name, { enabled: false }]),
);

const languages = [
  { query: 'lang=en', refused: 'You do not have the permission' },
  { query: 'lang=de', refused: 'Sie haben die Berechtigung' },
  { query: 'lang=en&dir=rtl', refused: 'You do not have the permission' },
];

/** Returns the themes to check for the language at this index. `npm test` checks one theme of each language. */
const themesOf = (place: number) =>
  (['light', 'dark'] as const).filter((_, theme) => wholeLooks || theme === place % 2);

for (const [place, { query, refused }] of languages.entries())
  for (const colorScheme of themesOf(place))
    test(`every state is readable and fits the page (${query}, ${colorScheme})`, async ({ page }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        await open(page, query, refused);
        await take(page, `states-${query.replace(/\W/g, '-')}-${width}-${colorScheme}`);
        const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(wider).toBeLessThanOrEqual(0);
        expect(await axeFindings(page, { rules })).toEqual([]);
      }
    });

for (const [place, { query }] of languages.entries())
  for (const colorScheme of themesOf(place))
    test(`axe finds nothing in the open parts: cover, step-up, popover and dialog (${query}, ${colorScheme})`, async ({
      page,
    }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        const check = async (what: string) => {
          await take(page, `states-${what}-${query.replace(/\W/g, '-')}-${width}-${colorScheme}`);
          const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          expect(wider, what).toBeLessThanOrEqual(0);
          expect(await axeFindings(page, { rules }), what).toEqual([]);
        };
        await page.goto(`${host.url}?${query}&cover`);
        await page.getByRole('textbox', { name: 'Note' }).fill('Half a sentence');
        await page.evaluate(() => dispatchEvent(new Event('expire')));
        await expect(page.getByRole('alertdialog')).toBeVisible();
        await check('cover');
        await page.goto(`${host.url}?${query}`);
        await expect(at(page, 'guard step-up').getByRole('alert')).toBeVisible();
        await check('step-up');
        await at(page, 'button refused').getByRole('button').press('Enter');
        await expect(page.getByRole('dialog')).toBeVisible();
        await check('popover');
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog')).toHaveCount(0);
        await at(page, 'react aria').getByRole('button').press('Enter');
        await expect(page.getByRole('dialog')).toBeVisible();
        await check('dialog');
      }
    });

test('a refusal is mirrored on a right-to-left page', async ({ page }) => {
  const order = async (query: string) => {
    await open(page, query, 'You do not have the permission');
    const part = at(page, 'card request sent');
    const [icon, title] = await Promise.all([
      part.locator('.icon').first().boundingBox(),
      part.locator('h2').boundingBox(),
    ]);
    const side = await part.locator('h2').evaluate((element) => getComputedStyle(element).textAlign);
    return { iconFirst: (icon?.x ?? 0) < (title?.x ?? 0), side };
  };
  expect(await order('lang=en')).toEqual({ iconFirst: true, side: 'left' });
  expect(await order('lang=en&dir=rtl')).toEqual({ iconFirst: false, side: 'right' });
});

test('numbers stay before their unit on a right-to-left page', async ({ page }) => {
  await open(page, 'lang=en&dir=rtl', 'You do not have the permission');
  const order = await at(page, 'card can ask')
    .locator('.seg label bdi')
    .first()
    .evaluate((element) => {
      const text = element.firstChild as Text;
      const leftOf = (start: number, end: number) => {
        const range = document.createRange();
        range.setStart(text, start);
        range.setEnd(text, end);
        return range.getBoundingClientRect().left;
      };
      return [text.data, leftOf(0, 1) < leftOf(2, text.length)];
    });
  expect(order).toEqual(['2 hours', true]);
});

test('the devtools follow the language and the direction of the page', async ({ page }) => {
  page.on('pageerror', (error) => expect(error.message).toBe(''));
  await open(page, 'lang=de&dir=rtl&devtools', 'Sie haben die Berechtigung');
  const dock = page.getByRole('dialog', { name: 'Licet-Werkzeuge' });
  await expect(dock.getByText('Angemeldet')).toBeVisible();
  expect((await dock.boundingBox())?.x).toBeLessThan(100);
});

test('a refusal has its own font, or the font, the colours and the radius of its theme', async ({ page }) => {
  await open(page, 'lang=en', 'You do not have the permission');
  const panel = at(page, 'card can ask').locator('.panel');
  const styleOf = () =>
    panel.evaluate((element) => {
      const { fontFamily, backgroundColor, color, borderRadius } = getComputedStyle(element);
      return [fontFamily, backgroundColor, color, borderRadius];
    });
  const [font] = await styleOf();
  expect(font).toContain('system-ui');
  await at(page, 'card can ask').evaluate((element) => element.classList.add('themed'));
  expect(await styleOf()).toEqual(['monospace', 'rgb(255, 250, 230)', 'rgb(40, 20, 0)', '0px']);
  // The colour changes in a transition.
  const primary = at(page, 'card can ask').getByRole('button', { name: 'Ask for access' });
  await expect(primary).toHaveCSS('background-color', 'rgb(120, 60, 0)');
});

test('a refusal is a plain sentence while the code of its dialog cannot be loaded', async ({ page }) => {
  await page.route(/denied-card/, (route) => route.abort());
  // A guard throws when a part of it does not load, which would remove the whole page.
  await page.route(/\/outside-/, () => undefined);
  await page.goto(host.url);
  await expect(at(page, 'card can ask')).toContainText(
    'You may not do this. It requires the permission invoices.refund.',
  );
  await expect(at(page, 'button refused').getByRole('button')).toHaveAttribute('aria-disabled', 'true');
});

test('a failed request keeps the typed reason and says why', async ({ page }) => {
  await open(page, 'lang=en', 'You do not have the permission');
  for (const name of ['card network fails on asking', 'own network fails on asking']) {
    const part = at(page, name);
    await part.getByRole('textbox').fill('Northgate paid twice.');
    await part.getByRole('button', { name: 'Ask for access' }).click();
    await expect(part.getByRole('alert')).toHaveText('licet.example cannot be reached.');
    await expect(part.getByRole('textbox')).toHaveValue('Northgate paid twice.');
  }
});

test('the example with plain components requests access and withdraws it', async ({ page }) => {
  await open(page, 'lang=en', 'You do not have the permission');
  const part = at(page, 'own can ask');
  await part.getByRole('textbox', { name: 'Why' }).fill('Northgate paid twice.');
  await part.getByRole('button', { name: 'Ask for access (1 day)' }).click();
  await expect(part.getByRole('status')).toContainText('Asked 2 h ago, for 1 day');
  await part.getByRole('button', { name: 'Withdraw the request' }).click();
  await expect(part.getByRole('textbox', { name: 'Why' })).toBeVisible();
});

test('the example with React Aria Components explains a refusal and requests access by keyboard', async ({ page }) => {
  await open(page, 'lang=en', 'You do not have the permission');
  await at(page, 'react aria').getByRole('button').focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'You do not have the permission “Refund invoices”' });
  await expect(dialog).toContainText('invoices.refund. The role approver includes it.');
  await dialog.getByRole('textbox', { name: 'Why' }).fill('Northgate paid twice.');
  await dialog.getByRole('button', { name: 'Ask for access' }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('status')).toContainText('Asked 2 h ago, for 1 day');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});
