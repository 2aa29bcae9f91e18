// Measures the console in Chromium with an organisation of 100,000 users, 1,000,000 grants and a year of history. Prints, for each main
// screen, milliseconds from the click to the first frame with its whole content, and the longest task of the main thread meanwhile. Each
// round loads the page before it clicks, so that no data is kept from earlier rounds. Then prints the time from the last key of a question
// to the palette's answer, and the interaction to next paint, with the full speed of the processor and with a quarter of it.
// Build the console first. Then run:
// npx node bench/console.ts <folder that bench/organisation.ts made> [rounds, 20] [screens, for example people,user]
//
// Targets on two quiet cores: content p95 150, longest task 50, palette 100, interaction p95 100, and 200 at a quarter of the speed.
import { loadavg } from 'node:os';
import { chromium, type Page } from 'playwright-core';
import { administrator, startLicet, withAdministrator } from '../e2e/licet.ts';
import { settled, unsettled } from '../e2e/looks.ts';
import { openAs } from '../e2e/visitor.ts';
import { findChromium } from '../scripts/chromium.ts';

/** How to reach a screen, and how to recognise its content. */
interface Step {
  /** The address of the page with the link. */
  readonly from: string;
  readonly click: (page: Page) => Promise<void>;
  /** A regular expression for the heading of the page. */
  readonly heading: string;
  /** A selector of the element that appears last. */
  readonly content: string;
}

const [folder, times = '20', only] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name a folder that bench/organisation.ts made.');
const rounds = Number(times);
const rows = 'main [role=row] [role=gridcell]';
const place = (name: string) => (page: Page) => page.getByRole('navigation').getByRole('link', { name }).click();
const tab = (name: string) => (page: Page) =>
  page
    .locator('main nav')
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .click();
const view = (name: string) => (page: Page) => page.locator('main').getByText(name, { exact: true }).first().click();
const firstRow = (page: Page) => page.locator('main [role=row] a').first().click();

const licet = await startLicet({ dataDirectory: folder, environment: withAdministrator });
const executablePath = findChromium();
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] });
try {
  const application = await firstApplication();
  const steps: Readonly<Record<string, Step>> = {
    inbox: { from: '/', click: place('Inbox'), heading: 'Inbox', content: 'main h1' },
    people: { from: '/', click: place('People'), heading: 'People', content: rows },
    user: { from: '/users', click: firstRow, heading: '.', content: rows },
    groups: { from: '/users', click: tab('Groups'), heading: 'People', content: rows },
    applications: { from: '/', click: place('Applications'), heading: 'Applications', content: rows },
    application: { from: '/applications', click: firstRow, heading: '.', content: 'main h2' },
    roles: { from: `/applications/${application}`, click: tab('Roles'), heading: '.', content: rows },
    matrix: { from: `/applications/${application}?tab=roles`, click: view('Matrix'), heading: '.', content: 'canvas' },
    grants: { from: `/applications/${application}`, click: tab('Access'), heading: '.', content: rows },
    explain: { from: '/', click: place('Access'), heading: 'Access', content: 'main h1' },
    audit: { from: '/', click: place('Audit'), heading: 'Audit', content: rows },
    settings: { from: '/', click: place('Settings'), heading: 'Settings', content: 'main h1' },
  };
  const page = await browser.newPage({ baseURL: licet.url, viewport: { width: 1440, height: 900 } });
  await page.addInitScript(instrument);
  await openAs(page, licet.url, administrator.email, administrator.password);
  for (const [name, step] of Object.entries(steps)) {
    if (only && !only.split(',').includes(name)) continue;
    await measure(page, name, step);
  }
  if (!only || only.includes('palette')) await measurePalette(page);
  if (!only || only.includes('interactions'))
    for (const slower of [1, 4]) await measureInteractions(page, slower, Object.values(steps));
} finally {
  await browser.close();
  await licet.stop();
}

/** The id of the first application besides Licet. */
async function firstApplication(): Promise<string> {
  const { items } = await licet.operator.applications.list({ query: { limit: 50 } });
  return items.find(({ builtIn }) => !builtIn)?.id ?? '';
}

async function measure(page: Page, name: string, { from, click, heading, content }: Step): Promise<void> {
  const taken: number[] = [];
  const longest: number[] = [];
  let slow: readonly string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await page.goto(from);
    await settled(page);
    const [{ ms, task, calls }] = await Promise.all([
      page.evaluate(([h, c, u]) => window.contentAfterClick(h, c, u), [heading, content, unsettled] as const),
      click(page),
    ]);
    slow = calls;
    taken.push(ms);
    longest.push(task);
  }
  console.log(
    `${name.padEnd(14)} p50 ${at(taken, 0.5)}, p95 ${at(taken, 0.95)} ms; longest task p50 ${at(longest, 0.5)}, p95 ${at(longest, 0.95)} ms; load ${loadavg()[0]?.toFixed(1)}`,
  );
  // The calls of the last round that took more than 60 ms.
  for (const call of slow) console.log(`    ${call} ms`);
}

