import { createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { freePort } from '../../../../scripts/free-port.ts';
import type { Letter, Mailer, MailServer } from './mail-server.ts';
import { openMailer } from './mailer.ts';
import { render } from './render.ts';
import { localGuard, type TestSmtp, testSmtp } from './smtp.testing.ts';

let smtp: TestSmtp;
let mailer: Mailer;

beforeEach(async () => {
  smtp = await testSmtp();
  mailer = openMailer(undefined, { patience: 500, guard: localGuard });
});
afterEach(async () => {
  mailer.close();
  await smtp.close();
});

const issuer = 'https://id.harbour.example';

const letter = (overrides: Partial<Letter> = {}): Letter => ({
  ...render({
    template: 'test',
    data: {},
    language: 'en',
    name: 'Maya <b>Lindqvist</b>',
    organisation: 'Harbour & Clinic',
    issuer,
  }),
  to: { name: 'Maya', address: 'maya@harbour.example' },
  id: 'one@id.harbour.example',
  ...overrides,
});

test('refuses a certificate that no trusted authority has issued', async () => {
  const encrypted = await testSmtp({ secure: true });
  expect(await mailer.check({ ...encrypted.server, security: 'tls' })).toMatchObject({ kind: 'certificate' });
  await encrypted.close();
});

test('refuses a mail server in the local network unless the operator allows it', async () => {
  const guarded = openMailer(undefined, { patience: 500 });
  const refused = {
    kind: 'no_answer',
    said: expect.stringMatching(/^127\.0\.0\.1:\d+ leads to .+ can allow the host \(LICET_ALLOW_OUTGOING\)\.$/),
    reason: 'host_not_called',
    values: { host: expect.stringMatching(/^127\.0\.0\.1:\d+$/), network: 'this_machine' },
  };
  expect(await guarded.check(smtp.server)).toEqual(refused);
  expect(await guarded.send(smtp.server, letter())).toEqual({ failure: refused, final: false });
  guarded.close();
  const named = openMailer(smtp.server, { patience: 500 });
  expect(await named.check(smtp.server)).toBeNull();
  named.close();
});

test('sends a mail as text and HTML, with its id and marked as automatic', async () => {
  expect(await mailer.send(smtp.server, letter())).toEqual({ failure: null });
  const mail = await smtp.mailTo('maya@harbour.example');
  expect(mail).toMatchObject({
    subject: 'Harbour & Clinic can send mail',
    from: { name: 'Harbour Clinic', address: 'licet@harbour.example' },
    messageId: '<one@id.harbour.example>',
  });
  expect(mail.text).toContain('Hello Maya <b>Lindqvist</b>,');
  expect(mail.html).toContain('Hello Maya &lt;b&gt;Lindqvist&lt;/b&gt;,');
  expect(mail.html).not.toMatch(/<img|src=|url\(|<script/i);
  expect(mail.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated');
});

test('uses the organisation’s colours in light and dark, without external resources', () => {
  const given = {
    template: 'password_reset',
    data: {},
    language: 'en',
    name: 'Maya',
    organisation: 'Harbour',
    issuer,
  } as const;
  const accent = { light: '#8a6d05', dark: '#ffcc00' };
  const { html } = render({ ...given, accent, link: `${issuer}/set-password` });
  expect(html).toContain('color:#8a6d05">Harbour</p>');
  expect(html).toMatch(/class="go"[^>]*background:#8a6d05/);
  expect(html).toContain('.go { background: #ffcc00 !important; color: #0e1014 !important; }');
  expect(html).not.toMatch(/<img|src=|url\(|<link/i);
  expect(render({ ...given, link: issuer }).html).toMatch(/class="go"[^>]*background:#3049ad/);
});

test('CR and LF in a name, an address or a subject add no header or recipient', async () => {
  const evil = '\r\nBcc: eve@evil.example\r\n\r\nBody';
  await mailer.send(smtp.server, letter({ to: { name: `Maya${evil}`, address: 'maya@harbour.example' } }));
  await mailer.send(smtp.server, letter({ subject: `Hello${evil}`, id: 'two@id.harbour.example' }));
  await mailer.send(
    { ...smtp.server, fromName: `Clinic${evil}` },
    letter({ to: { name: 'eve@evil.example, Maya', address: 'maya@harbour.example' }, id: 'three@id.harbour.example' }),
  );
  expect(smtp.mails).toHaveLength(3);
  expect(smtp.recipients).toEqual(Array(3).fill('maya@harbour.example'));
  for (const mail of smtp.mails) {
    expect(mail.headers.map(({ key }) => key)).not.toContain('bcc');
    expect(mail.to).toHaveLength(1);
  }
  const address = `maya@harbour.example${evil}`;
  expect(await mailer.send(smtp.server, letter({ to: { name: 'Maya', address } }))).not.toEqual({ failure: null });
  expect(smtp.recipients).not.toContain('eve@evil.example');
});

describe('failures to send a mail', () => {
  const at = (overrides: Partial<MailServer>) => ({ ...smtp.server, ...overrides });

  test('distinguishes an unreachable server from an unknown host', async () => {
    expect(await mailer.check(at({ port: await freePort() }))).toMatchObject({ kind: 'no_answer' });
    expect(await mailer.check(at({ host: 'nowhere.invalid' }))).toMatchObject({ kind: 'no_host' });
  });

  test('reports a server that drops the connection', async () => {
    smtp.mode = 'drops';
    expect(await mailer.send(smtp.server, letter())).toMatchObject({ failure: { kind: 'no_answer' }, final: false });
  });

  test('reports a server that hangs', async () => {
    smtp.mode = 'hangs';
    expect(await mailer.send(smtp.server, letter())).toMatchObject({ failure: { kind: 'timeout' }, final: false });
  });

  test('reports a server that stays silent', async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const address = silent.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    expect(await mailer.check(at({ port }))).toMatchObject({ kind: 'timeout' });
    silent.close();
  });

  test('reports an unknown mailbox as final, and a full one as temporary', async () => {
    smtp.mode = 'refuses';
    const refused = { failure: { kind: 'refused', said: expect.stringContaining('No such mailbox') }, final: true };
    expect(await mailer.send(smtp.server, letter())).toMatchObject(refused);
    smtp.mode = 'not now';
    expect(await mailer.send(smtp.server, letter())).toMatchObject({ failure: { kind: 'refused' }, final: false });
  });

  test('reports a wrong password and missing encryption', async () => {
    const strict = await testSmtp({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ password }, _session, done) =>
        password === 'right' ? done(null, { user: 'licet' }) : done(new Error('Invalid')),
    });
    const login = { ...strict.server, username: 'licet' };
    expect(await mailer.check({ ...login, password: 'wrong' })).toMatchObject({ kind: 'login' });
    expect(await mailer.check({ ...login, password: 'right' })).toBeNull();
    await strict.close();
    expect(await mailer.check(at({ security: 'starttls' }))).toMatchObject({ kind: 'no_tls' });
    expect(await mailer.check(at({ security: 'tls' }))).toMatchObject({ kind: 'no_tls' });
  });
});

test('sends domains to a mail server in their ASCII form', async () => {
  const to = { name: 'Maya', address: 'Maya@Bücher.example' };
  const server = { ...smtp.server, fromAddress: 'licet@straße.example' };
  expect(await mailer.send(server, letter({ to }))).toEqual({ failure: null });
  const mail = await smtp.mailTo('Maya@xn--bcher-kva.example');
  expect(mail.from?.address).toBe('licet@xn--strae-oqa.example');
});
