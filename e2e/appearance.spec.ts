import { expect, type Page, test } from '@playwright/test';
import { png } from '../packages/server/src/appearance/pictures.testing.ts';
import { endAll } from './end-all.ts';
import { administrator, type RunningLicet } from './licet.ts';
import { look } from './looks.ts';
import { startWithAdministrator } from './made-once.ts';
import { newVisitor, openAs, type Visitor } from './visitor.ts';

test.describe.configure({ mode: 'serial' });

let licet: RunningLicet;
let ingrid: Visitor;
let guest: Visitor;

test.beforeAll(async ({ browser }) => {
  licet = await startWithAdministrator();
  ingrid = await newVisitor(browser, { baseURL: licet.url });
  guest = await newVisitor(browser, { baseURL: licet.url });
  await openAs(ingrid.page, licet.url, administrator.username, administrator.password);
});

test.afterAll(() => endAll(ingrid, guest, licet));

const word = (fill: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="64" viewBox="0 0 320 64" fill="${fill}">
  <path d="M8 8h14v20h20V8h14v48H42V38H22v18H8zM80 8h48v12H94v8h28v12H94v16H80zM150 8h14v36h30v12h-44z"/><circle cx="250" cy="32" r="24"/></svg>`;
const choose = async (page: Page, what: string, name: string, mimeType: string, content: Buffer | string) => {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: `Choose: ${what}`, exact: true }).click();
  await (await chooser).setFiles({ name, mimeType, buffer: Buffer.from(content) });
};

test('a colour with too little contrast gets a readable suggestion, and pictures are previewed before saving', async () => {
  const { page } = ingrid;
  await page.goto('/settings/appearance');
  await expect(page.getByLabel('Colour (optional)')).toBeVisible();
  await look(page, 'settings-appearance-none');
  await page.getByLabel('Colour (optional)').fill('#FFCC00');
  await expect(page.getByText('On a light background, #ffcc00 has a contrast of 1.3')).toBeVisible();
  await look(page, 'settings-appearance-unreadable');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByLabel('Colour (optional)')).toHaveAttribute('aria-invalid', 'true');
  await page.getByRole('button', { name: 'Use #8a6d05' }).click();
  await expect(page.getByLabel('Colour (optional)')).toHaveValue('#8a6d05');
  await page.getByLabel('Colour on dark backgrounds').first().fill('ffcc00');
  const button = (ground: string) =>
    page.getByRole('img', { name: ground }).getByText('Sign in', { exact: true }).last();
  await expect(button('On light backgrounds')).toHaveCSS('background-color', 'rgb(138, 109, 5)');
  await expect(button('On dark backgrounds')).toHaveCSS('background-color', 'rgb(255, 204, 0)');
  await choose(page, 'Logo', 'notes.png', 'image/png', 'not a picture');
  await expect(page.getByText('The browser cannot show that file as an image.')).toBeVisible();
  await choose(page, 'Logo', 'logo.svg', 'image/svg+xml', word('#3a2f00'));
  await choose(page, 'Logo on dark backgrounds', 'dark.svg', 'image/svg+xml', word('#fff3c4'));
  await choose(page, 'Tab icon', 'icon.png', 'image/png', png(64, 32));
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The icon for the browser tab must be square').first()).toBeVisible();
  await choose(page, 'Tab icon', 'icon.png', 'image/png', png(64, 64));
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The appearance of the sign-in pages is changed.')).toBeVisible();
  await look(page, 'settings-appearance');
  ingrid.mayBeRefused(400);
});

test('every page before sign-in has the custom appearance, and its layout stays still while the logo loads', async () => {
  const { page } = guest;
  guest.mayBeRefused(400, 403, 404, 409, 410);
  let held = () => undefined as unknown;
  const mayCome = new Promise((resolve) => {
    held = () => resolve(undefined);
  });
  await page.route('**/appearance/*.png', async (route) => {
    await mayCome;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  const login = page.getByLabel('E-mail or username');
  await expect(login).toBeVisible();
  await expect(page.getByText('Forgot your password?')).toBeVisible();
  const logo = page.getByRole('img', { name: 'Licet' });
  const places = async () => [await login.boundingBox(), await logo.boundingBox()];
  const before = await places();
  expect(before[1]).toMatchObject({ width: 200, height: 40 });
  held();
  await expect.poll(() => logo.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBeGreaterThan(0);
  expect(await places()).toEqual(before);
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toHaveCSS(
    'background-color',
    'rgb(138, 109, 5)',
  );
  await expect(page.locator('link[rel=icon]')).toHaveAttribute('href', /^\/appearance\/[0-9a-f]{32}\.png$/);
  await look(page, 'branded-sign-in');
  for (const [name, address] of [
    ['forgot', '/forgot'],
    ['invited', '/invited#token=gone'],
    ['set-password', '/set-password#token=gone'],
    ['set-up', '/setup'],
    ['signed-out', '/signed-out'],
    ['sign-in-over', '/sign-in/gone'],
  ] as const) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(logo).toBeVisible();
    await look(page, `branded-${name}`);
  }
  for (const [name, address] of [
    ['error', '/oidc/auth?client_id=unknown'],
    ['device', '/device'],
  ] as const) {
    await page.goto(address);
    await expect(page.getByRole('img', { name: 'Licet' })).toBeVisible();
    await look(page, `branded-${name}`);
  }
});

test('the sign-in page and the appearance settings are in German for a German browser', { tag: '@whole' }, async ({
  browser,
}) => {
  const german = await newVisitor(browser, { baseURL: licet.url, locale: 'de-DE' });
  german.mayBeRefused(400);
  const { page } = german;
  await page.goto('/');
  await expect(page.getByLabel('E-Mail oder Benutzername')).toBeVisible();
  await look(page, 'branded-sign-in-de');
  await page.getByLabel('E-Mail oder Benutzername').fill(administrator.username);
  await page.getByLabel('Passwort', { exact: true }).fill(administrator.password);
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await expect(page.getByRole('button', { name: /^Konto von/ })).toBeVisible();
  await page.goto('/settings/appearance');
  await page.getByLabel('Farbe (optional)').fill('#ffcc00');
  await expect(
    page.getByText('Auf hellem Grund hat #ffcc00 einen Kontrast von 1,3, und Schrift braucht 4,5.'),
  ).toBeVisible();
  await look(page, 'settings-appearance-de');
  await german.leave();
});
