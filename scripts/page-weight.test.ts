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
  expect([...scriptsOf(dist, 'public.html').keys()].sort()).toEqual(['assets/a.js', 'assets/b.js', 'assets/public.js']);
  expect(checkPages(dist)).toEqual([]);
});

test('reports a page that is too heavy, with its scripts', () => {
  put('public.js', 'import"./a.js"');
  put('a.js', noise(150_000));
  expect(checkPages(dist)).toEqual([
    expect.stringMatching(/^sign-in: 1\d{5} bytes of JavaScript, may weigh 86000: assets\/a\.js/),
  ]);
});

test('reports passkey code that is loaded with the page', () => {
  put('public.js', 'const ERROR_CEREMONY_ABORTED=1');
  expect(checkPages(dist)).toEqual([expect.stringContaining('assets/public.js has /ERROR_CEREMONY_ABORTED/ in it')]);
});

test('reports a font that is too heavy', () => {
  put('public.js', 'start()');
  put('latin.woff2', noise(fontAtMost + 4000));
  expect(checkPages(dist)).toEqual([
    expect.stringMatching(/^sign-in: 1 fonts of 5\d{4} bytes, may be one of 50000$/),
    expect.stringMatching(/^console, first screen: 1 fonts of 5\d{4} bytes/),
  ]);
});