/** Types a question, and waits for its answer. */
async function measurePalette(page: Page): Promise<void> {
  const taken: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await page.goto('/users');
    await settled(page);
    await page.keyboard.press('Control+k');
    const field = page.getByRole('dialog').getByRole('combobox');
    await field.waitFor();
    const name = await page.locator(rows).first().innerText();
    const letters = name.split('\n')[0]?.slice(0, 8) ?? '';
    const [ms] = await Promise.all([
      page.evaluate(() => window.answerAfterKey()),
      page.keyboard.type(letters, { delay: 60 }),
    ]);
    taken.push(ms);
  }
  console.log(
    `${'palette'.padEnd(14)} p50 ${at(taken, 0.5)}, p95 ${at(taken, 0.95)} ms from the last key to the results`,
  );
}

/** Opens the screens, searches, and moves in lists; the browser reports how long each interaction took to its next paint. */
async function measureInteractions(page: Page, slower: number, all: readonly Step[]): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slower });
  const taken: number[] = [];
  for (const { from, click } of all) {
    await page.goto(from);
    await settled(page);
    await click(page);
    await settled(page);
    const search = page.locator('main').getByRole('searchbox').first();
    if (await search.isVisible()) {
      await search.click();
      await page.keyboard.type('ann', { delay: 80 });
    }
    for (const key of ['Escape', 'j', 'j', 'k', 'Tab', 'Tab']) await page.keyboard.press(key, { delay: 30 });
    await page.waitForTimeout(300);
    taken.push(...(await page.evaluate(() => window.interactions())));
  }
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  console.log(
    `${'interactions'.padEnd(14)} p50 ${at(taken, 0.5)}, p95 ${at(taken, 0.95)} ms of ${taken.length}, at 1/${slower} of the speed`,
  );
}

function at(values: readonly number[], share: number): string {
  const sorted = [...values].sort((one, other) => one - other);
  return (sorted[Math.ceil(sorted.length * share) - 1] ?? 0).toFixed(0);
}

/** Runs in the page. */
function instrument(): void {
  const tasks: PerformanceEntry[] = [];
  new PerformanceObserver((list) => tasks.push(...list.getEntries())).observe({ type: 'longtask', buffered: true });
  let clicked = 0;
  addEventListener('click', ({ timeStamp }) => (clicked = timeStamp), { capture: true });
  const took = new Map<number, number>();
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries() as PerformanceEventTiming[])
      if (interactionId) took.set(interactionId, Math.max(duration, took.get(interactionId) ?? 0));
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  window.interactions = () => {
    // The browser reports no interaction below the threshold, but counts it.
    const all = (performance as { interactionCount?: number }).interactionCount ?? took.size;
    return [...took.values(), ...Array.from({ length: Math.max(0, all - took.size) }, () => 8)];
  };
  window.answerAfterKey = async () => {
    let key = 0;
    let changed = 0;
    addEventListener('keydown', ({ timeStamp }) => (key = timeStamp), { capture: true });
    const results = document.querySelector('[role=dialog] [role=listbox]') ?? document.body;
    new MutationObserver(() => requestAnimationFrame((now) => (changed = now))).observe(results, {
      childList: true,
      subtree: true,
      characterData: true,
    });
    // Wait until half a second has passed since the last key and the last change.
    for (let still = 0; still < 500; still = performance.now() - Math.max(key, changed)) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      if (key === 0) changed = performance.now();
    }
    return Math.max(0, changed - key);
  };
  window.contentAfterClick = async (heading, content, unsettled) => {
    clicked = 0;
    const before = document.querySelector('main h1')?.textContent + location.href;
    let since = 0;
    let frames = 0;
    // The content is complete when it has been present for ten frames in a row. A screen that loads again during these frames is not complete.
    while (frames < 10) {
      const now = await new Promise(requestAnimationFrame);
      const title = document.querySelector('main h1')?.textContent ?? '';
      const whole =
        clicked > 0 &&
        title + location.href !== before &&
        new RegExp(heading).test(title) &&
        document.querySelector(content) !== null &&
        document.querySelector(unsettled) === null;
      if (whole && frames === 0) since = now;
      frames = whole ? frames + 1 : 0;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
    const calls = performance
      .getEntriesByType('resource')
      .filter((it) => it.startTime >= clicked && it.duration > 60 && it.name.includes('/api/'))
      .map(
        (it) =>
          `${new URL(it.name).pathname.slice(8)}${new URL(it.name).search.slice(0, 40)} ${it.duration.toFixed(0)}`,
      );
    const task = Math.max(
      0,
      ...tasks.filter(({ startTime }) => startTime >= clicked - 50).map(({ duration }) => duration),
    );
    return { ms: since - clicked, task, calls };
  };
}

declare global {
  interface PerformanceEventTiming {
    readonly interactionId: number;
  }
  interface Window {
    /** Milliseconds from the last key to the last change of the results. */
    answerAfterKey(): Promise<number>;
    /** The milliseconds of each interaction, from the input to the next paint; the browser rounds to 8. */
    interactions(): number[];
    contentAfterClick(
      heading: string,
      content: string,
      unsettled: string,
    ): Promise<{ ms: number; task: number; calls: readonly string[] }>;
  }
}
