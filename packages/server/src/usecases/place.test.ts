import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { organisation, sentChanges } from './plans/together/together.testing.ts';
import { type TestLicet, testLicet } from './testing.ts';

let licet: TestLicet;
beforeAll(async () => {
  licet = await testLicet();
});
afterAll(() => licet.close());

const planLong = () => licet.call('plans.makeLong', licet.admin, { body: sentChanges(organisation(60)) });
const isFree = () =>
  vi.waitFor(
    async () => {
      for await (const _ of await planLong());
    },
    { timeout: 60_000, interval: 100 },
  );

test('a server runs one import or large plan at a time, and tells other callers when to retry', async () => {
  const { key } = await licet.owned();
  const params = { application: key };
  const imported = () =>
    licet.call('access.import', licet.admin, {
      params,
      query: { kind: 'permissions', dryRun: 'true' },
      body: 'ana\tread\n',
    });
  const begun = await planLong();
  await expect(planLong()).rejects.toMatchObject({
    problem: { code: 'busy', reason: 'large_job_running', values: {}, retryAfter: 30 },
  });
  await expect(imported()).rejects.toMatchObject({ problem: { code: 'busy' } });
  expect(await licet.outcome('plans.make', licet.admin, { body: { changes: organisation(3).slice(0, 2) } })).toBe('ok');
  for await (const _ of begun);
  for await (const _ of await imported());
});

test('does not queue a caller who is refused because of their own job', async () => {
  const { key, owner } = await licet.owned();
  const begun = await planLong();
  await expect(planLong()).rejects.toMatchObject({ problem: { reason: 'large_job_running' } });
  for await (const _ of begun);
  const query = { kind: 'permissions', dryRun: 'true' };
  const imported = { params: { application: key }, query, body: 'ana\tread\n' };
  expect(await licet.outcome('access.import', owner, imported)).toBe('ok');
  await isFree();
});

test('starts the next import or plan when a response is left unread, or a body is invalid', async () => {
  await planLong();
  await isFree();
  expect(await licet.outcome('plans.makeLong', licet.admin, { body: '{"change": 1}\n' })).toBe('invalid_request');
  expect(await licet.outcome('plans.makeLong', licet.admin, { body: 'no JSON' })).toBe('malformed_body');
  expect(await licet.outcome('plans.applyLong', licet.admin, { body: sentChanges(organisation(3)) })).toBe(
    'invalid_request',
  );
  await isFree();
});

test('rolls back a large plan whose caller closes the connection', async () => {
  const changes = organisation(60);
  let digest = '';
  for await (const piece of await licet.call('plans.makeLong', licet.admin, { body: sentChanges(changes) }))
    digest = /"digest":"([0-9a-f]+)"/.exec(piece)?.[1] ?? digest;
  const stream = await licet.call('plans.applyLong', licet.admin, { body: sentChanges(changes, { digest }) });
  const reading = stream[Symbol.asyncIterator]();
  await reading.next();
  await reading.return?.(undefined);
  await isFree();
  const { rows } = await licet.database.pool.query("select from users where username like 'Person.%'");
  expect(rows).toEqual([]);
});
