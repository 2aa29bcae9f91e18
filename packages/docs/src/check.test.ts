import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkSite } from './check.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'licet-site-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const put = (path: string, html: string) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), html);
};

test('accepts a site whose links all have targets', () => {
  put('index.html', '<link href="a.css"><h1 id="top">A</h1><a href="#top">up</a><a href="guides/b.html#part">B</a>');
  put('guides/b.html', '<h2 id="part">B</h2><a href="../index.html">A</a><a href="https://example.org">elsewhere</a>');
  put('a.css', '');
  expect(checkSite(folder)).toEqual([]);
});

test('reports a link to a missing page or fragment', () => {
  put(
    'index.html',
    '<a href="b.html">B</a><a href="#nowhere">up</a><a href="guides/c.html#part">C</a><img src="d.png">',
  );
  put('guides/c.html', '<h2 id="other">C</h2>');
  expect(checkSite(folder)).toEqual([
    'index.html links to b.html, and there is no b.html.',
    'index.html links to #nowhere, and index.html has no “nowhere”.',
    'index.html links to guides/c.html#part, and guides/c.html has no “part”.',
    'index.html links to d.png, and there is no d.png.',
  ]);
});

test('reports content that the content security policy refuses, and a repeated id', () => {
  put('index.html', '<script>start()</script><p id="a" style="color: red">1</p><p id="a" onclick="x()">2</p>');
  put('other.html', '<script src="https://cdn.example.org/x.js"></script><style>p {}</style>');
  expect(checkSite(folder).sort()).toEqual([
    'index.html has a script, which the content security policy refuses.',
    'index.html has a style attribute, which the content security policy refuses.',
    'index.html has an event handler, which the content security policy refuses.',
    'index.html has two elements with the id “a”.',
    'other.html has a style element, which the content security policy refuses.',
    'other.html loads https://cdn.example.org/x.js; nothing may come from elsewhere.',
  ]);
});
