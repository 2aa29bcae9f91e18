import type { FastifyInstance } from 'fastify';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withName, withOrganisation } from '../appearance/page-head.ts';
import { png } from '../appearance/pictures.testing.ts';
import { readPicture } from '../appearance/read-picture.ts';
import { refuse } from '../refusal.ts';
import { addSecurityHeaders } from './headers.ts';
import { serveAppearance } from './pages.ts';
import { problemFrom, sendProblem } from './problems.ts';

const kept = readPicture(png(200, 40));
let app: FastifyInstance;
beforeAll(async () => {
  app = Fastify();
  app.setErrorHandler((error, request, reply) => sendProblem(request, reply, problemFrom(error, request)));
  addSecurityHeaders(app, 'https://licet.example');
  await serveAppearance(app, {
    appearance: async () => undefined,
    picture: async (hash) => (hash === kept.hash ? kept : refuse('not_found', 'picture_unknown', {})),
  });
});
afterAll(() => app.close());

test('a picture has its own media type, is cached for a year and cannot run scripts', async () => {
  const answer = await app.inject(`/appearance/${kept.hash}.png`);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  });
  expect(answer.rawPayload).toEqual(kept.bytes);
  expect((await app.inject(`/appearance/${'0'.repeat(32)}.png`)).statusCode).toBe(404);
});

test('serves the style sheet only for two well-formed colours in its address', async () => {
  const answer = await app.inject('/appearance/accent-8a6e05-ffcc00.css');
  expect(answer.headers['content-type']).toBe('text/css; charset=utf-8');
  expect(answer.body).toContain('--accent:light-dark(#8a6e05,#ffcc00)');
  for (const address of [
    'accent-8a6e05-ffcc0.css',
    'accent-8a6e05-ffcc00;x.css',
    'accent-8A6E05-ffcc00.css',
    'accent-red-blue.css',
  ])
    expect((await app.inject(`/appearance/${address}`)).statusCode).toBe(404);
});

const page = '<head><link rel="icon" href="/licet.svg" type="image/svg+xml" /><!--organisation--></head>';
const nothing = { accent: null, accentDark: null, logo: null, logoDark: null, icon: null };

test('attack 36: the head of the public page contains name, logo and colours as plain text', () => {
  const name = `Harbour "Clinic" <script>$&</script>`;
  const address = `/appearance/${kept.hash}.png`;
  const { hash: _, bytes, ...rest } = kept;
  const picture = { address, bytes: bytes.length, ...rest };
  const sent = withOrganisation(page, {
    ...nothing,
    organisation: name,
    accent: '#1f4fd8',
    logo: picture,
    icon: picture,
  });
  expect(sent).not.toContain('<script>');
  expect(sent).toContain(`<link rel="icon" href="${address}" type="image/png" />`);
  expect(sent).toMatch(/<link rel="stylesheet" href="\/appearance\/accent-1f4fd8-[0-9a-f]{6}\.css">/);
  const content = /content="([^"]*)"/.exec(sent)?.[1] ?? '';
  const shownHead = JSON.parse(content.replace(/&#(\d+);/g, (_match, code) => String.fromCodePoint(Number(code))));
  const shown = { src: address, width: 200, height: 40 };
  expect(shownHead).toEqual({ name, logo: shown, logoDark: shown, icon: shown });
});

test('the console’s page shows the organisation’s name, with Licet’s colours and icon', () => {
  const sent = withName(page, { ...nothing, organisation: 'Harbour Clinic', accent: '#1f4fd8' });
  expect(sent).toContain('Harbour Clinic');
  expect(sent).toContain('href="/licet.svg"');
  expect(sent).not.toContain('stylesheet');
});

test('a page without a configured appearance uses Licet’s colours and icon', () => {
  const sent = withOrganisation(page, { ...nothing, organisation: 'Harbour Clinic' });
  expect(sent).toContain('href="/licet.svg"');
  expect(sent).not.toContain('stylesheet');
});
