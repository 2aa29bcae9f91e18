import type { ServerCondition, Status } from '@licet/contract';
import { expect, test } from 'vitest';
import { exitCodeOf, textOf } from './finding.ts';
import { judged } from './server.ts';

const fine: ServerCondition = {
  settings: {},
  settingsUnknown: [],
  notReady: null,
  clockAheadSeconds: 0.02,
  seesAddresses: true,
  ownTls: false,
  forwarderTrusted: true,
  databaseFullSeconds: null,
  pool: { inUse: 1, waiting: 0, most: 10 },
  mail: 'works',
  jobs: [
    { kind: 'mail', due: 1, oldestSeconds: 2, putOff: 0, givenUp: 0 },
    { kind: 'reminders', due: 0, oldestSeconds: 0, putOff: 0, givenUp: 0 },
  ],
  backups: null,
  checkpoints: null,
};
const status = (condition: Partial<ServerCondition> = {}, more: Partial<Status> = {}): Status => ({
  version: '1.0.0',
  issuer: 'https://licet.example',
  database: 'PostgreSQL 18.0',
  setUp: true,
  change: 3,
  uptimeSeconds: 60,
  condition: { ...fine, ...condition },
  ...more,
});
const amissIn = (given: Status) => judged(given).filter((it) => !it.well);

test('finds no fault in a healthy server', () => expect(amissIn(status())).toEqual([]));

test.each<[string, Status]>([
  ['Ready', status({ notReady: 'The database is a standby and accepts no changes.' })],
  ['Clock', status({ clockAheadSeconds: 3600 })],
  ['Clock', status({ clockAheadSeconds: -6 })],
  ['Pool', status({ pool: { inUse: 10, waiting: 4, most: 10 } })],
  ['Space', status({ databaseFullSeconds: 40 })],
  ['Proxy', status({ seesAddresses: false })],
  ['Proxy', status({ forwarderTrusted: false })],
  ['Mail', status({ mail: 'fails' })],
  ['Mail', status({ jobs: [{ kind: 'mail', due: 0, oldestSeconds: 0, putOff: 2, givenUp: 1 }] })],
  ['Jobs', status({ jobs: [{ kind: 'reminders', due: 1, oldestSeconds: 900, putOff: 0, givenUp: 0 }] })],
  ['Jobs', status({ jobs: [{ kind: 'backchannel_logout', due: 0, oldestSeconds: 0, putOff: 0, givenUp: 1 }] })],
  ['Set-up', status({}, { setUp: false })],
])('reports a fault only under %s, with the reason and the next step', (what, given) => {
  const found = amissIn(given);
  expect(found.map((it) => it.what)).toEqual([what]);
  expect(found[0]).toMatchObject({ why: expect.stringMatching(/\.$/), next: expect.stringMatching(/\w{4}/) });
  expect(textOf(found)).toMatch(/^FAULT {2}\S.+\n +Why: .+\n +Next: .+$/);
});

test('states the consequence of failed jobs of each kind', () => {
  const failed = (kind: string) => status({ jobs: [{ kind, due: 0, oldestSeconds: 0, putOff: 1, givenUp: 0 }] });
  expect(amissIn(failed('backup'))).toMatchObject([{ why: expect.stringContaining('backup was not made') }]);
  expect(amissIn(failed('reminders'))).toMatchObject([{ why: expect.stringContaining('in the background') }]);
});

test('reports no fault for waiting mails if no mail server is configured', () => {
  const jobs = [{ kind: 'mail', due: 0, oldestSeconds: 0, putOff: 3, givenUp: 0 }];
  expect(amissIn(status({ mail: 'not_set', jobs }))).toEqual([]);
});

test('reports the trust in a proxy as unchecked until a request has come through the proxy', () => {
  const found = judged(status({ forwarderTrusted: null }));
  expect(found.filter((it) => it.well !== true)).toMatchObject([{ what: 'Proxy', well: null }]);
  expect(exitCodeOf(found)).toBe(3);
});

test('does not report mails that are waiting for a retry', () => {
  const jobs = [{ kind: 'mail', due: 0, oldestSeconds: 0, putOff: 3, givenUp: 0 }];
  const found = judged(status({ jobs }));
  expect(found.filter((it) => !it.well)).toEqual([]);
  expect(textOf(found)).toContain('the mail server answered the last attempt; 3 to be tried again, 0 given up');
});

test('omits checks that the server could not make', () => {
  const unknown = { clockAheadSeconds: null, mail: null, jobs: null };
  const found = judged(status(unknown, { database: null, setUp: null, change: null }));
  expect(found.map(({ what }) => what)).toEqual(['Server', 'Ready', 'Pool', 'Space', 'Proxy']);
});

test('does not check for a proxy if Licet terminates TLS itself', () => {
  expect(amissIn(status({ ownTls: true, forwarderTrusted: null }))).toEqual([]);
});

test('does not check for a proxy if the public address is localhost', () => {
  expect(amissIn(status({ seesAddresses: false }, { issuer: 'http://localhost:4080' }))).toEqual([]);
});
