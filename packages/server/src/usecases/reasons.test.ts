import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestInput, type TestLicet, testLicet } from './testing.ts';

// Each language builds its sentences from these reasons and values. No other test checks which ones the calls send.
let licet: TestLicet;
let key: string;
beforeAll(async () => {
  licet = await testLicet();
  ({ key } = await licet.owned('pay'));
});
afterAll(() => licet.close());

type Id = Parameters<TestLicet['call']>[0];
const refused = (id: Id, input: TestInput, caller = licet.admin) =>
  licet.call(id, caller, input).then(
    () => expect.fail('was not refused'),
    ({ problem }: { problem: object }) => problem,
  );

test('a refusal names the missing permission', async () => {
  expect(await refused('users.list', {}, await licet.user())).toMatchObject({
    code: 'forbidden',
    reason: 'permission_needed',
    values: { permission: 'users.read' },
    permission: 'users.read',
  });
});

test('a refusal names the current version and the sent one', async () => {
  const application = await licet.call('applications.get', licet.admin, { params: { application: key } });
  const stale = { params: { application: key }, body: { name: 'Pay' }, ifMatch: application.version + 1 };
  expect(await refused('applications.update', stale)).toMatchObject({
    reason: 'version_moved',
    values: { current: application.version, sent: application.version + 1 },
    currentVersion: application.version,
  });
});

test('a refusal names the unknown value as the caller wrote it', async () => {
  expect(await refused('applications.get', { params: { application: 'nowhere' } })).toMatchObject({
    reason: 'application_unknown',
    values: { application: 'nowhere' },
  });
  const user = '01a1fd60-b421-70dc-9693-52f823154a01';
  expect(await refused('users.get', { params: { user } })).toMatchObject({ reason: 'user_unknown', values: { user } });
});

test('a refusal names both look-alike names, with any characters', async () => {
  const params = { application: key };
  const [name, other] = ['run\u00a0“all”, "now"', 'run “all”, "now"'];
  await licet.call('roles.create', licet.admin, { params, body: { name: other } });
  expect(await refused('roles.create', { params, body: { name } })).toMatchObject({
    code: 'name_taken',
    reason: 'looks_like_another',
    values: { name, other },
  });
});

test('a field error has its own reason, and its sentence is the detail', async () => {
  const body = { name: 'App', kind: 'browser', redirectUris: ['https://app.example/'], keysEndAt: null };
  const reason = 'client_without_secret';
  const problem = await refused('clients.create', { params: { application: key }, body });
  expect(problem).toMatchObject({ errors: [{ pointer: '/keysEndAt', reason, values: {} }] });
  expect(problem).not.toHaveProperty('reason');
  expect(problem).toMatchObject({ detail: (problem as { errors: [{ detail: string }] }).errors[0].detail });
});
