import { expect, type Page } from '@playwright/test';
import { answerBy, callsOn, controlAnswers, frameCalls, quiet, release, rested } from './answers.ts';
import { settled, unsettled, wholeLooks } from './looks.ts';
import { copySample } from './made-once.ts';
import { faultsOfFailure, saidOn, tryAgain } from './said.ts';
import { type ShownObjects, screenAddresses, screenSubjects, showSample } from './screen-addresses.ts';
import { test } from './screens/view.testing.ts';
import { shiftsOn, watchShifts } from './shifts.ts';

// Walks over all screens while their answers are late, while their data is renewed, and after their calls have failed.

let shown: ShownObjects;

test.beforeAll(async ({ view: { page, licet } }) => {
  const { organisation } = await copySample('requests');
  shown = await showSample(licet.operator, licet.url, organisation);
  await watchShifts(page);
  await controlAnswers(page);
});

test.beforeEach(({ view: { visitor } }) => visitor.mayBeRefused(500));
test.afterEach(async ({ view: { page } }) => {
  await answerBy(page, { mode: 'pass' });
  // The stream of live changes is still held after failed calls, and all tabs of the browser use this one.
  await page.reload();
});

/** A width of the window, and the order in which the answers arrive: the first call first, or the last call first. */
type Load = readonly [width: number, order: 'first' | 'last'];
const desktop: Load = [1440, 'first'];
const phone: Load = [390, 'last'];

const resize = (page: Page, width: number) => page.setViewportSize({ width, height: width === 390 ? 844 : 900 });

/** Opens a screen whose answers are held, and releases them one by one. Returns the faults meanwhile. */
async function waitOn(page: Page, address: string, [width, order]: Load): Promise<string[]> {
  await resize(page, width);
  await answerBy(page, { mode: 'hold' });
  await page.goto(address, { waitUntil: 'domcontentloaded' });
  await expect(page.locator('#main h1')).toHaveCount(1);
  await quiet(page);
  const faults = await faultsOfWaiting(page);
  await page.evaluate(() => document.querySelector<HTMLElement>('#main :is(a[href], button, input)')?.focus());
  const focus = await focusOn(page);
  await release(page, order, unsettled);
  await settled(page);
  const { total, of } = await shiftsOn(page);
  if (total >= 0.02) faults.push(`moves by ${total.toFixed(3)}:\n${of}`);
  if ((await focusOn(page)) !== focus) faults.push(`moves the focus from ${focus} to ${await focusOn(page)}`);
  return faults.map((it) => `at ${width} px, ${order} call first: ${it}`);
}

/** Returns the faults of a screen that waits for its calls: no skeleton, or a skeleton without a call. */
async function faultsOfWaiting(page: Page): Promise<string[]> {
  const read = () =>
    page.evaluate((frame) => {
      const skeletons = [...document.querySelectorAll('#main .skeleton')].filter((it) => it.checkVisibility());
      const waits = window.controlled?.made.some((call) => !frame.includes(call));
      if (waits && skeletons.length === 0) return ['shows no skeleton while it waits'];
      return !waits && skeletons.length > 0 ? ['shows a skeleton, but waits for no call'] : [];
    }, frameCalls);
  // A skeleton can also stand for code that is still loading. Its calls follow.
  const isCode = async () => (await read()).includes('shows a skeleton, but waits for no call');
  await expect
    .poll(isCode, { timeout: 15_000 })
    .toBe(false)
    .catch(() => undefined);
  return read();
}

/** Names the focused element by its tag and its text, without the count of a tab, which arrives later. */
const focusOn = (page: Page) =>
  page.evaluate(() => {
    const it = document.activeElement;
    const name = it?.getAttribute('aria-label') ?? it?.textContent ?? '';
    return `${it?.tagName} ${name
      .replace(/[\d,]+$/, '')
      .trim()
      .slice(0, 40)}`;
  });

