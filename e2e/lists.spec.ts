import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { look } from './looks.ts';
import { test } from './screens/view.testing.ts';

const rows = (page: Page) => page.locator('#main [data-row]');
const focused = (page: Page) => page.locator('#main [data-row]:focus');

/** The lists, and whether their rows open another page. */
const lists: readonly (readonly [address: string, opens: boolean])[] = [
  ['/users', true],
  ['/groups', true],
  ['/applications', true],
  ['/applications/ledger?tab=roles', false],
  ['/applications/ledger?tab=permissions', false],
  ['/applications/ledger?tab=grants', false],
  ['/ending', false],
  ['/audit', false],
  ['/audit?tab=sign-ins', false],
];

for (const [address, opens] of lists)
  test(`${address}: the arrow down leads from the search to the rows, and the arrow up leads back`, async ({
    view: { page },
  }) => {
    await page.goto(address);
    await expect(rows(page).first()).toBeVisible();
    await page.keyboard.press('/');
    await page.keyboard.press('ArrowDown');
    await expect(rows(page).first()).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await expect(page.getByRole('searchbox')).toBeFocused();
    if (!opens) return;
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    const left = await focused(page).getAttribute('data-row');
    await page.keyboard.press('Enter');
    await expect(page).not.toHaveURL(new RegExp(`${address}$`));
    await page.goBack();
    await expect(focused(page)).toHaveAttribute('data-row', left ?? '');
    await page.goForward();
    await expect(page).not.toHaveURL(new RegExp(`${address}$`));
    await page.goBack();
    await expect(focused(page)).toHaveAttribute('data-row', left ?? '');
  });

test('Back restores the scroll position of the list and focuses the row whose link was followed', async ({
  view: { page },
}) => {
  await page.setViewportSize({ width: 1440, height: 500 });
  await page.goto('/users');
  await expect(rows(page).first()).toBeVisible();
  const last = rows(page).nth(-2);
  const left = await last.getAttribute('data-row');
  await last.getByRole('link').click();
  await expect(page).toHaveURL(/users\/.+/);
  await page.goBack();
  await expect(focused(page)).toHaveAttribute('data-row', left ?? '');
  await expect(focused(page)).toBeInViewport();
});

test('the columns of a list can be hidden, and the CSV file contains only the visible ones', async ({
  view: { page },
}) => {
  await page.goto('/groups');
  const menu = page.getByRole('button', { name: 'Columns and density' });
  await expect(rows(page).first()).toBeVisible();
  await menu.click();
  await page.getByRole('checkbox', { name: 'Description' }).click();
  await expect(page).toHaveURL(/shown=members%2CcreatedAt/);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save these rows as CSV' }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toMatch(/^Groups-\d{4}-\d\d-\d\d\.csv$/);
  const lines = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\r\n');
  expect(lines[0]?.replace('\ufeff', '')).toBe('Name,Members,Created');
  expect(lines[1]).toMatch(/^[^,]+,\d+,\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  expect(lines).toHaveLength((await rows(page).count()) + 1);
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(page).toHaveURL(/\/groups$/);
  await page.keyboard.press('Escape');
});

test('the width of a column is changed by the pointer and by the keyboard, and stays after a reload', async ({
  view: { page },
}) => {
  await page.goto('/groups');
  const head = page.getByRole('columnheader', { name: 'Name', exact: true });
  const edge = page.getByRole('separator').first();
  await expect(rows(page).first()).toBeVisible();
  const width = async () => Math.round((await head.boundingBox())?.width ?? 0);
  const before = await width();
  const box = await edge.boundingBox();
  if (!box) throw new Error('The column has no edge.');
  await page.mouse.move(box.x + 4, box.y + 8);
  await page.mouse.down();
  await page.mouse.move(box.x + 104, box.y + 8, { steps: 4 });
  await page.mouse.up();
  await expect(page).toHaveURL(/widths=name\.\d+/);
  const dragged = await width();
  expect(Math.abs(dragged - before - 100)).toBeLessThan(16);
  await edge.focus();
  const share = Number(await edge.getAttribute('aria-valuenow'));
  await expect(edge).toHaveAttribute('aria-valuetext', `Width of Name: ${share}%`);
  await page.keyboard.press('Shift+ArrowLeft');
  await expect(edge).toHaveAttribute('aria-valuenow', String(share - 5));
  await expect(edge).toBeFocused();
  const narrowed = await width();
  expect(narrowed).toBeLessThan(dragged);
  await page.goto('/groups');
  await expect(rows(page).first()).toBeVisible();
  expect(Math.abs((await width()) - narrowed)).toBeLessThan(16);
  await page.getByRole('button', { name: 'Columns and density' }).click();
  await page.getByRole('button', { name: 'Reset' }).click();
  await page.keyboard.press('Escape');
  await expect.poll(width).toBe(before);
});

const viewed = {
  '/groups': 'sort=-name',
  '/applications': 'sort=-name',
  '/applications/ledger?tab=grants': 'state=all',
  '/ending': 'within=31536000',
  '/audit': 'q=Dmytro',
  '/audit?tab=sign-ins': 'outcome=refused',
  '/settings/outbox': 'state=sent',
};

test('each list saves its filters as a view, and opens it again', async ({ view: { page, id } }) => {
  const members = `/groups/${id('groups', 'Finance')}?tab=members`;
  for (const [address, filter] of Object.entries({ ...viewed, [members]: 'kind=user' })) {
    await page.goto(address);
    await expect(page.getByRole('grid')).toBeAttached();
    await expect(page.getByRole('button', { name: 'Save view…' }), address).toHaveCount(0);
    await page.goto(`${address}${address.includes('?') ? '&' : '?'}${filter}`);
    await page.getByRole('button', { name: 'Save view…' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Mine');
    await page.getByRole('button', { name: 'Save view', exact: true }).click();
    const view = page.getByRole('button', { name: 'View: Mine' });
    await expect(view, address).toBeVisible();
    await expect(page.getByRole('button', { name: 'Save view…' })).toHaveCount(0);
    await page.goto(address);
    await page.getByRole('button', { name: 'View: All' }).click();
    await page.getByRole('menuitem', { name: 'Mine', exact: true }).click();
    await expect(page, address).toHaveURL((url) => url.search.includes(filter));
    await expect(view).toBeVisible();
    await view.click();
    await page.getByRole('menuitem', { name: 'Delete the view Mine' }).click();
    await expect(page.getByRole('button', { name: /^View: / })).toHaveCount(0);
  }
});

test('a phone saves a view, too', async ({ view: { page } }) => {
  await page.goto('/groups?sort=-name');
  await look(page, 'groups-view');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Save view…' }).click();
  await expect(page.getByRole('dialog', { name: 'Save this view' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
});
