// Measures 1,000 guarded rows in Chromium when a new token changes the access of 10 rows. Compares @licet/react, CASL and a plain React
// context. Prints the milliseconds until the page shows the change, and the number of rows that rendered again.
// node bench/react.ts [rounds]
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';
import { findChromium } from '../scripts/chromium.ts';

const rounds = Number(process.argv[2] ?? 100);
const ways = [
  ['licet', '@licet/react usePermission'],
  ['casl', '@casl/react useAbility'],
  ['context', 'a context with a Set'],
  ['store', 'a bare store (the floor)'],
] as const;
const { outputFiles } = await build({
  entryPoints: [fileURLToPath(new URL('react-rows.tsx', import.meta.url))],
  bundle: true,
  minify: true,
  format: 'esm',
  write: false,
  jsx: 'automatic',
  define: { 'process.env.NODE_ENV': '"production"' },
});
const server = createServer(({ url }, reply) => {
  const script = url === '/rows.js';
  reply.writeHead(200, {
    'content-type': script ? 'text/javascript' : 'text/html',
    // Without cross-origin isolation, a browser rounds its clock to 0.1 ms.
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-embedder-policy': 'require-corp',
  });
  reply.end(script ? outputFiles[0]?.contents : '<!doctype html><body><script type="module" src="/rows.js"></script>');
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const browser = await chromium.launch({
  executablePath: findChromium() ?? 'chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
});
try {
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await page.waitForFunction('window.measure');
  const all = new Map<string, { name: string; drawing: string; times: number[]; renders: Set<number> }>();
  // Takes four turns, so that other load on the machine affects all implementations alike.
  for (let turn = 0; turn < 4; turn += 1)
    for (const drawing of ['invoice', 'bare'])
      for (const [what, name] of ways) {
        const { times, renders } = (await page.evaluate(
          `measure(${JSON.stringify(what)}, ${JSON.stringify(drawing)}, ${Math.ceil(rounds / 4) + 10})`,
        )) as { times: number[]; renders: number[] };
        const row = all.get(what + drawing) ?? { name, drawing, times: [], renders: new Set() };
        all.set(what + drawing, row);
        // Discards the first ten rounds, in which the browser compiles the code.
        row.times.push(...times.slice(10));
        for (const each of renders) row.renders.add(each);
      }
  const rows = [...all.values()].map(({ name, drawing, times, renders }) => {
    const sorted = times.toSorted((a, b) => a - b);
    const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? Number.NaN).toFixed(2);
    return {
      row: drawing,
      what: name,
      least: at(0),
      median: at(0.5),
      p95: at(0.95),
      'rows rendered': [...renders].join(),
    };
  });
  console.table(rows);
  console.log(`Milliseconds, ${rounds} rounds each; target: 10 rows, median at most 1.2 ms.`);
} finally {
  await browser.close();
  server.closeAllConnections();
  server.close();
}
