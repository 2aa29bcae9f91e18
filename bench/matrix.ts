// The matrix of 2,000 roles x 11,000 permissions in the console, in Chromium at 1440 x 900: how long a frame takes while it is scrolled,
// and how long the first picture takes once the answer is there. The tab is the real one; the answer is made up, with as much permitted as in
// HP Labs' americas_large (53 a row) and with every second cell. Build the console first: npx node bench/matrix.ts. Targets: p95 17 ms, 300 ms.
import { chromium, type Page } from 'playwright-core';
import { administrator, removeDataDirectory } from '../e2e/licet.ts';
import { startSample } from '../e2e/made-once.ts';
import { openAs } from '../e2e/visitor.ts';
import { findChromium } from '../scripts/chromium.mjs';

const rows = 2000;
const columns = 11_000;
const speeds = [24, 240, 2400] as const;
const ways = { down: [0, 1], along: [1, 0], across: [1, 1] } as const;
const frames = 180;

const { licet } = await startSample('organisation');
const executablePath = findChromium();
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] });
try {
  const page = await browser.newPage({ baseURL: licet.url, viewport: { width: 1440, height: 900 } });
  await openAs(page, licet.url, administrator.email, administrator.password);
  for (const [name, permitted] of [
    ['53 a row', 53],
    ['every second', columns / 2],
  ] as const) {
    const answer = JSON.stringify(made(permitted));
    await page.route('**/matrix/roles*', (route) => route.fulfill({ contentType: 'application/json', body: answer }));
    const first = await firstPicture(page);
    console.log(
      `${name}: ${(answer.length / 1e6).toFixed(1)} MB; first picture ${first.toFixed(0)} ms after the answer (300)`,
    );
    for (const [way, direction] of Object.entries(ways))
      for (const speed of speeds) {
        const taken = await scroll(page, direction, speed);
        const at = (share: number) => (taken[Math.floor(taken.length * share)] ?? 0).toFixed(1);
        console.log(
          `  ${way.padEnd(6)} ${String(speed).padStart(5)} px a frame: p50 ${at(0.5)}, p95 ${at(0.95)}, worst ${at(0.999)} ms`,
        );
      }
    await page.unrouteAll();
  }
} finally {
  await browser.close();
  await licet.stop();
  removeDataDirectory(licet.dataDirectory);
}

/** Opens the tab. @returns ms from the end of the answer to the frame after the one in which the canvas was drawn */
async function firstPicture(page: Page): Promise<number> {
  await page.addInitScript(() => {
    const seen = new MutationObserver(() => {
      if (!document.querySelector('.cell-grid canvas')) return;
      seen.disconnect();
      requestAnimationFrame(() => requestAnimationFrame(() => performance.mark('drawn')));
    });
    seen.observe(document, { childList: true, subtree: true });
  });
  await page.goto('/applications/ledger?tab=matrix&rows=roles');
  await page.waitForFunction(() => performance.getEntriesByName('drawn').length > 0);
  return page.evaluate(() => {
    const asked = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/matrix/roles'));
    const answered = (asked.at(-1) as PerformanceResourceTiming).responseEnd;
    return (performance.getEntriesByName('drawn')[0]?.startTime ?? 0) - answered;
  });
}

/** Scrolls a step each frame, turning round at the ends. @returns how long frames took, the shortest first, in ms */
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
  const bits = (row: number) => {
    const bytes = Buffer.alloc(Math.ceil(columns / 8));
    const step = columns / permitted;
    for (let n = 0; n < permitted; n += 1) {
      const place = Math.floor(n * step + ((row * 31) % Math.max(1, Math.floor(step))));
      bytes[place >> 3] = (bytes[place >> 3] ?? 0) | (1 << (place & 7));
    }
    return bytes.toString('base64');
  };
  const role = (n: number) => ({ ...ref('role', n), builtIn: false, version: 1, own: bits(n), brings: bits(n) });
  return {
    permissions: Array.from({ length: columns }, (_, n) => ref('permission', n)),
    roles: Array.from({ length: rows }, (_, n) => role(n)),
  };
}