/** Changes access while a screen is open. The screen must show its data until the new data arrives. */
async function renewOn(page: Page, change: () => Promise<unknown>): Promise<string[]> {
  const { texts } = await saidOn(page);
  await answerBy(page, { mode: 'hold' });
  await change();
  await expect.poll(() => page.evaluate(() => window.controlled?.held.length)).toBeGreaterThan(0);
  await quiet(page, 4);
  const during = await saidOn(page);
  const faults = texts.filter((it) => !during.texts.includes(it)).map((it) => `drops “${it}” while it is renewed`);
  if (await page.locator('#main .skeleton').filter({ visible: true }).count())
    faults.push('shows skeletons while it is renewed');
  await release(page, 'first', unsettled);
  await settled(page);
  return faults;
}

/**
 * Opens a screen whose calls fail once each: all calls but those of the frame, or only some.
 * @param whole the texts of the same screen with all data
 */
async function failOn(
  page: Page,
  address: string,
  whole: readonly string[],
  only?: readonly string[],
): Promise<string[]> {
  await answerBy(page, { mode: 'fail', only });
  await page.goto(address, { waitUntil: 'domcontentloaded' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  const faults = (await rested(page, unsettled)).map((it) => `waits without end: ${it}`);
  const { failed } = await callsOn(page);
  if (failed.length === 0) return [];
  faults.push(...(await faultsOfFailure(page, whole)));
  await tryAgain(page, () => rested(page, unsettled));
  return [...faults, ...(await lacks(page, whole))].map((it) => `after ${only ?? 'each call'} failed: ${it}`);
}

/** Opens a screen whose calls find no server once each. The screen must repeat them without a report. */
async function disconnectOn(page: Page, address: string, whole: readonly string[]): Promise<string[]> {
  await answerBy(page, { mode: 'fail', how: 'network' });
  await page.goto(address, { waitUntil: 'domcontentloaded' });
  await settled(page);
  return (await lacks(page, whole)).map((it) => `after the network failed: ${it}`);
}

/** Returns what a screen still lacks once it has loaded its late parts, such as coloured code. */
async function lacks(page: Page, whole: readonly string[]): Promise<string[]> {
  const read = async () => {
    const { texts, alerts } = await saidOn(page);
    return [
      ...whole.filter((it) => !texts.includes(it)).map((it) => `lacks “${it}” after another try`),
      ...alerts.map((it) => `still shows “${it}” after another try`),
    ];
  };
  await expect
    .poll(async () => (await read()).length, { timeout: 15_000 })
    .toBe(0)
    .catch(() => undefined);
  return read();
}

for (const about of screenSubjects) {
  test(`screens of ${about} keep their layout while they load, keep data while it is renewed, and recover from failed calls`, async ({
    view: { page, licet },
  }) => {
    // `npm test` opens each third screen, because most share their skeletons and their reports of failed calls.
    const addresses = screenAddresses(shown)[about].filter((_, place) => wholeLooks || place % 3 === 0);
    for (const [place, address] of addresses.entries())
      await test.step(address, async () => {
        const load = place % 2 === 0 ? desktop : phone;
        const faults = await waitOn(page, address, load);
        const change = () => licet.operator.groups.create({ body: { name: `Renewal of ${about}, ${place}` } });
        faults.push(...(await renewOn(page, change)));
        faults.push(...(await failOn(page, address, (await saidOn(page)).texts)));
        expect.soft(faults, address).toEqual([]);
      });
  });

  test(`screens of ${about} wait and recover at both widths, in both orders, with two seconds of delay, and after each single failure @whole`, async ({
    view: { page },
  }) => {
    for (const address of screenAddresses(shown)[about])
      await test.step(address, async () => {
        const faults: string[] = [];
        for (const load of [desktop, phone, [390, 'first'], [1440, 'last']] as const)
          faults.push(...(await waitOn(page, address, load)));
        const { texts } = await saidOn(page);
        const { made } = await callsOn(page);
        faults.push(...(await lateOn(page, address)));
        faults.push(...(await disconnectOn(page, address, texts)));
        for (const call of made.filter((it) => !frameCalls.includes(it)))
          faults.push(...(await failOn(page, address, texts, [call])));
        expect.soft(faults, address).toEqual([]);
      });
  });
}

/** Opens a screen whose answers take two seconds. */
async function lateOn(page: Page, address: string): Promise<string[]> {
  await answerBy(page, { mode: 'late' });
  await page.goto(address, { waitUntil: 'domcontentloaded' });
  await expect(page.locator('#main h1')).toHaveCount(1);
  const faults = await faultsOfWaiting(page);
  await settled(page);
  const { total, of } = await shiftsOn(page);
  if (total >= 0.02) faults.push(`moves by ${total.toFixed(3)}:\n${of}`);
  return faults.map((it) => `with two seconds of delay: ${it}`);
}

test('pages of users in other states keep their layout, in whichever order the answers arrive', async ({
  view: { page, id, licet },
}) => {
  // Violated separations appear above all other content.
  const parts = ['ledger/clerk', 'ledger/reader'].map((role) => ({
    elements: [{ kind: 'role' as const, id: id('roles', role) }],
  }));
  const separation = await licet.operator.separations.create({ body: { name: 'Clerks do not read', parts } });
  const pages = {
    'a user who violates a rule': ['Maya Lindqvist', ''],
    'a user without a password': ['Adaeze Nwosu', '?tab=groups'],
    'a suspended user': ['Dmytro Kovalenko', ''],
    'a user with grants that end': ['Tomasz Wójcik', '?show=direct'],
    'what ends soon': ['Tomasz Wójcik', '?show=ending'],
    'unused grants': ['Tomasz Wójcik', '?show=unused'],
  } as const;
  for (const [name, [who, tab]] of Object.entries(pages))
    for (const order of ['first', 'last'] as const)
      expect.soft(await waitOn(page, `/users/${id('users', who)}${tab}`, [1440, order]), name).toEqual([]);
  await licet.operator.separations.remove({ params: { separation: separation.id } });
});

test('the frame shows the screen when its own calls fail, and recovers', async ({ view: { page } }) => {
  await answerBy(page, { mode: 'pass' });
  await page.goto('/inspect');
  await rested(page, unsettled);
  const { texts } = await saidOn(page);
  for (const call of frameCalls) expect.soft(await failOn(page, '/inspect', texts, [call]), call).toEqual([]);
});

test('the checks find a missing skeleton, a moving part, dropped data, and statements without data', async ({
  view: { page, licet },
}) => {
  const planted = await plantedPage(page, '.skeleton { display: none } .body:not(.on-its-way) { margin-top: 50px }');
  const faults = (await waitOn(planted, '/users', desktop)).join('\n');
  expect(faults).toMatch(/shows no skeleton while it waits/);
  expect(faults).toMatch(/moves by 0\.\d+/);
  const renewal = await renewOn(planted, async () => {
    await planted.evaluate(() => document.querySelector('#main tbody')?.toggleAttribute('hidden', true));
    await licet.operator.groups.create({ body: { name: 'Renewal of a planted fault' } });
  });
  expect(renewal.join('\n')).toMatch(/drops “.*” while it is renewed/);
  const { texts } = await saidOn(planted);
  await planted.evaluate(() => document.querySelector('#main')?.append('No user has access.', 'undefined'));
  const failure = (await faultsOfFailure(planted, texts)).join('\n');
  expect(failure).toMatch(/says “No user has access\.” without data/);
  expect(failure).toMatch(/shows raw text: undefined/);
  expect(failure).toMatch(/does not say that a call has failed\nhas no button to try again/);
  await planted.close();
});

/** Opens a second page of the same user, with faults in its style. */
async function plantedPage(page: Page, style: string): Promise<Page> {
  const planted = await page.context().newPage();
  await watchShifts(planted);
  await controlAnswers(planted);
  await planted.addInitScript((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets = [sheet];
  }, style);
  await planted.goto('/users');
  return planted;
}
