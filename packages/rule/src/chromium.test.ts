import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findChromium } from '../../../scripts/chromium.ts';
import { type Case, expected } from './cases.testing.ts';
import { allThemes } from './vectors.testing.ts';

declare global {
  var licetCases: { answer(each: Case): unknown };
}

const executablePath = findChromium();
if (executablePath === undefined) console.log('Skipped the vectors in Chromium: there is no Chromium on this machine.');

let browser: Browser | undefined;
beforeAll(async () => {
  if (executablePath === undefined) return;
  browser = await chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
});
afterAll(() => browser?.close());

test.skipIf(executablePath === undefined).each([{ minify: false }, { minify: true }])(
  'gives the same answers in Chromium as in Node (minify: $minify)',
  async ({ minify }) => {
    const { outputFiles } = buildSync({
      entryPoints: [fileURLToPath(new URL('./cases.testing.ts', import.meta.url))],
      bundle: true,
      minify,
      format: 'iife',
      globalName: 'licetCases',
      platform: 'browser',
      write: false,
    });
    const page = await browser?.newPage();
    await page?.addScriptTag({ content: outputFiles[0]?.text ?? '' });
    const cases = allThemes().flatMap((theme) => theme.cases);
    const answers = await page?.evaluate((all) => all.map((each) => globalThis.licetCases.answer(each)), cases);
    expect(await page?.evaluate(() => navigator.userAgent)).toContain('Chrome');
    expect(cases.length).toBeGreaterThanOrEqual(200);
    cases.forEach((each, i) => {
      expect({ name: each.name, answer: answers?.[i] }).toEqual({ name: each.name, answer: expected(each) });
    });
    await page?.close();
  },
);
