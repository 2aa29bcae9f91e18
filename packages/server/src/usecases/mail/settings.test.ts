import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openMailer } from '../../mail/mailer.ts';
import { localGuard, type TestSmtp, testSmtp } from '../../mail/smtp.testing.ts';
import { operator, type TestLicet, testLicet } from '../testing.ts';

let licet: TestLicet;
let smtp: TestSmtp;

beforeAll(async () => {
  smtp = await testSmtp();
});
beforeEach(async () => {
  licet = await testLicet({ mailer: openMailer(undefined, { patience: 5000, guard: localGuard }) });
});
afterEach(() => licet.close());
afterAll(() => smtp.close());

const body = { host: 'smtp.example.org', port: 465, security: 'tls', username: 'licet', password: 'hush hush' };
const server = { ...body, fromAddress: 'licet@harbour.example', fromName: 'Harbour Clinic', language: 'en' };
const configure = (over: object = {}) => licet.outcome('mail.configure', operator, { body: { ...server, ...over } });

test('the mail server’s password is write-only: absent from responses and events, and never stored in clear text', async () => {
  expect(await licet.call('mail.settings', licet.admin)).toMatchObject({ setBy: 'nobody', server: null, version: 0 });
  const set = await licet.call('mail.configure', operator, { body: server });
  expect(set).toMatchObject({ setBy: 'screen', last: null, server: { host: 'smtp.example.org', hasPassword: true } });
  const { items } = await licet.call('audit.list', licet.admin);
  expect(items[0]).toMatchObject({ action: 'mail.configured', after: { newPassword: true } });
  const { rows } = await licet.database.pool.query('select password from mail_settings');
  const seen = [JSON.stringify(set), JSON.stringify(items), rows[0].password.toString('latin1')].join();
  expect(seen).not.toContain('hush');
});

test('a change of the mail server’s host, port or security requires the password again', async () => {
  expect(await configure()).toBe('ok');
  const { password: _, ...without } = server;
  const change = (over: object) => licet.outcome('mail.configure', operator, { body: { ...without, ...over } });
  expect(await change({ fromName: 'Clinic' })).toBe('ok');
  expect(await change({ host: 'smtp.evil.example' })).toBe('invalid_request');
  expect(await change({ port: 25 })).toBe('invalid_request');
  expect(await change({ security: 'none' })).toBe('invalid_request');
  expect(await configure({ host: 'smtp.other.example' })).toBe('ok');
});

test('only administrators may set the mail server, and only after a fresh sign-in', async () => {
  const manager = await licet.user('settings.manage');
  const input = { body: server };
  expect(await licet.outcome('mail.settings', manager)).toBe('ok');
  expect(await licet.outcome('mail.configure', manager, input)).toBe('may_not_grant');
  expect(await licet.outcome('mail.turnOff', manager)).toBe('may_not_grant');
  expect(await licet.outcome('mail.configure', licet.admin, input)).toBe('sign_in_again');
  expect(await licet.outcome('mail.turnOff', licet.admin)).toBe('sign_in_again');
});

test('refuses a change of an outdated version, and deletes the settings when mail is turned off', async () => {
  const { version } = await licet.call('mail.configure', operator, { body: server });
  const stale = { body: server, ifMatch: version - 1 };
  expect(await licet.outcome('mail.configure', operator, stale)).toBe('version_conflict');
  const another = licet.anotherServer();
  const outcomes = [licet, another].map((on, index) =>
    on.outcome('mail.configure', operator, { body: { ...server, fromName: `Name ${index}` }, ifMatch: version }),
  );
  expect((await Promise.all(outcomes)).sort()).toEqual(['ok', 'version_conflict']);
  await another.close();
  const { version: now } = await licet.call('mail.settings', operator);
  expect(await licet.call('mail.turnOff', operator, { ifMatch: now })).toMatchObject({ setBy: 'nobody' });
  expect(await licet.outcome('mail.turnOff', operator)).toBe('wrong_state');
  expect((await licet.database.pool.query('select from mail_settings')).rowCount).toBe(0);
});

test('a test mail goes to the caller, and its result is stored', async () => {
  const manager = await licet.user('settings.manage');
  expect(await licet.outcome('mail.test', manager)).toBe('wrong_state'); // no server
  const { host, port, security } = smtp.server;
  await configure({ host, port, security, username: null, password: null });
  await licet.call('appearance.update', manager, { body: { accent: '#8a6d05' } });
  expect(await licet.outcome('mail.test', manager)).toBe('wrong_state'); // no address
  await licet.database.pool.query(`update users set email = 'manager@harbour.example' where id = $1`, [manager.userId]);
  expect(await licet.call('mail.test', manager)).toEqual({ to: 'manager@harbour.example', failure: null });
  const first = await smtp.mailTo('manager@harbour.example');
  expect(first.subject).toBe('Licet can send mail');
  expect(first.html).toContain('color:#8a6d05">Licet</p>');
  expect(await licet.call('mail.settings', manager)).toMatchObject({ last: { failure: null } });
  smtp.mode = 'refuses';
  expect(await licet.call('mail.test', manager)).toMatchObject({ failure: { kind: 'refused' } });
  expect(await licet.call('mail.settings', manager)).toMatchObject({ last: { failure: { kind: 'refused' } } });
  smtp.mode = 'takes';
});

test('a mail server set in the environment overrides the stored one, and calls cannot change it', async () => {
  await configure();
  const other = await testLicet({ mailer: openMailer({ ...smtp.server, password: 'hush hush' }) });
  const shown = await other.call('mail.settings', other.admin);
  expect(shown).toMatchObject({ setBy: 'environment', server: { port: smtp.server.port, hasPassword: true } });
  expect(JSON.stringify(shown)).not.toContain('hush');
  expect(await other.outcome('mail.configure', operator, { body: server })).toBe('wrong_state');
  expect(await other.outcome('mail.turnOff', operator)).toBe('wrong_state');
  await other.close();
});

test('the mail server’s reply to a test is not stored if the user was erased meanwhile', async () => {
  const manager = await licet.user('settings.manage');
  const { userId } = manager;
  const address = 'erased@harbour.example';
  await licet.database.pool.query('update users set email = $2 where id = $1', [userId, address]);
  const own = await testSmtp({
    onRcptTo: (_address, _session, done) => {
      const refusal = Object.assign(new Error(`<${address}> is unknown`), { responseCode: 550 });
      void licet.call('users.erase', operator, { params: { user: userId } }).then(() => done(refusal), done);
    },
  });
  try {
    const { host, port, security } = own.server;
    await configure({ host, port, security, username: null, password: null });
    const { failure } = await licet.call('mail.test', manager);
    expect(failure).toMatchObject({ kind: 'refused', said: expect.stringContaining(address) });
    const { rows } = await licet.database.pool.query('select failure from mail_health');
    expect(rows).toMatchObject([{ failure: { kind: 'refused', said: null } }]);
  } finally {
    await own.close();
  }
});
