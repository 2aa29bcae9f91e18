import { expect, test } from '@playwright/test';
import { cutOff } from './cut-off.ts';
import { endAll } from './end-all.ts';
import { administrator, type RunningLicet } from './licet.ts';
import { type LongNames, makeLongNames, spelled } from './long-names.ts';
import { goTo, settled } from './looks.ts';
import { startSample } from './made-once.ts';
import { newVisitor, openAs, type Visitor } from './visitor.ts';

/** Every list of the console, with names of 200 characters. */
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
    ...of(`/users/${long.user}`, ['access', 'groups', 'grants', 'activity']),
    '/groups',
    ...of(`/groups/${long.group}`, ['members', 'grants', 'details']),
  ],
  applications: () => [
    '/applications',
    ...of(`/applications/${long.application}`, ['overview', 'permissions', 'roles', 'grants', 'clients', 'usage']),
    `/applications/ledger?tab=roles&open=${long.role}`,
    `/applications/ledger?tab=permissions&open=${long.permission}`,
  ],
  'what is asked and decided': () => [
    '/',
    '/requests',
    '/reviews',
    `/reviews/${long.review}`,
    '/ending?within=2592000',
    '/changes?tab=applied',
    `/explain?ask=may&user=${long.user}&permission=${spelled}&application=ledger`,
    `/explain?ask=who&permission=${spelled}&application=ledger`,
  ],
  'the record and the settings': () => [
    '/audit',
    '/audit?tab=sign-ins',
    ...['separations', 'connections', 'outbox'].map((tab) => `/settings/${tab}`),
    ...of('/me', ['access', 'activity']),
  ],
};

for (const [about, addresses] of Object.entries(lists))
  test(`lists of ${about} clip no long name without a way to read it`, async () => {
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
