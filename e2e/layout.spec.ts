import { expect, type Locator, type Page, test } from '@playwright/test';
import { idOf, type Organisation } from '../examples/ledger/sample/organisation.ts';
import { endAll } from './end-all.ts';
import { administrator, type RunningLicet } from './licet.ts';
import { goTo } from './looks.ts';
import { startSample } from './made-once.ts';
import { openFilters } from './open-filters.ts';
import { newVisitor, openAs, type Visitor } from './visitor.ts';

/** Tests the screens at unusual sizes and with unusual names. */
const arabic = 'ليلى عبد الرحمن الخطيب';
const long = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(5);
const permission = `exports.${'quarterly-reconciliation-'.repeat(8)}`.slice(0, 199).concat('s');
let licet: RunningLicet;
let organisation: Organisation;
let visitor: Visitor;
let page: Page;

test.beforeAll(async ({ browser }) => {
  ({ licet, organisation } = await startSample('organisation'));
  const { operator } = licet;
  for (const [username, name] of [
    ['layla', arabic],
    ['wolfe', long],
  ] as const)
    await operator.users.create({ body: { username, name, email: `${username}@aurelia.example` } });
  const params = { application: 'ledger' };
  const { id } = await operator.permissions.create({ params, body: { name: permission } });
  await operator.roles.create({ params, body: { name: 'reconciler', permissions: [id] } });
  visitor = await newVisitor(browser, { baseURL: licet.url, reducedMotion: 'reduce' });
  page = visitor.page;
  await openAs(page, licet.url, administrator.email, administrator.password);
  await page.evaluate(() => localStorage.setItem('licet.guide', JSON.stringify({ tokenSeen: true, closed: true })));
});

test.beforeEach(() => page.setViewportSize({ width: 1440, height: 900 }));

test.afterEach(() => visitor.quiet());

test.afterAll(() => endAll(visitor, licet));

const short = [
  ['at 200 % zoom', { width: 720, height: 450 }],
  ['on a phone in landscape', { width: 844, height: 390 }],
] as const;

for (const [where, size] of short)
  test(`${where}, at least three rows of each list are visible after scrolling down`, async () => {
    const refund = 'permission=invoices.refund&application=ledger';
    for (const address of ['/users', '/groups', `/explain?ask=who&${refund}`, '/applications/ledger?tab=grants']) {
      await page.setViewportSize(size);
      await open(address);
      expect(await rowsInSight(page), `rows of ${address} in sight`).toBeGreaterThanOrEqual(3);
    }
  });

for (const [where, size] of short)
  test(`${where}, the result of Explain and an open panel can be scrolled to their ends`, async () => {
    const refund = 'permission=invoices.refund&application=ledger';
    await page.setViewportSize(size);
    await open(`/explain?ask=may&user=${idOf(organisation.users, 'Maya Lindqvist')}&${refund}`);
    const last = page.locator('#main').getByRole('region').or(page.locator('#main section')).last();
    await last.scrollIntoViewIfNeeded();
    await expect(last).toBeInViewport({ ratio: 0.5 });
    await open('/users?add=1');
    const create = page.getByRole('button', { name: 'Create user' });
    await create.scrollIntoViewIfNeeded();
    await expect(create).toBeInViewport({ ratio: 1 });
  });

test('a displayed command wraps only between words', async () => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const user = idOf(organisation.users, 'Tomasz Wójcik');
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await open(`/explain?ask=may&user=${user}&permission=invoices.refund&application=ledger`);
    const code = page.getByRole('region', { name: 'In the terminal' }).last();
    await expect(code).toContainText('--application ledger');
    expect(await code.evaluate(brokenWords), `words over two lines at ${width} px`).toEqual([]);
  }
});

test('each holder of a permission has one line in a window of 1024 px and more', async () => {
  for (const width of [1440, 1280, 1024]) {
    await page.setViewportSize({ width, height: 900 });
    await open('/explain?ask=who&permission=invoices.refund&application=ledger');
    const rows = page.locator('tbody tr');
    await expect(rows.first()).toContainText('Remove from Finance leads…');
    const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
    expect(Math.max(...heights), `the highest row at ${width} px`).toBeLessThan(44);
  }
});

test('placeholder rows are no higher than the rows of a table', async () => {
  let go = () => {};
  const gate = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route('**/api/v1/users?*', async (route) => {
    await gate;
    await route.continue();
  });
  await page.goto('/users');
  const waiting = page.locator('tbody tr').first();
  await expect(waiting).toBeVisible();
  expect((await waiting.boundingBox())?.height).toBeLessThan(60);
  go();
  await expect(page.getByRole('link', { name: 'Chiara Benedetti' })).toBeVisible();
  await page.unroute('**/api/v1/users?*');
});

