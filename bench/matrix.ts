// Measures the matrix in the console with 11,000 permissions and 2,000 roles, then with 2,000 users. Uses Chromium at
// 1440 x 900 and a real server. Prints:
// - the response time of the server
// - the time from the response to the first drawn frame (target: 300 ms)
// - the frame time while scrolling (target: p95 of 17 ms)
// The density matches HP Labs' americas_large (53 permissions per row). In a synthetic matrix, every second cell is
// permitted, because no real data is so dense.
// Build the console first. Then run: npx node bench/matrix.ts
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { licet as commandLine } from '../e2e/command-line.ts';
import { administrator, removeDataDirectory } from '../e2e/licet.ts';
import { startWithAdministrator } from '../e2e/made-once.ts';
import { openAs } from '../e2e/visitor.ts';
import { findChromium } from '../scripts/chromium.ts';

const rows = 2000;
const columns = 11_000;
const usual = 53;
const speeds = [24, 240, 2400] as const;
const ways = { down: [0, 1], along: [1, 0], across: [1, 1] } as const;
const frames = 180;

const licet = await startWithAdministrator();
const executablePath = findChromium();
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] });
try {
  await fill();
  const page = await browser.newPage({ baseURL: licet.url, viewport: { width: 1440, height: 900 } });
  await openAs(page, licet.url, administrator.email, administrator.password);
  await measure(page, `roles, ${usual} a row`, 'roles');
  await measure(page, `people, ${usual} a row`, 'users');
  const body = JSON.stringify(made(columns / 2));
  await page.route('**/matrix/roles*', (route) => route.fulfill({ contentType: 'application/json', body }));
  await measure(page, 'roles, every second cell, made up', 'roles');
} finally {
  await browser.close();
  await licet.stop();
  removeDataDirectory(licet.dataDirectory);
}

async function fill(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'licet-matrix-'));
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const { permissions, roles } = made(usual);
  const catalogue = roles.map(({ name, places }) => ({
    name,
    title: name,
    permissions: places.map((place) => permissions[place]?.name),
  }));
  // A role with all permissions creates every permission of the matrix.
  const all = { name: 'all', title: 'All', permissions: permissions.map(({ name }) => name) };
  const people = roles.map(({ name }, n) => `person-${n}\t${name}`).join('\n');
  const add = async (...args: string[]) => {
    const { code, err } = await commandLine(
      ['import', ...args, '--application', 'large', '--create', '--name', 'Large', '--data', licet.dataDirectory],
      process.env,
    );
    if (code !== 0) throw new Error(err);
  };
  await add(file('roles.json', JSON.stringify([...catalogue.slice(1), all])));
  await add(file('people.tsv', people.split('\n').slice(1).join('\n')), '--role');
  rmSync(folder, { recursive: true });
}

async function measure(page: Page, what: string, kind: 'roles' | 'users'): Promise<void> {
  const { bytes, answer, first } = await firstPicture(page, kind);
  console.log(
    `${what}: ${(bytes / 1e6).toFixed(1)} MB answered in ${answer.toFixed(0)} ms; first picture ${first.toFixed(0)} ms after the answer (300)`,
  );
  for (const [way, direction] of Object.entries(ways))
    for (const speed of speeds) {
      const taken = await scroll(page, direction, speed);
      const at = (share: number) => (taken[Math.floor(taken.length * share)] ?? 0).toFixed(1);
      console.log(
        `  ${way.padEnd(6)} ${String(speed).padStart(5)} px a frame: p50 ${at(0.5)}, p95 ${at(0.95)}, worst ${at(0.999)} ms`,
      );
    }
}

/**
 * Opens the tab.
 * @returns the size of the response, and two times in milliseconds: until the response, and from the response to the first frame after the
 * canvas was drawn
 */
async function firstPicture(page: Page, kind: 'roles' | 'users') {
  await page.addInitScript(() => {
    const seen = new MutationObserver(() => {
      if (!document.querySelector('.cell-grid canvas')) return;
      seen.disconnect();
      requestAnimationFrame(() => requestAnimationFrame(() => performance.mark('drawn')));
    });
    seen.observe(document, { childList: true, subtree: true });
  });
  await page.goto(`/applications/large?tab=matrix&rows=${kind === 'roles' ? 'roles' : 'people'}`);
  await page.waitForFunction(() => performance.getEntriesByName('drawn').length > 0, undefined, { timeout: 120_000 });
  return page.evaluate((path) => {
    const asked = performance.getEntriesByType('resource').filter(({ name }) => name.includes(path));
    const { requestStart, responseEnd, decodedBodySize } = asked.at(-1) as PerformanceResourceTiming;
    const drawn = performance.getEntriesByName('drawn')[0]?.startTime ?? 0;
    return { bytes: decodedBodySize, answer: responseEnd - requestStart, first: drawn - responseEnd };
  }, `/matrix/${kind}`);
}

/**
 * Scrolls one step per frame, and reverses direction at the ends.
 * @returns the frame times in milliseconds, shortest first
 */
async function scroll(page: Page, direction: readonly [number, number], speed: number): Promise<number[]> {
  return page.evaluate(
    async ([[x, y], step, count]) => {
      const scroller = document.querySelector('.cell-grid-scroll');
      if (!scroller) throw new Error('There is no matrix.');
      scroller.scrollTo(0, 0);
      const taken: number[] = [];
      let last = await new Promise(requestAnimationFrame);
      let way = 1;
      for (let frame = 0; frame < count; frame += 1) {
        const before = scroller.scrollTop + scroller.scrollLeft;
        scroller.scrollBy(x * step * way, y * step * way);
        if (scroller.scrollTop + scroller.scrollLeft === before) way = -way;
        const now = await new Promise(requestAnimationFrame);
        taken.push(now - last);
        last = now;
      }
      return taken.sort((one, other) => one - other);
    },
    [direction, speed, frames] as const,
  );
}

function made(permitted: number) {
  const ref = (kind: string, n: number) => ({
    id: `${kind}-${n}`,
    name: `${kind}.${(n * 7919) % 10_007}.${n}`,
    title: '',
  });
  const step = columns / permitted;
  const placesOf = (row: number) =>
    Array.from({ length: permitted }, (_, n) => Math.floor(n * step + ((row * 31) % Math.max(1, Math.floor(step)))));
  const bits = (places: readonly number[]) => {
    const bytes = Buffer.alloc(Math.ceil(columns / 8));
    for (const place of places) bytes[place >> 3] = (bytes[place >> 3] ?? 0) | (1 << (place & 7));
    return bytes.toString('base64');
  };
  const role = (n: number) => {
    const places = placesOf(n);
    return { ...ref('role', n), builtIn: false, version: 1, places, own: bits(places), brings: bits(places) };
  };
  return {
    permissions: Array.from({ length: columns }, (_, n) => ref('permission', n)),
    roles: Array.from({ length: rows }, (_, n) => role(n)),
  };
}
