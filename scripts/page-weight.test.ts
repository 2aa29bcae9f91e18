import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkPages, fontAtMost, scriptsOf } from './page-weight.ts';

let dist: string;
beforeEach(() => {
  dist = mkdtempSync(join(tmpdir(), 'licet-weight-'));
  mkdirSync(join(dist, 'assets'));
  for (const page of ['public', 'index'])
    writeFileSync(
      join(dist, `${page}.html`),
      `<script type="module" src="/assets/${page}.js"></script><link rel="preload" href="/assets/latin.woff2">`,
    );
  put('index.js', 'start()');
  put('frame-abcdefgh.js', 'frame()');
  put('home-abcdefgh.js', 'import"./frame-abcdefgh.js"');
  put('latin.woff2', 'letters');
});
afterEach(() => rmSync(dist, { recursive: true, force: true }));

const put = (name: string, code: string) => writeFileSync(join(dist, 'assets', name), code);
const noise = (bytes: number) => `/*${randomBytes((bytes * 3) / 4).toString('base64')}*/`;

test('the weight of a page includes static imports, but not dynamic ones', () => {
  put('public.js', 'import{a}from"./a.js";import"./b.js";const later=()=>import("./c.js")');
  put('a.js', 'export{a}from"./b.js"');
  put('b.js', 'export const a=1');
  put('c.js', `export const ERROR_CEREMONY_ABORTED=1;${noise(200_000)}`);
  const weight = { pages: ['public.html'], parts: [] };
  expect([...scriptsOf(dist, weight).keys()].sort()).toEqual(['assets/a.js', 'assets/b.js', 'assets/public.js']);
  expect(checkPages(dist)).toEqual([]);
});

test('reports a page that is too heavy, with its scripts', () => {
  put('public.js', 'import"./a.js"');
  put('a.js', noise(150_000));
  expect(checkPages(dist)).toEqual([
    expect.stringMatching(/^sign-in: 1\d{5} bytes of JavaScript in 2 files, may be 87000 in 5: assets\/a\.js/),
    expect.stringMatching(/^sign-in through \/: 1\d{5} bytes of JavaScript in 3 files, may be 100000 in 7: /),
  ]);
});

test('counts the parts of the console that the first screen loads, and reports too many of them', () => {
  const names = Array.from({ length: 12 }, (_, number) => `part${number}.js`);
  put('public.js', 'start()');
  for (const name of names) put(name, 'part()');
  put('frame-abcdefgh.js', names.map((name) => `import"./${name}"`).join(';'));
  expect(checkPages(dist)).toEqual([
    expect.stringMatching(/^console, first screen: \d+ bytes of JavaScript in 15 files, may be 200000 in 12: /),
  ]);
});

test('reports passkey code that is loaded with the page', () => {
  put('public.js', 'const ERROR_CEREMONY_ABORTED=1');
  const found = expect.stringContaining('assets/public.js has /ERROR_CEREMONY_ABORTED/ in it');
  expect(checkPages(dist)).toEqual([found, found]);
});

test('reports a public page that loads the entry of the console on request', () => {
  put('public.js', 'const later=()=>import("./invited.js")');
  put('invited.js', 'import{a}from"./index.js"');
  expect(checkPages(dist)).toEqual(['public.html: loads assets/index.js, which starts the console']);
});

test('reports a font that is too heavy', () => {
  put('public.js', 'start()');
  put('latin.woff2', noise(fontAtMost + 4000));
  expect(checkPages(dist)).toEqual([
    expect.stringMatching(/^index\.html: 1 fonts of 5\d{4} bytes, may be one of 50000$/),
    expect.stringMatching(/^public\.html: 1 fonts of 5\d{4} bytes/),
  ]);
});
