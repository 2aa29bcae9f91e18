import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { testOutgoing } from '../identity/connections/upstream.testing.ts';
import { createOutgoing, signatureOf } from '../outgoing/outgoing.ts';
import { operator, type TestLicet, testLicet } from '../usecases/testing.ts';
import type { Letter, MailServer } from './mail-server.ts';
import { openMailer } from './mailer.ts';

let receiver: Server;
let webhook: string;
let answer: number | 'never';
let got: { readonly headers: IncomingHttpHeaders; readonly body: string }[];

beforeAll(async () => {
  receiver = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    got.push({ headers: request.headers, body });
    if (answer === 'never') return;
    if (answer === 302) response.setHeader('location', 'http://127.0.0.1:1/elsewhere');
    response.writeHead(answer).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  webhook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/licet`;
});
beforeEach(() => {
  answer = 202;
  got = [];
});
afterAll(() => {
  receiver.closeAllConnections();
  return new Promise((resolve) => receiver.close(resolve));
});

const secret = 'a secret of more than thirty-two characters';
const server = (): MailServer => ({
  host: '127.0.0.1',
  port: 80,
  security: 'none',
  username: null,
  password: secret,
  webhook,
  fromAddress: 'licet@harbour.example',
  fromName: 'Harbour Clinic',
  language: 'en',
});
const letter: Letter = {
  to: { name: 'Maya', address: 'maya@harbour.example' },
  subject: 'Hello',
  text: 'Hello.',
  html: '<p>Hello.</p>',
  id: 'one@id.harbour.example',
};
const mailer = openMailer(undefined, { patience: 500, outgoing: testOutgoing });

test('posts a mail to the webhook with its id and a signature, but not the secret', async () => {
  const before = Math.floor(Date.now() / 1000);
  expect(await mailer.send(server(), letter)).toEqual({ failure: null });
  const after = Math.ceil(Date.now() / 1000);
  const [{ headers, body } = { headers: {}, body: '' }] = got;
  expect(JSON.parse(body)).toMatchObject({
    type: 'mail',
    id: letter.id,
    to: letter.to,
    subject: 'Hello',
    text: 'Hello.',
  });
  const timestamp = String(headers['webhook-timestamp']);
  expect(Number(timestamp)).toBeGreaterThanOrEqual(before);
  expect(Number(timestamp)).toBeLessThanOrEqual(after);
  expect(headers['webhook-id']).toBe(letter.id);
  expect(headers['webhook-signature']).toBe(`v1,${signatureOf(secret, { id: letter.id, timestamp, body })}`);
  expect(JSON.stringify([headers, body])).not.toContain(secret);
  expect(signatureOf(secret, { id: letter.id, timestamp, body: `${body} ` })).not.toBe(
    signatureOf(secret, { id: letter.id, timestamp, body }),
  );
});

test('sends addresses with the ASCII form of their domains', async () => {
  const to = { name: 'Maya', address: 'Maya@Bücher.example' };
  await mailer.send({ ...server(), fromAddress: 'licet@straße.example' }, { ...letter, to });
  expect(JSON.parse(got[0]?.body ?? '')).toMatchObject({
    from: { address: 'licet@xn--strae-oqa.example' },
    to: { address: 'Maya@xn--bcher-kva.example' },
  });
});

test('treats a webhook’s refusal as final or temporary by its status', async () => {
  for (const [status, final] of [
    [400, true],
    [422, true],
    [401, false],
    [429, false],
    [500, false],
    [503, false],
  ] as const) {
    answer = status;
    expect(await mailer.send(server(), letter), String(status)).toMatchObject({ failure: {}, final });
  }
});

test('retries later when a webhook never answers, and follows no redirect', async () => {
  answer = 302;
  expect(await mailer.send(server(), letter)).toMatchObject({ failure: { kind: 'other' }, final: false });
  answer = 'never';
  const impatient = openMailer(undefined, {
    patience: 500,
    outgoing: createOutgoing({ allowed: ['127.0.0.1'], patience: 300 }),
  });
  expect(await impatient.send(server(), letter)).toMatchObject({ failure: { kind: 'timeout' }, final: false });
});

test('attack 38: does not call an internal address, whatever the settings say', async () => {
  const guarded = openMailer(undefined, { patience: 500 });
  for (const inside of [webhook, 'https://127.0.0.1/x', 'https://169.254.169.254/latest', 'https://[::1]/']) {
    const result = await guarded.send({ ...server(), webhook: inside }, letter);
    expect(result, inside).toMatchObject({
      failure: { kind: expect.stringMatching(/no_answer|no_tls/) },
      final: false,
    });
  }
  expect(got).toEqual([]);
});

test('setting the webhook needs a recent sign-in, and its secret goes to no other address', async () => {
  const licet: TestLicet = await testLicet({ mailer });
  const from = { fromAddress: 'licet@harbour.example', fromName: 'Harbour Clinic', language: 'en' };
  const configure = (body: object, caller: Parameters<TestLicet['outcome']>[1] = operator) =>
    licet.outcome('mail.configureWebhook', caller, { body: { webhook, ...from, ...body } });
  expect(await configure({})).toBe('invalid_request');
  expect(await configure({ secret }, licet.admin)).toBe('sign_in_again');
  expect(await configure({ secret }, await licet.user('settings.manage'))).toBe('may_not_grant');
  expect(await configure({ secret })).toBe('ok');
  expect(await configure({ fromName: 'Clinic' })).toBe('ok');
  expect(await configure({ webhook: `${webhook}/other` })).toBe('invalid_request');
  const shown = await licet.call('mail.settings', licet.admin);
  expect(shown).toMatchObject({ setBy: 'screen', server: { webhook, hasPassword: true, fromName: 'Clinic' } });
  const { items } = await licet.call('audit.list', licet.admin);
  expect(JSON.stringify([shown, items])).not.toContain(secret);
  const manager = await licet.user('settings.manage');
  await licet.database.pool.query(`update users set email = 'manager@harbour.example' where id = $1`, [manager.userId]);
  expect(await licet.call('mail.test', manager)).toEqual({ to: 'manager@harbour.example', failure: null });
  expect(JSON.parse(got[0]?.body ?? '{}')).toMatchObject({ to: { address: 'manager@harbour.example' } });
  const smtp = { host: 'smtp.example.org', port: 465, security: 'tls', username: 'licet', ...from };
  expect(await licet.outcome('mail.configure', operator, { body: smtp })).toBe('ok');
  expect(await licet.call('mail.settings', licet.admin)).toMatchObject({
    server: { webhook: null, hasPassword: false },
  });
  await licet.close();
});

afterEach(() => mailer.close());
