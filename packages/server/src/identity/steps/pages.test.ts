import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { png } from '../../appearance/pictures.testing.ts';
import { readPicture } from '../../appearance/read-picture.ts';
import { setAppearance } from '../../store/appearance/appearance.ts';
import { updateSettings } from '../../store/licet/licet.ts';
import { returnPath } from '../connections/external-provider.ts';
import { style } from './pages.ts';
import { arrange, Browser, type StartedServer, testServer } from './sign-in.testing.ts';

let started: StartedServer;
beforeAll(async () => {
  started = await testServer();
});
afterAll(() => started.close());

// Pages of three parts of the server: the provider, the rejection of an oversized form, and the return from an external
// provider.
const pages = async () => {
  const browser = new Browser(started.server.issuer);
  const headers = { accept: 'text/html' };
  const form = { method: 'POST', headers, body: new URLSearchParams({ state: 'x'.repeat(100_000) }) };
  const sent = [
    await browser.go('/oidc/auth?client_id=unknown', { headers }),
    await browser.go('/device', { headers }),
    await browser.go('/oidc/auth', form),
    await browser.go(`${returnPath}?state=gone`, { headers }),
    await fetch(`${started.server.issuer}/oidc/auth`, { headers: { 'sec-fetch-dest': 'iframe' } }),
  ];
  return Promise.all(
    sent.map(async (it) => ({ html: await it.text(), policy: it.headers.get('content-security-policy') ?? '' })),
  );
};

test('attack 36: every protocol page shows the organisation’s logo and colours, and its name as plain text', async () => {
  for (const { html } of await pages()) {
    expect(html).toContain('<p class="of">Licet</p>');
    expect(html).toContain('class="mark"');
    expect(html).toMatch(/<title>[^<]+ · Licet<\/title>/);
    expect(html).not.toMatch(/<link rel="stylesheet|<img|<!--/);
  }
  await arrange(started.store, (handle) => updateSettings(handle, { organisation: 'Harbour <b>Clinic</b>' }));
  for (const { html } of await pages()) {
    expect(html).toContain('<p class="of">Harbour &#60;b&#62;Clinic&#60;/b&#62;</p>');
    expect(html).not.toContain('class="mark"');
    expect(html).toMatch(/<title>[^<]+ · Harbour &#60;b&#62;Clinic&#60;\/b&#62;<\/title>/);
  }
  const icon = readPicture(png(64, 64));
  const sign = { logo: null, logoDark: null, icon };
  await arrange(started.store, (handle) => setAppearance(handle, { accent: null, accentDark: null }, sign));
  for (const { html } of await pages())
    expect(html).toContain(
      `<img src="/appearance/${icon.hash}.png" width="20" height="20" alt=""><p class="of">Harbour`,
    );
  const [logo, logoDark] = [readPicture(png(480, 60)), readPicture(png(30, 30))];
  const accent = { accent: '#8a6d05', accentDark: '#ffcc00' };
  await arrange(started.store, (handle) => setAppearance(handle, accent, { logo, logoDark, icon: null }));
  for (const { html, policy } of await pages()) {
    expect(html).toContain('<link rel="stylesheet" href="/appearance/accent-8a6d05-ffcc00.css">');
    expect(html).toContain(`<img src="/appearance/${logo.hash}.png" width="240" height="30" alt="Harbour`);
    expect(html).toContain(`srcset="/appearance/${logoDark.hash}.png" width="30" height="30"`);
    expect(html).not.toContain('<b>');
    expect(policy).toMatch(/style-src 'self' 'sha256-[^']+'; img-src 'self';/);
  }
});

test('pages without scripts use the colours of the console', async () => {
  const tokens = await readFile(new URL('../../../../console/src/ui/tokens.css', import.meta.url), 'utf8');
  const colours = (css: string) =>
    new Map(
      [...css.matchAll(/(--[\w-]+):\s*(light-dark\(oklch\([^)]*\),\s*oklch\([^)]*\)\))/g)].map(([, name, value]) => [
        name,
        value?.replace(/,\s*/g, ', '),
      ]),
    );
  const theirs = colours(tokens);
  const ours = colours(style);
  expect(ours.size).toBeGreaterThan(15);
  for (const [name, value] of ours) expect([name, value]).toEqual([name, theirs.get(name)]);
});
