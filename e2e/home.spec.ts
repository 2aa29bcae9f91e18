import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { givePasswords, samplePassword } from '../examples/ledger/sample/members.ts';
import { idOf, type Organisation } from '../examples/ledger/sample/organisation.ts';
import { endAll } from './end-all.ts';
import { administrator, type RunningLicet } from './licet.ts';
import { look, opening } from './looks.ts';
import { startSample } from './made-once.ts';
import { newVisitor, openAs } from './visitor.ts';

let licet: RunningLicet;
let organisation: Organisation;

test.beforeAll(async () => {
  ({ licet, organisation } = await startSample('requests'));
  const { operator } = licet;
  const user = (name: string) => idOf(organisation.users, name);
  const ledger = { application: 'ledger' };
  const [auditor] = (await operator.roles.list({ params: ledger, query: { q: 'auditor' } })).items;
  await operator.grants.create({
    params: ledger,
    body: {
      principal: { kind: 'user', id: user('Maya Lindqvist') },
      gives: { kind: 'role', id: auditor?.id ?? '' },
      ends: new Date(Date.now() + 27 * 3_600_000).toISOString(),
    },
  });
  await givePasswords(operator, ['Maya Lindqvist', 'Chiara Benedetti', 'Priya Raghunathan'].map(user));
  const params = { application: 'licet' };
  const { items } = await operator.roles.list({ params, query: { q: 'auditor' } });
  await operator.grants.create({
    params,
    body: {
      principal: { kind: 'user', id: user('Priya Raghunathan') },
      gives: { kind: 'role', id: items.find(({ name }) => name === 'auditor')?.id ?? '' },
    },
  });
});
test.afterAll(() => endAll(licet));

test('an administrator sees five figures with their lists, and two charts with their tables', async ({ browser }) => {
  const visitor = await newVisitor(browser, { baseURL: licet.url, reducedMotion: 'reduce' });
  const { page } = visitor;
  await openAs(page, licet.url, administrator.email, administrator.password);
  await page.evaluate(() => localStorage.setItem('licet.guide', JSON.stringify({ tokenSeen: true, closed: true })));
  const charts = page.locator('.bars-plot');
  const drawn = () => expect(charts.filter({ visible: true })).toHaveCount(2);
  await look(page, 'home-administrator', opening(page, '/', drawn));
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^\d+ things wait for you$/);
  const figures = page.getByRole('navigation', { name: 'In figures' }).getByRole('link');
  await expect(figures).toHaveCount(5);
  await expect(figures.nth(2)).toContainText('Administrators');

  const chart = page.locator('.chart-frame').first();
  await expect(chart.getByText(/^Since .*grants and memberships began and \d+ ended\.$/)).toBeVisible();
  await chart.getByRole('button', { name: 'Gained and lost, as a table' }).click();
  await expect(chart.getByRole('columnheader')).toHaveText(['Week from (UTC)', 'Gained', 'Lost']);
  await expect(chart.getByRole('row')).toHaveCount(27);
  const saving = page.waitForEvent('download');
  await chart.getByRole('button', { name: 'Gained and lost, as CSV' }).click();
  const lines = readFileSync(await (await saving).path(), 'utf8')
    .trim()
    .split(/\r?\n/);
  expect(lines).toHaveLength(27);
  expect(lines[1]).toMatch(/^\d{4}-\d\d-\d\d[,;]\d+[,;]\d+$/);
  await look(page, 'home-table');

  await page.getByRole('link', { name: /^Failed sign-ins/ }).click();
  await expect(page).toHaveURL(/\/audit\?.*outcome=refused/);
  await expect(page.getByRole('button', { name: /All refused/ })).toBeVisible();
  visitor.quiet();
  await visitor.leave();
});

test('a member sees what they may do by title, and their requests', async ({ browser }) => {
  const visitor = await newVisitor(browser, { baseURL: licet.url, reducedMotion: 'reduce' });
  const { page } = visitor;
  await openAs(page, licet.url, 'maya.lindqvist', samplePassword);
  await look(page, 'home-member', opening(page, '/'));
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'What you may do' })).toBeVisible();
  const ledger = page.getByRole('region', { name: 'Ledger', exact: true });
  await expect(ledger.getByRole('listitem').first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'My requests' })).toBeVisible();
  await page.getByRole('link', { name: 'Ask for access' }).first().click();
  await expect(page).toHaveURL(/view=catalogue/);
  await page.goto('/');
  await ledger.getByRole('link', { name: /^Ask to extend / }).click();
  await expect(page).toHaveURL(/\/inbox\?.*renews=/);
  await page.getByLabel('Why').fill('The audit takes longer.');
  await page.getByRole('button', { name: 'Ask for access' }).click();
  await expect(page.getByText('Your request was sent and is waiting for a decision.')).toBeVisible();
  await page.goto('/');
  await expect(ledger.getByRole('listitem').first()).toBeVisible();
  await expect(ledger.getByRole('link', { name: /^Ask to extend / })).toHaveCount(0);
  visitor.quiet();
  await visitor.leave();
});

test('an owner sees the waiting items, oldest first, and how long decisions take', async ({ browser }) => {
  const visitor = await newVisitor(browser, { baseURL: licet.url, reducedMotion: 'reduce' });
  const { page } = visitor;
  await openAs(page, licet.url, 'chiara.benedetti', samplePassword);
  await look(page, 'home-decider', opening(page, '/'));
  await page.goto('/');
  const figures = page.getByRole('navigation', { name: 'In figures' }).getByRole('link');
  await expect(figures).toHaveCount(3);
  await expect(figures.nth(2)).toContainText('Time to decide');
  await page
    .getByRole('link', { name: /asks for/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/inbox\?.*request=/);
  visitor.quiet();
  await visitor.leave();
});

test('an auditor marks the changes as seen, and the next count begins there', async ({ browser }) => {
  const visitor = await newVisitor(browser, { baseURL: licet.url, reducedMotion: 'reduce' });
  const { page } = visitor;
  await openAs(page, licet.url, 'priya.raghunathan', samplePassword);
  await look(page, 'home-auditor', opening(page, '/'));
  await page.goto('/');
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toHaveText(/ changes in 7 days$/);
  await page.getByRole('button', { name: 'Mark all as seen' }).click();
  await expect(title).toHaveText(/^No changes since /);
  await licet.operator.users.create({ body: { name: 'Nadia Haddad', username: 'nadia.haddad', email: null } });
  await expect(title).toHaveText(/^1 change since /);
  await page.getByRole('link', { name: /^Changes 1/ }).click();
  await expect(page.getByRole('grid').getByText('Nadia Haddad')).toBeVisible();
  visitor.quiet();
  await visitor.leave();
});
