import { createHash } from 'node:crypto';
import { consoleClientId } from '@licet/contract';
import { type Browser, type BrowserContext, type BrowserContextOptions, expect, type Page } from '@playwright/test';
import { inGerman } from './looks.ts';

/** A user in a new browser. No other browser shares its cookies and storage. */
export interface Visitor {
  readonly page: Page;
  /** Permits refusals with these statuses from now on. A browser logs each refusal to its console. */
  mayBeRefused(...statuses: readonly number[]): void;
  expectsNoRefusal(): void;
  /** Fails if the page logged an error, violated its content security policy, or threw. */
  quiet(): void;
  leave(): Promise<void>;
}

export async function newVisitor(browser: Browser, options: BrowserContextOptions = {}): Promise<Visitor> {
  const context = await browser.newContext(inGerman ? { locale: 'de-DE', ...options } : options);
  const page = await context.newPage();
  if (inGerman) await (await import('./in-german.ts')).speakGerman(context, page);
  const complaints: string[] = [];
  const allowed = new Set<string>();
  context.on('console', (message) => {
    if (message.type() !== 'error') return;
    // The example of a mail allows no scripts, and the init scripts of tests are among them.
    if (/^Blocked script execution in '[^']+\/mail-examples\//.test(message.text())) return;
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
    quiet: () => {
      if (!inGerman) expect(complaints, 'what the browser complained about').toEqual([]);
    },
    leave: () => context.close(),
  };
}

export async function enter(page: Page, login: string, password: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
  await fillIn(page, login, password);
  await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible();
}

/**
 * Fills in and submits the sign-in page after its first response, which may fill the first field with a known name. If the test typed
 * earlier, the browser would insert that name before the typed text.
 */
export async function fillIn(page: Page, login: string, password: string): Promise<void> {
  await expect(page.getByText('Forgot your password?')).toBeVisible();
  await page.getByLabel('E-mail or username').fill(login);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/**
 * Signs a user in with the requests of the sign-in page, without showing the page. Tests about other topics use this
 * function. It takes as long as `enter`.
 * @param issuer the URL of Licet
 */
export async function startSession(
  { request }: BrowserContext,
  issuer: string,
  login: string,
  password: string,
): Promise<void> {
  const asked = new URLSearchParams({
    client_id: consoleClientId,
    redirect_uri: `${issuer}/callback`,
    response_type: 'code',
    scope: 'openid',
    code_challenge: createHash('sha256').update('thrown away').digest('base64url'),
    code_challenge_method: 'S256',
  });
  const page = await request.get(`${issuer}/oidc/auth?${asked}`, { headers: { accept: 'text/html' } });
  const answer = await request.post(page.url(), { headers: { origin: issuer }, data: { login, password } });
  expect(answer.status(), await answer.text()).toBe(200);
  const { location } = (await answer.json()) as { location: string };
  expect(new URL((await request.get(new URL(location, issuer).href)).url()).searchParams.has('code')).toBe(true);
}

/** Opens a URL of Licet as a user who has just signed in, without showing the sign-in page. */
export async function openAs(page: Page, issuer: string, login: string, password: string, path = '/'): Promise<void> {
  await startSession(page.context(), issuer, login, password);
  await page.goto(issuer + path);
  await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible();
}

/** Signs out through the account menu, and waits for the sign-in page. */
export async function leaveByMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
}