test('a panel leaves the sort control reachable', async () => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await open('/users');
  await page.getByRole('button', { name: 'New user' }).click();
  await expect(page.getByRole('complementary')).toBeVisible();
  await page.getByRole('button', { name: /sort by$/ }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('Escape');
});

test('on a phone the copy button is inside its code block, and the open tab is visible', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open('/applications/ledger?tab=integration');
  const block = page.locator('.code-block').first();
  const [code, copy] = await Promise.all([box(block.locator('pre')), box(block.getByRole('button'))]);
  expect(copy.y + copy.height).toBeLessThanOrEqual(code.y + 48);
  for (const tab of ['organisation', 'connections', 'mail']) {
    await open(`/settings/${tab}`);
    const [strip, its] = await Promise.all([
      box(page.locator('#main .tabs')),
      box(page.locator('#main .tabs [aria-current="page"]')),
    ]);
    expect(its.x, `where ${tab} begins`).toBeGreaterThanOrEqual(strip.x);
    expect(its.x + its.width, `where ${tab} ends`).toBeLessThanOrEqual(strip.x + strip.width);
  }
});

test('on a phone, options, menu items and days of a calendar are large enough for a thumb', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  const lowest = (offered: Locator) =>
    offered.evaluateAll((all) => Math.min(...all.map((one) => one.getBoundingClientRect().height)));
  await open('/users');
  await openFilters(page);
  await page.getByRole('button', { name: /sort by$/ }).click();
  const entries = page.getByRole('menu').locator('[role^="menuitem"]');
  await entries.first().waitFor();
  expect(await lowest(entries)).toBeGreaterThanOrEqual(44);
  await page.keyboard.press('Escape');
  await open('/applications/ledger?tab=grants&add=1');
  await page.getByRole('combobox', { name: 'Role' }).fill('r');
  const options = page.getByRole('listbox').locator('.option');
  await expect.poll(() => lowest(options)).toBeGreaterThanOrEqual(44);
  await page.keyboard.press('Escape');
  await open('/applications/ledger?tab=grants&add=1');
  await page.getByRole('radio', { name: 'On…' }).last().click({ force: true });
  await page.getByRole('button', { name: /calendar/i }).click();
  await page.getByRole('gridcell').first().waitFor();
  expect(await lowest(page.locator('.calendar-day'))).toBeGreaterThanOrEqual(40);
  await page.keyboard.press('Escape');
  await open('/applications/ledger?tab=roles&add=1');
  const ticks = page.getByRole('group', { name: 'Permissions' }).getByRole('treeitem');
  await ticks.first().waitFor();
  expect(await lowest(ticks)).toBeGreaterThanOrEqual(44);
});

test('on a phone the main action comes last in a footer, and selects have the text size of filters', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open('/applications/ledger?tab=grants&add=1');
  const others = page.locator('.panel-foot .button:not(.primary)');
  const does = await box(page.locator('.panel-foot .primary'));
  for (const { x, y } of await Promise.all((await others.all()).map(box)))
    expect(does.y > y || (does.y === y && does.x > x)).toBe(true);
  await open('/ending?within=2592000');
  const written = (it: Locator) => it.evaluate((element) => getComputedStyle(element).fontSize);
  expect(await written(page.locator('.tools .select'))).toBe(await written(page.locator('.tools .filter').first()));
});

test('arrow keys move between the permissions of a new role', async () => {
  await open('/applications/ledger?tab=roles&add=1');
  const ticks = page.getByRole('group', { name: 'Permissions' }).getByRole('treeitem');
  await ticks.first().focus();
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp', ' ']) await page.keyboard.press(key);
  await expect(ticks.nth(1)).toHaveAttribute('aria-checked', 'true');
  await expect(ticks.nth(1)).toBeFocused();
  await page.keyboard.press('Home');
  await expect(ticks.first()).toBeFocused();
});

