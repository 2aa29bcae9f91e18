// 1,000 guarded rows in Chromium: one token replaces another and 10 answers change. Milliseconds until the page shows it, and how
// many rows were rendered again. @licet/react beside CASL and a plain context. `node bench/react.ts [rounds]`
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';

const rounds = Number(process.argv[2] ?? 60);
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
    // Without isolation a browser rounds its clock to 0.1 ms.
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-embedder-policy': 'require-corp',
  });
  reply.end(script ? outputFiles[0]?.contents : '<!doctype html><body><script type="module" src="/rows.js"></script>');
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
});
try {
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await page.waitForFunction('window.measure');
  const rows: Record<string, string | number>[] = [];
  for (const [what, name] of [
    ['licet', '@licet/react usePermission'],
    ['casl', '@casl/react useAbility'],
    ['context', 'a context with a Set'],
  ]) {
    const { times, renders } = (await page.evaluate(`measure(${JSON.stringify(what)}, ${rounds})`)) as {
      times: number[];
      renders: number[];
    };
    // The first rounds compile.
    const sorted = times.slice(10).sort((a, b) => a - b);
    rows.push({
      what: name ?? '',
      'median ms': (sorted[sorted.length >> 1] ?? Number.NaN).toFixed(2),
      'p95 ms': (sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN).toFixed(2),
      'rows rendered': renders.at(-1) ?? Number.NaN,
    });
  }
  console.table(rows);
  console.log('target: 10 rows, median at most 1.2 ms');
} finally {
  await browser.close();
  server.closeAllConnections();
  server.close();
}
