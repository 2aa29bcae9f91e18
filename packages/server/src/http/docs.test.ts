import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { serveDocs } from './docs.ts';
import { addSecurityHeaders } from './headers.ts';

let folder: string;
let app: FastifyInstance;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'licet-docs-'));
  app = Fastify();
  addSecurityHeaders(app, 'https://licet.example');
});
afterEach(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

const build = () => {
  for (const name of ['assets', 'guides']) mkdirSync(join(folder, name));
  for (const name of ['index.html', 'guides/react.html', 'assets/docs-abcDEF01_-.js', 'assets/console.png'])
    writeFileSync(join(folder, name), name);
};

test('a page is asked for anew each time, and what it loads is kept for ever, under a policy that allows nothing inline', async () => {
  build();
  await serveDocs(app, folder);
  const page = await app.inject('/docs/guides/react.html');
  expect(page).toMatchObject({ statusCode: 200, body: 'guides/react.html' });
  expect(page.headers).toMatchObject({ 'cache-control': 'no-cache', 'content-type': 'text/html; charset=utf-8' });
  expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/);
  expect(page.headers['content-security-policy']).not.toContain('unsafe');
  expect(page.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' });
  const script = await app.inject('/docs/assets/docs-abcDEF01_-.js');
  expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect((await app.inject('/docs/assets/console.png')).headers['cache-control']).toBe('no-cache');
  const again = await app.inject({
    url: '/docs/guides/react.html',
    headers: { 'if-none-match': page.headers.etag ?? '' },
  });
  expect(again.statusCode).toBe(304);
});

test('the first page is at /docs/, where links from it lead to the others', async () => {
  build();
  await serveDocs(app, folder);
  expect((await app.inject('/docs')).headers.location).toBe('/docs/');
  expect((await app.inject('/docs/')).body).toBe('index.html');
  for (const url of ['/docs/nothing.html', '/docs/guides/', '/docs/../package.json', '/docs/..%2f..%2fetc%2fpasswd'])
    expect((await app.inject(url)).statusCode, url).toBe(404);
});

test('where it is not built nothing is served, and the log says how to build it', async () => {
  await serveDocs(app, folder);
  expect((await app.inject('/docs/')).statusCode).toBe(404);
});
