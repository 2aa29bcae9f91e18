import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findChromium } from '../../../scripts/chromium.ts';
import { fewestRoles } from './fewest-roles.ts';
import { realHoldings } from './real-data.testing.ts';

const executablePath = findChromium();
if (executablePath === undefined) console.log('Skipped the worker in Chromium: there is no Chromium on this machine.');

let browser: Browser | undefined;
beforeAll(async () => {
  if (executablePath === undefined) return;
  browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
});
afterAll(() => browser?.close());

test.skipIf(executablePath === undefined)('gives the same roles in a browser worker as in Node', async () => {
  const { outputFiles } = buildSync({
    stdin: {
      contents: `
        import { fewestRoles } from './fewest-roles.ts';
        self.onmessage = ({ data }) => self.postMessage(fewestRoles({ ...data, pairs: Uint32Array.from(data.pairs) }));`,
      resolveDir: fileURLToPath(new URL('.', import.meta.url)),
    },
    bundle: true,
    format: 'iife',
    platform: 'browser',
    write: false,
  });
  const holdings = realHoldings('healthcare');
  const page = await browser?.newPage();
  const found = await page?.evaluate(
    ({ code, data }) =>
      new Promise((resolve, reject) => {
        const worker = new Worker(URL.createObjectURL(new Blob([code])));
        worker.onmessage = (message) => resolve(message.data);
        worker.onerror = (event) => reject(new Error(event.message));
        worker.postMessage(data);
      }),
    { code: outputFiles[0]?.text ?? '', data: { ...holdings, pairs: [...(holdings?.pairs ?? [])] } },
  );
  expect(found).toEqual(holdings && fewestRoles(holdings));
  await page?.close();
});
