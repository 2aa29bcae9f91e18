import { expect, test } from '@playwright/test';
import { endAll } from './end-all.ts';
import { administrator, type RunningLicet } from './licet.ts';
import { type LongNames, makeLongNames, spelled } from './long-names.ts';
import { goTo, settled } from './looks.ts';
import { startSample } from './made-once.ts';
import { newVisitor, openAs, type Visitor } from './visitor.ts';

/**
 * Runs in the browser and finds content that is cut off. Cut-off content is an element that scrolls sideways, or a clipped text without a
 * tooltip that shows the whole text. Tabs, code and the matrix scroll sideways by design.
 */
function cutOff(): string[] {
  const main = document.querySelector('#main');
  if (!main) return ['The page has no main part.'];
  const named = (element: Element) => `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''}`;
  const bare = (text: string) => text.replaceAll(/[\u2066-\u2069]/g, '').trim();
  const byDesign = '.tabs, pre, .cell-grid, .visually-hidden';

  const sideways = [...main.querySelectorAll('*')]
    .filter((it) => /auto|scroll/.test(getComputedStyle(it).overflowX) && it.scrollWidth > it.clientWidth + 1)
    .filter((it) => it.clientWidth > 0 && !it.closest(byDesign))
    .map((it) => `${named(it)} scrolls sideways by ${it.scrollWidth - it.clientWidth} px`);

  /** Returns the nearest element that clips a text, or undefined. */
  const cutter = (text: Text): Element | undefined => {
    const range = document.createRange();
    range.selectNodeContents(text);
    const { left, right, bottom } = range.getBoundingClientRect();
    for (
      let at = text.parentElement, [x, y] = [true, true];
      at && main.contains(at) && (x || y);
      at = at.parentElement
    ) {
      const { overflowX, overflowY, display, clipPath } = getComputedStyle(at);
      // On a phone, the header of a table is visible only to screen readers.
      if (clipPath !== 'none') return;
      if (display === 'inline') continue;
      const box = at.getBoundingClientRect();
      if (x && /hidden|clip/.test(overflowX) && (right > box.right + 1 || left < box.left - 1)) return at;
      if (y && /hidden|clip/.test(overflowY) && bottom > box.bottom + 3) return at;
      x &&= overflowX === 'visible';
      y &&= overflowY === 'visible';
    }
  };
  const saysWhole = (text: Text): boolean => {
    text.parentElement?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
    const titled = text.parentElement?.closest('[title]');
    return bare(titled?.getAttribute('title') ?? '').includes(bare(text.data));
  };

  const found = new Set<string>();
  const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode() as Text | null; text; text = texts.nextNode() as Text | null) {
    const parent = text.parentElement;
    if (text.data.trim().length < 2 || !parent || parent.closest(byDesign) || !parent.checkVisibility()) continue;
    const by = cutter(text);
    if (by && !saysWhole(text)) found.add(`${named(by)} cuts off “${text.data.slice(0, 30)}”`);
  }
  return [...sideways, ...found];
}

/** Tests every list of the console with names of 200 characters. */
let licet: RunningLicet;
let visitor: Visitor;
let long: LongNames;

test.beforeAll(async ({ browser }) => {
  const made = await startSample('requests');
  licet = made.licet;
  long = await makeLongNames(licet.operator, made.organisation);
  visitor = await newVisitor(browser, { baseURL: licet.url, reducedMotion: 'reduce' });
  await openAs(visitor.page, licet.url, administrator.email, administrator.password);
});

test.afterAll(() => endAll(() => visitor?.quiet(), visitor, licet));

const of = (path: string, tabs: readonly string[]) => tabs.map((tab) => `${path}?tab=${tab}`);
const lists: Readonly<Record<string, () => readonly string[]>> = {
  'people and groups': () => [
    '/users',
    '/users?sort=username',
    ...of(`/users/${long.user}`, ['access', 'groups', 'sessions', 'activity', 'details']),
    `/users/${long.user}?show=direct`,
    '/groups',
    ...of(`/groups/${long.group}`, ['members', 'grants', 'details']),
  ],
  applications: () => [
    '/applications',
    ...of(`/applications/${long.application}`, [
      'overview',
      'permissions',
      'roles',
      'grants',
      'details',
      'clients',
      'usage',
    ]),
    `/applications/${long.application}/fewest-roles`,
    `/applications/ledger?tab=roles&open=${long.role}`,
    `/applications/ledger/roles/${long.role}`,
    `/applications/ledger?tab=permissions&open=${long.permission}`,
  ],
  'requests, reviews, changes and access': () => [
    '/',
    '/inbox',
    '/reviews',
    `/reviews/${long.review}`,
    '/ending?within=2592000',
    '/changes?tab=applied',
    `/explain?ask=may&user=${long.user}&permission=${spelled}&application=ledger`,
    `/explain?ask=who&permission=${spelled}&application=ledger`,
  ],
  'the audit log, the settings and My account': () => [
    '/audit',
    '/audit?tab=sign-ins',
    ...['separations', 'connections', 'outbox'].map((tab) => `/settings/${tab}`),
    ...of('/me', ['access', 'activity']),
  ],
};

for (const [about, addresses] of Object.entries(lists))
  test(`lists of ${about} clip a long name only if a tooltip shows it in full`, async () => {
    const { page } = visitor;
    for (const address of addresses()) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await goTo(page, address);
      for (const width of [1440, 1024, 390]) {
        await page.setViewportSize({ width, height: 900 });
        await settled(page);
        expect.soft(await page.evaluate(cutOff), `${address} at ${width} px`).toEqual([]);
      }
    }
  });
