import { type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test';

/** Somebody at a browser of their own: cookies and storage are shared with nobody. */
export interface Visitor {
  readonly page: Page;
  /** Says that the server may refuse calls with this status from here on; a browser writes each one into its console. */
  mayBeRefused(...statuses: readonly number[]): void;
  /** From here on no status is expected any more. */
  expectsNoRefusal(): void;
  /** Fails when the page wrote an error into its console, broke its content security policy, or threw. */
  quiet(): void;
  leave(): Promise<void>;
}

/** Opens a browser window that nobody used before. */
export async function newVisitor(browser: Browser, options: BrowserContextOptions = {}): Promise<Visitor> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const complaints: string[] = [];
  const allowed = new Set<string>();
  context.on('console', (message) => {
    if (message.type() !== 'error') return;
    const status = /^Failed to load resource: the server responded with a status of (\d+)/.exec(message.text())?.[1];
    if (status === undefined || !allowed.has(status))
      complaints.push(`${message.text()} (${message.location().url}, on ${message.page()?.url()})`);
  });
  context.on('weberror', (thrown) => {
    const error = thrown.error();
    complaints.push(`${error.stack ?? error.message} (on ${thrown.page()?.url()})`);
  });
  return {
    page,
    mayBeRefused: (...statuses) => {
      for (const status of statuses) allowed.add(String(status));
    },
    expectsNoRefusal: () => allowed.clear(),
    quiet: () => expect(complaints, 'what the browser complained about').toEqual([]),
    leave: () => context.close(),
  };
}

/** Fills in the sign-in page, which is there or on its way. */
export async function enter(page: Page, login: string, password: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
  await page.getByLabel('E-mail or username').fill(login);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible();
}

/** Signs out by the menu of the account, and waits for the sign-in page. */
export async function leaveByMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
}
