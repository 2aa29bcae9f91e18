import { type Browser, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { findChromium } from '../scripts/chromium.ts';
import { freePort } from '../scripts/free-port.ts';
import { removeDataDirectory } from './licet.ts';
import { startWithAdministrator } from './made-once.ts';

const params = { application: 'ledger' } as const;
const password = 'maple kettle drifts over sand';

/** A Licet as the guides assume it, and a browser. */
export interface GuideWorld {
  /** The origin of an application that a test starts. */
  readonly origin: string;
  readonly issuer: string;
  readonly clientId: string;
  /** Grants Maya a permission. */
  grant(permission: string): Promise<void>;
  /** Opens a page in a browser without a session. */
  open(): Promise<Visit>;
  stop(): Promise<void>;
}

/** A page, and the errors of its console. */
export interface Visit {
  readonly page: Page;
  readonly complaints: readonly string[];
  /** Opens an address without a session, and signs in as Maya. */
  signIn(address: string): Promise<void>;
  /** The same, and waits for the heading. */
  signInAt(address: string, heading: string): Promise<void>;
  /** Waits until the heading is shown and the page has come to rest at the address. */
  expectAt(address: string, heading: string): Promise<void>;
}

export async function startGuideWorld(): Promise<GuideWorld> {
  const licet = await startWithAdministrator();
  const { operator } = licet;
  const origin = `http://localhost:${await freePort()}`;
  await operator.applications.create({ body: { id: 'ledger', name: 'Ledger' } });
  const ids = new Map<string, string>();
  for (const name of ['invoices.read', 'invoices.send', 'invoices.void', 'invoices.refund', 'reports.read'])
    ids.set(name, (await operator.permissions.create({ params, body: { name, title: '' } })).id);
  const uris = { redirectUris: [`${origin}/`], postLogoutRedirectUris: [`${origin}/`], webOrigins: [origin] };
  const { client } = await operator.clients.create({ params, body: { name: 'Ledger', kind: 'browser', ...uris } });
  const maya = await operator.users.create({ body: { username: 'maya', name: 'Maya Lindqvist' } });
  const { url } = await operator.users.passwordLink({ params: { user: maya.id } });
  await operator.passwords.set({ body: { token: new URL(url).hash.slice('#token='.length), password } });
  const browser = await chromium.launch({ executablePath: findChromium() ?? 'chromium', args: ['--no-sandbox'] });
  return {
    origin,
    issuer: licet.url,
    clientId: client.id,
    grant: async (permission) => {
      const gives = { kind: 'permission', id: ids.get(permission) ?? '' } as const;
      const body = { principal: { kind: 'user', id: maya.id }, gives, reason: 'The desk' } as const;
      await operator.grants.create({ params, body });
    },
    open: () => visit(browser, origin),
    stop: async () => {
      await browser.close();
      await licet.stop();
      removeDataDirectory(licet.dataDirectory);
    },
  };
}

async function visit(browser: Browser, origin: string): Promise<Visit> {
  const page = await browser.newPage();
  page.setDefaultTimeout(60_000);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  const expectAt: Visit['expectAt'] = async (address, heading) => {
    await page.getByRole('heading', { name: heading, exact: true }).waitFor();
    expect(page.url()).toBe(`${origin}${address}`);
    // A hanging renderer does not answer.
    expect(await page.evaluate(() => document.readyState)).toBe('complete');
  };
  const signIn: Visit['signIn'] = async (address) => {
    await page.goto(`${origin}${address}`);
    await page.getByLabel('E-mail or username').fill('maya');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  };
  return {
    page,
    complaints,
    expectAt,
    signIn,
    signInAt: async (address, heading) => {
      await signIn(address);
      await expectAt(address, heading);
    },
  };
}
