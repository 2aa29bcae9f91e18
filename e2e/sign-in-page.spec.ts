import { expect, type Locator } from '@playwright/test';
import { administrator } from './licet.ts';
import { test } from './screens/view.testing.ts';
import { fillIn, newVisitor } from './visitor.ts';

test('a password manager recognises the fields, and signing in works by keyboard', async ({
  browser,
  view: { licet },
}) => {
  const { page, leave } = await newVisitor(browser, { baseURL: licet.url });
  await page.goto('/');
  const login = page.getByLabel('E-mail or username');
  await expect(login).toBeFocused();
  await expect(login).toHaveAttribute('autocomplete', 'username webauthn');
  await expect(login).toHaveAttribute('name', 'login');
  const password = page.getByLabel('Password', { exact: true });
  await expect(password).toHaveAttribute('autocomplete', 'current-password');
  await expect(password).toHaveAttribute('type', 'password');
  await expect(page.locator('form')).toHaveCount(1);
  // The passkey comes first, but the focus begins in the name. The Tab key then goes through the form.
  await expect(page.getByRole('button').first()).toHaveText('Sign in with a passkey');
  await expect(page.locator('input')).toHaveCount(2);
  const order: string[] = [];
  for (let step = 0; step < 5; step += 1) {
    order.push(
      await page.evaluate(
        () => document.activeElement?.getAttribute('name') ?? document.activeElement?.textContent ?? '',
      ),
    );
    await page.keyboard.press('Tab');
  }
  expect(order.filter((name) => name !== '')).toEqual(['login', 'password', 'Sign in', 'Forgot your password?']);
  await login.focus();
  await page.keyboard.type(administrator.username);
  await page.keyboard.press('Tab');
  await page.keyboard.type(administrator.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible();
  await leave();
});

test('every page before sign-in has the language that the application requested', async ({
  browser,
  view: { licet },
}) => {
  const visitor = await newVisitor(browser, { baseURL: licet.url });
  visitor.mayBeRefused(400, 404, 409, 410);
  const { page } = visitor;
  const german = {
    '/setup': 'Licet ist eingerichtet',
    '/set-password': 'Dieser Link gilt nicht',
    '/invited': 'Diese Einladung gilt nicht',
    '/forgot': 'Passwort vergessen?',
    '/signed-out': 'Sie sind abgemeldet',
    '/sign-in/gone': 'Diese Anmeldung ist vorbei',
    '/oidc/auth?client_id=unknown': 'Diese Anwendung ist hier nicht bekannt.',
  };
  for (const [address, heading] of Object.entries(german)) {
    await page.goto(`${address}${address.includes('?') ? '&' : '?'}ui_locales=de-AT`);
    await expect.soft(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  }
  await visitor.leave();
});

test('errors move neither the card nor the fields', async ({ browser, view: { licet } }) => {
  const visitor = await newVisitor(browser, { baseURL: licet.url });
  visitor.mayBeRefused(401, 404);
  const { page } = visitor;
  const card = page.locator('.card');
  const places = async (...fields: readonly Locator[]) => {
    const tops: number[] = [];
    for (const it of [card, page.getByRole('heading', { level: 1 }), ...fields])
      tops.push((await it.boundingBox())?.y ?? Number.NaN);
    return tops;
  };
  await page.goto('/');
  const [login, password] = [page.getByLabel('E-mail or username'), page.getByLabel('Password', { exact: true })];
  await login.fill('nobody.of.this.name');
  await password.fill('wrong');
  await expect(page.getByText('Forgot your password?')).toBeVisible();
  const before = await places(login, password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(password).toHaveAttribute('aria-invalid', 'true');
  expect(await places(login, password)).toEqual(before);

  await page.goto('/device');
  const code = page.getByLabel('Code');
  const entered = await places();
  await code.fill('BCDF-GHJK');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(code).toHaveAttribute('aria-invalid', 'true');
  expect(await places()).toEqual(entered);
  await visitor.leave();
});

test('after a wrong password both fields are invalid, and only the page behind the question says whom to ask', async ({
  browser,
  view: { licet },
}) => {
  const visitor = await newVisitor(browser, { baseURL: licet.url });
  const { page } = visitor;
  visitor.mayBeRefused(401);
  await page.goto('/');
  await fillIn(page, administrator.email, 'a wrong password');
  const password = page.getByLabel('Password', { exact: true });
  await expect(password).toHaveAttribute('aria-invalid', 'true');
  await expect(password).toBeFocused();
  await expect(page.getByLabel('E-mail or username')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByText(/administrator/)).toBeHidden();
  await password.fill('another password');
  await expect(page.getByLabel('E-mail or username')).not.toHaveAttribute('aria-invalid', 'true');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page.getByText(/Ask an administrator/)).toBeVisible();
  await visitor.leave();
});