for (const width of [1440, 390])
  test(`long names and right-to-left names fit everywhere, at ${width} px`, async () => {
    await page.setViewportSize({ width, height: 844 });
    const main = page.locator('#main');
    for (const [username, name] of [
      [`noor-${width}`, `نور ${long}`],
      [`ada-${width}`, `${long} ${width}`],
    ] as const) {
      await open('/users?add=1');
      await page.getByLabel('Name', { exact: true }).fill(name);
      await page.getByRole('textbox', { name: 'Username' }).fill(username);
      await page.getByRole('button', { name: 'Create user' }).click();
      await expect(page.getByRole('button', { name: 'Copy' })).toBeVisible();
      await fits(main, `the panel of ${username}`);
    }
    await open('/');
    await fits(main, 'home');
    const set = await licet.operator.roles.list({ params: { application: 'ledger' }, query: { q: 'reconciler' } });
    const role = set.items[0]?.id ?? '';
    for (const address of [
      `/applications/ledger?tab=roles&open=${role}`,
      `/applications/ledger?tab=roles&open=${role}&edit=true`,
      '/applications/ledger?tab=permissions&q=quarterly',
      `/explain?ask=may&user=layla&permission=${permission}&application=ledger`,
    ]) {
      await open(address);
      await fits(main, address);
    }
    await open('/');
    await page.keyboard.press('Control+k');
    for (const [typed, found] of [
      ['wolfe', long],
      ['ليلى', arabic],
      ['quarterly', permission],
    ] as const) {
      await page.getByRole('combobox').fill(typed);
      await expect(page.getByRole('option', { name: found }).first()).toBeVisible();
      await fits(page.getByRole('dialog'), `the palette with ${typed}`);
    }
    await page.keyboard.press('Escape');
  });

test('the open tab becomes visible again when the window is narrowed', async () => {
  await open('/settings/mail');
  await page.setViewportSize({ width: 390, height: 844 });
  const outOfSight = () =>
    page.locator('.tabs [aria-current="page"]').evaluate((tab) => {
      const [its, bar] = [tab.getBoundingClientRect(), tab.closest('.tabs')?.getBoundingClientRect()];
      return Math.max(0, its.right - (bar?.right ?? 0), (bar?.left ?? 0) - its.left);
    });
  await expect.poll(outOfSight).toBeLessThanOrEqual(1);
});

test('a right-to-left name does not reorder the words around it', async () => {
  const name = 'سارة';
  await licet.operator.users.create({ body: { username: 'sara', name, email: null } });
  await open('/audit');
  const sentence = page.getByRole('row').filter({ hasText: name }).first();
  expect(await sentence.textContent()).toContain(`\u2068${name}`);
  await open('/users');
  for (const shown of await page.getByText(arabic, { exact: true }).all())
    expect(await shown.evaluate((it) => it.closest('bdi') !== null)).toBe(true);
});

const open = (address: string): Promise<void> => goTo(page, address);

/** Scrolls to the end, and returns the number of completely visible rows. */
async function rowsInSight(page: Page): Promise<number> {
  const rows = page.getByRole('row').filter({ has: page.getByRole('gridcell') });
  await rows.first().waitFor({ state: 'attached' });
  await page.locator('#main').evaluate((main) => main.scrollTo(0, main.scrollHeight));
  return rows.evaluateAll((all) => {
    const foot = document.querySelector('#main')?.getBoundingClientRect().bottom ?? 0;
    return all.filter((row) => {
      const { left, top, bottom, height } = row.getBoundingClientRect();
      const seen = document.elementFromPoint(left + 40, (top + bottom) / 2);
      return height > 0 && bottom <= foot && seen !== null && row.contains(seen);
    }).length;
  });
}

function brokenWords(element: Element): string[] {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  for (let text = texts.nextNode(); text; text = texts.nextNode())
    for (const { index, 0: word } of (text.nodeValue ?? '').matchAll(/\S+/g)) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) found.push(word);
    }
  return found;
}

async function box(locator: Locator) {
  const found = await locator.boundingBox();
  if (!found) throw new Error('The element is not on the page.');
  return found;
}

/** Expects that no text overflows the element unless it is clipped. Only the strip of tabs may scroll sideways. */
async function fits(place: Locator, what: string): Promise<void> {
  const out = await place.evaluate((root) => {
    const edge = root.getBoundingClientRect();
    const cutOff = (element: Element): boolean => {
      for (let at = element.parentElement; at && root.contains(at); at = at.parentElement) {
        const { overflowX, display } = getComputedStyle(at);
        if (overflowX !== 'visible' && display !== 'inline' && at !== root) {
          const { scrollWidth, clientWidth } = at;
          return overflowX === 'hidden' || overflowX === 'clip' || scrollWidth <= clientWidth;
        }
      }
      return false;
    };
    return [...root.querySelectorAll('*')]
      .filter((element) => {
        const { right, left, width, height } = element.getBoundingClientRect();
        const stands = right > edge.right + 1 || left < edge.left - 1;
        return (
          stands &&
          width > 1 &&
          height > 1 &&
          (element.textContent ?? '') !== '' &&
          !element.closest('.tabs') &&
          !cutOff(element)
        );
      })
      .map((element) => `${element.tagName}.${element.getAttribute('class')}: ${element.textContent?.slice(0, 40)}`);
  });
  expect(out, `what stands out of ${what}`).toEqual([]);
}
