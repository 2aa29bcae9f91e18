import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import fastify from 'fastify';
import Fastify from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { serveDocs } from './docs.ts';
import { addSecurityHeaders } from './headers.ts';
import { servePages } from './pages.ts';

const folder = mkdtempSync(join(tmpdir(), 'licet-pages-'));
const app = fastify();
const script = 'export const one = 1;\n';

beforeAll(async () => {
  mkdirSync(join(folder, 'assets'));
  const files = {
    'index.html': '<head><title>console</title><script nonce="__CSP_NONCE__">',
    'public.html': '<head><title>door</title>',
    'licet.svg': '<svg/>',
    'address.js': script,
    'inspect-offline.js': script,
    'inspect-offline.js.br': brotliCompressSync(script),
    'assets/part-abc.js': script,
    'assets/part-abc.js.br': brotliCompressSync(script),
    'assets/part-abc.js.gz': gzipSync(script),
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  await servePages(app, folder, { appearance: async () => undefined, issuer: 'http://localhost:7000' });
});

afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

const get = (url: string, accepts?: string) =>
  app.inject({ url, headers: accepts === undefined ? {} : { 'accept-encoding': accepts } });

test.each([
  ['gzip, deflate, br, zstd', 'br', brotliCompressSync(script)],
  ['gzip', 'gzip', gzipSync(script)],
  ['identity', undefined, Buffer.from(script)],
  [undefined, undefined, Buffer.from(script)],
])('sends the prebuilt script to a client that accepts %s (%s)', async (accepts, encoding, expected) => {
  const { statusCode, headers, rawPayload } = await get('/assets/part-abc.js', accepts);
  expect({ statusCode, encoding: headers['content-encoding'] }).toEqual({ statusCode: 200, encoding });
  expect(rawPayload.equals(expected)).toBe(true);
  expect(headers).toMatchObject({
    'content-type': expect.stringMatching(/^(?:text|application)\/javascript/),
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
  });
});

test('sends small files uncompressed', async () => {
  const { statusCode, headers, body } = await get('/licet.svg', 'br');
  expect({ statusCode, encoding: headers['content-encoding'], body }).toEqual({
    statusCode: 200,
    encoding: undefined,
    body: '<svg/>',
  });
});

test('lets browsers cache a file without a hash in its name for five minutes', async () => {
  for (const file of ['/licet.svg', '/address.js'])
    expect((await get(file)).headers['cache-control'], file).toBe('public, max-age=300');
});

test('lets only the service worker of the inspector fetch the files of the console, compressed or not', async () => {
  const policy = "default-src 'none'; connect-src 'self'";
  for (const accepts of ['br', 'identity'])
    expect((await get('/inspect-offline.js', accepts)).headers['content-security-policy'], accepts).toBe(policy);
  expect((await get('/address.js')).headers['content-security-policy']).not.toBe(policy);
});

test('serves a page at its own path, never as a raw file with the nonce placeholder', async () => {
  expect((await get('/')).body).toMatch(/nonce="[\w-]{22}"/);
  for (const file of ['/index.html', '/public.html', '/assets/part-abc.js.br'])
    expect((await get(file)).statusCode, file).toBe(404);
});

test.each([
  ['127.0.0.1:7000', '/users?q=a', 'http://localhost:7000/users?q=a'],
  ['[::1]:7000', '/', 'http://localhost:7000/'],
  ['127.0.0.1:7000', '/sign-in/x', 'http://localhost:7000/sign-in/x'],
  ['localhost:7000', '/', undefined],
  // A proxy that does not forward the host.
  ['licet.internal:7000', '/', undefined],
  ['10.0.0.3', '/', undefined],
  ['127.0.0.1:4080', '/', undefined],
])('a request to %s%s is redirected to %s', async (host, url, location) => {
  const answer = await app.inject({ url, headers: { host } });
  expect([answer.statusCode, answer.headers.location]).toEqual([location ? 302 : 200, location]);
});

const leads = '<script src="/address.js" data-issuer="http://localhost:7000"></script>';

test.each(['/', '/sign-in/x', '/invited'])(
  '%s includes the public address if the request names another host',
  async (url) => {
    const bodyAt = async (headers: Record<string, string>) => (await app.inject({ url, headers })).body;
    expect(await bodyAt({ host: 'localhost:7000' })).not.toContain('address.js');
    // Without trusted proxies, forwarded headers change nothing.
    expect(await bodyAt({ host: 'localhost:7000', 'x-forwarded-host': 'evil.example' })).not.toContain('address.js');
    for (const host of ['old.example', 'localhost:7001', '"><script>', '127.0.0.1:4080']) {
      const body = await bodyAt({ host, 'x-forwarded-host': 'evil.example' });
      expect(body, host).toContain(`<head>${leads}`);
      expect(body.split(leads).join(''), host).toBe(await bodyAt({ host: 'localhost:7000' }).then(withNonceOf(body)));
    }
  },
);

/** Replaces the nonce of a page by that of another page, so that the two can be compared. */
const withNonceOf = (other: string) => (page: string) =>
  page.replace(/nonce="[\w-]+"/, () => /nonce="[\w-]+"/.exec(other)?.[0] ?? '');

test('with a public issuer, answers a request to a loopback address without a redirect', async () => {
  const behind = fastify();
  await servePages(behind, folder, { appearance: async () => undefined, issuer: 'https://id.example' });
  expect((await behind.inject({ url: '/', headers: { host: '127.0.0.1:7000' } })).statusCode).toBe(200);
  await behind.close();
});

describe('the documentation', () => {
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

  test('revalidates pages, caches hashed assets for a year, and forbids inline code', async () => {
    build();
    await serveDocs(app, folder);
    const page = await app.inject('/docs/guides/react.html');
    expect(page).toMatchObject({ statusCode: 200, body: 'guides/react.html' });
    expect(page.headers).toMatchObject({ 'cache-control': 'no-cache', 'content-type': 'text/html; charset=utf-8' });
    expect(page.headers['content-security-policy']).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'self';/,
    );
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

  test('redirects /docs to /docs/, and answers 404 for unknown paths', async () => {
    build();
    await serveDocs(app, folder);
    expect((await app.inject('/docs')).headers.location).toBe('/docs/');
    expect((await app.inject('/docs/')).body).toBe('index.html');
    for (const url of ['/docs/nothing.html', '/docs/guides/', '/docs/../package.json', '/docs/..%2f..%2fetc%2fpasswd'])
      expect((await app.inject(url)).statusCode, url).toBe(404);
  });

  test('answers 404 without a build', async () => {
    const lines: string[] = [];
    const logged = Fastify({ logger: { stream: { write: (line: string) => void lines.push(line) } } });
    await serveDocs(logged, folder);
    expect(lines.filter((line) => line.includes('npm run docs'))).toHaveLength(1);
    expect((await logged.inject('/docs/')).statusCode).toBe(404);
    await logged.close();
  });
});
