import { expect, type Page } from '@playwright/test';
import { goTo } from '../looks.ts';
import { test } from './view.testing.ts';

// Tests the navigation: each screen belongs to one entry, which has one heading and one row of tabs.

const main = (page: Page) => page.getByRole('navigation', { name: 'Main', exact: true });

/** An address, the navigation entry that it belongs to, and the tab that is open. */
const tabs: readonly (readonly [address: string, place: string, tab: string])[] = [
  ['/users', 'People', 'Users'],
  ['/groups?q=fi', 'People', 'Groups'],
  ['/explain?ask=who', 'Access', 'Who has access'],
  ['/differences', 'Access', 'Compare'],
  ['/reviews?state=open', 'Access', 'Reviews'],
  ['/separations?tab=rules', 'Access', 'Separation'],
  ['/ending?within=3600', 'Access', 'Ending'],
  ['/audit?q=nothing-by-this-name', 'Audit', 'Changes'],
  ['/audit?tab=sign-ins&outcome=wrong_password', 'Audit', 'Sign-ins'],
  ['/changes?tab=applied', 'Audit', 'Change sets'],
  ['/emergencies?state=justified', 'Audit', 'Emergencies'],
  ['/settings/policy', 'Settings', 'Sign-in'],
  ['/settings/outbox', 'Settings', 'E-mail'],
];

test('each screen shows the heading and the tabs of its navigation entry, and marks both as current', async ({
  view: { page },
}) => {
  for (const [address, place, tab] of tabs) {
    await goTo(page, address);
    await expect(page.getByRole('heading', { level: 1 }), address).toHaveText(place);
    await expect(main(page).locator('[aria-current="page"]'), address).toHaveText(place);
    const row = page.getByRole('navigation', { name: place, exact: true });
    await expect(row.locator('[aria-current="page"]'), address).toHaveText(tab);
    expect(await row.getByRole('link').count(), `tabs of ${place}`).toBeLessThanOrEqual(6);
  }
});

test('a tab that opens another screen keeps the focus in the row of tabs', async ({ view: { page } }) => {
  await page.goto('/users');
  const row = page.getByRole('navigation', { name: 'People' });
  await row.getByRole('link', { name: 'Groups' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveTitle('Groups · Licet');
  await expect(row.getByRole('link', { name: 'Groups' })).toBeFocused();
  await row.getByRole('link', { name: 'Users' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveTitle('Users · Licet');
  await expect(row.getByRole('link', { name: 'Users' })).toBeFocused();
});

test('the page of an object marks the navigation entry of the object’s list', async ({ view: { page, id } }) => {
  for (const [address, place] of [
    [`/groups/${id('groups', 'Finance')}`, 'People'],
    ['/applications/ledger?tab=roles', 'Applications'],
  ] as const) {
    await goTo(page, address);
    await expect(main(page).locator('[aria-current="page"]'), address).toHaveText(place);
  }
  for (const address of ['/me', '/inspect']) {
    await goTo(page, address);
    await expect(main(page).locator('[aria-current="page"]'), address).toHaveCount(0);
  }
});

test('Check and Compare keep the chosen application, user and permission', async ({ view: { page, id } }) => {
  const user = id('users', 'Maya Lindqvist');
  await page.goto(`/explain?ask=may&application=ledger&permission=invoices.refund&user=${user}`);
  const access = page.getByRole('navigation', { name: 'Access' });
  await access.getByRole('link', { name: 'Compare' }).click();
  await expect(page.getByRole('combobox', { name: 'Whose access' })).toHaveValue('Maya Lindqvist');
  await access.getByRole('link', { name: 'Check' }).click();
  await expect(page).toHaveURL(
    ({ pathname, searchParams: asked }) =>
      pathname === '/explain' &&
      asked.get('user') === user &&
      asked.get('application') === 'ledger' &&
      asked.get('permission') === 'invoices.refund',
  );
  await access.getByRole('link', { name: 'Who has access' }).click();
  await expect(page).toHaveURL(/ask=who.*permission=invoices.refund|permission=invoices.refund.*ask=who/);
  await expect(access.locator('[aria-current="page"]')).toHaveText(['Who has access']);
  await page.getByRole('link', { name: 'Inspect a token' }).click();
  await expect(page).toHaveURL(/\/inspect/);
});

test('the separation rules are next to their report, and their former URL in the settings redirects there', async ({
  view: { page },
}) => {
  await page.goto('/settings/separations?add=1');
  await expect(page).toHaveURL(/\/separations\?tab=rules&add=1$/);
  await expect(page.getByRole('complementary')).toBeVisible();
  await page.goto('/separations');
  await page.getByRole('radio', { name: 'Violations' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/\/separations\?tab=rules$/);
  await expect(page.getByRole('radio', { name: 'Rules' })).toBeFocused();
});

test('the button for the draft is only in the top bar while there is a draft', async ({ view: { page } }) => {
  await page.goto('/');
  await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /in the draft$/ })).toBeHidden();
});

test('on a phone, More opens the other navigation entries and the account, and works by keyboard', async ({
  view: { page },
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  const bar = page.getByRole('navigation', { name: 'Main, short' });
  await expect(bar.getByRole('link')).toHaveText([/^Inbox/, 'Home', 'People', 'Access']);
  const more = bar.getByRole('button', { name: 'More' });
  await more.focus();
  await page.keyboard.press('Enter');
  const entries = page.getByRole('menu').getByRole('menuitem');
  await expect(entries.first()).toBeFocused();
  await expect(entries).toHaveText([
    'Applications',
    'Audit',
    'Settings',
    'View another day',
    /^ingrid/,
    'Light',
    'Dark',
    /System/,
    'Sign out',
  ]);
  await page.keyboard.press('Escape');
  await expect(entries.first()).toBeHidden();
  await expect(more).toBeFocused();
  await more.click();
  await entries.filter({ hasText: 'Audit' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Audit');
  await expect(page.getByRole('main')).toBeFocused();
  await page.setViewportSize({ width: 1440, height: 900 });
});
