import { expect, type Page } from '@playwright/test';
import { administrator } from './licet.ts';
import { goTo, widths } from './looks.ts';
import { test } from './screens/view.testing.ts';
import type { View } from './screens/view.ts';
import { newVisitor, openAs, type Visitor } from './visitor.ts';

/**
 * The pseudo-language makes every catalogue text accented, longer and bracketed. So any plain text on a page is missing
 * from the catalogues.
 */
const pseudo = { name: 'licet.language', value: 'pseudo' };

let visitor: Visitor;
let page: Page;
/** Texts that the server sends, such as names, titles and reasons. They are the same in every language. */
const data = new Set<string>([
  'Licet',
  'English',
  'Deutsch',
  'React',
  'Express',
  'Fastify',
  'SQL',
  'curl',
  'Next.js',
  'React Router',
  'TanStack Start',
  'PostgreSQL',
  // Prefixes of permissions, which a role's page shows as branches.
  'customers',
  'invoices',
  'payments',
  'reports',
]);

test.beforeAll(async ({ browser, view }) => {
  visitor = await newVisitor(browser, { baseURL: view.licet.url, reducedMotion: 'reduce' });
  page = visitor.page;
  await openAs(page, view.licet.url, administrator.email, administrator.password);
  await page.evaluate(({ name, value }) => localStorage.setItem(name, value), pseudo);
  page.on('response', async (response) => {
    if (response.url().includes('/api/')) collect(await response.json().catch(() => null));
  });
  await page.reload(); // Sets the language. Later screens open inside the console, so they keep the language of this load.
});

test.afterEach(() => visitor.quiet());

test.afterAll(() => visitor?.leave());

/** Texts of the browser: a time in seconds in tooltips, a day in charts, and the parts of an empty date. */
const instant =
  /\d{4} at \d\d:\d\d:\d\d|^\d{1,2} [A-Z][a-z]{2,3}( \d{4})?$|^(dd|mm|yyyy|(day|month|year|hour|minute|AM\/PM), )$/;
/** A month below a chart. */
const month = /^(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)$/;
const fileName = /^[\w/.-]+\.tsx?$/;
/** The browser's separators between the names of a list. */
const listed = /^[\s,]*and[\s,]*$/;

const screens: Readonly<Record<string, (id: View['id']) => string>> = {
  home: () => '/',
  me: () => '/me',
  'me, access': () => '/me?tab=access',
  'me, sessions': () => '/me?tab=sessions',
  'me, activity': () => '/me?tab=activity',
  users: () => '/users',
  'a new user': () => '/users?add=1',
  user: (id) => `/users/${id('users', 'Tomasz Wójcik')}`,
  'user, groups': (id) => `/users/${id('users', 'Tomasz Wójcik')}?tab=groups`,
  'user, direct grants': (id) => `/users/${id('users', 'Tomasz Wójcik')}?show=direct`,
  'user, sign-ins and sessions': (id) => `/users/${id('users', 'Tomasz Wójcik')}?tab=sessions`,
  'user, details': (id) => `/users/${id('users', 'Tomasz Wójcik')}?tab=details`,
  groups: () => '/groups',
  group: (id) => `/groups/${id('groups', 'Finance')}`,
  applications: () => '/applications',
  application: () => '/applications/ledger',
  permissions: () => '/applications/ledger?tab=permissions',
  roles: () => '/applications/ledger?tab=roles',
  role: (id) => `/applications/ledger/roles/${id('roles', 'ledger/approver')}`,
  'two roles compared': (id) =>
    `/applications/ledger/roles/${id('roles', 'ledger/approver')}?compare=${id('roles', 'ledger/auditor')}`,
  'the fewest roles': () => '/applications/ledger/fewest-roles',
  grants: () => '/applications/ledger?tab=grants',
  matrix: () => '/applications/ledger?tab=matrix&rows=roles',
  details: () => '/applications/ledger?tab=details',
  clients: () => '/applications/ledger?tab=clients',
  integration: () => '/applications/ledger?tab=integration',
  requests: () => '/inbox',
  'what ends soon': () => '/ending?within=2592000',
  explain: () => '/explain',
  audit: () => '/audit',
  'nothing there': () => '/nowhere',
};

for (const [name, address] of Object.entries(screens))
  test(`${name}: every text comes from a catalogue, and longer translations fit`, async ({ view }) => {
    visitor.mayBeRefused(404);
    for (const width of widths) {
      await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
      await goTo(page, address(view.id), width);
      const plain = (await texts(page)).filter(
        (text) =>
          /[a-z]{2}/i.test(withoutData(text).replace(listed, '')) &&
          !instant.test(text) &&
          !month.test(text) &&
          !fileName.test(text),
      );
      expect.soft(plain, `plain text on ${name} at ${width}`).toEqual([]);
      const overflow = await page.evaluate(
        () => (document.scrollingElement?.scrollWidth ?? 0) - document.documentElement.clientWidth,
      );
      expect.soft(overflow, `how much wider than the page ${name} is at ${width}, in px`).toBeLessThanOrEqual(0);
    }
  });

/** Returns the visible and announced texts of the page, without code, times, keys, and texts marked as another language. */
function texts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = new Set<string>();
    const excluded = 'code, pre, time, kbd, script, style, noscript, .mono, [lang]:not(html)';
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (node.nodeValue?.trim() && !node.parentElement?.closest(excluded))
        // A name with optional line breaks consists of several text nodes, so this takes the text of the whole element.
        found.add(
          (node.parentElement?.querySelector(':scope > wbr')
            ? node.parentElement.textContent
            : node.nodeValue
          )?.trim() ?? '',
        );
    for (const element of document.body.querySelectorAll('[aria-label], [placeholder], [title]'))
      for (const name of ['aria-label', 'placeholder', 'title']) found.add(element.getAttribute(name) ?? '');
    return [...found];
  });
}

function withoutData(text: string): string {
  let rest = text;
  for (const each of [...data].sort((one, other) => other.length - one.length)) rest = rest.replaceAll(each, ' ');
  return rest;
}

function collect(value: unknown): void {
  if (typeof value === 'string' && value.length > 1) {
    data.add(value);
    for (const part of value.split(/\s+/)) if (/^\p{Lu}/u.test(part) && part.length > 2) data.add(part);
  } else if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) collect(each);
}
