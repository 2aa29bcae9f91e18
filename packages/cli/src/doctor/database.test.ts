import type { DatabaseSeen } from '@licet/server/doctor';
import { expect, test } from 'vitest';
import { judgedDatabase } from './database.ts';
import { exitCodeOf, textOf } from './finding.ts';
import { backups, checkpoints } from './machine.ts';

const licet: NonNullable<DatabaseSeen['licet']> = {
  schema: { applied: 53, missing: [], newer: [], changed: [] },
  keyFits: true,
  tables: [{ table: 'change', rows: 10, dead: 9, bytes: 8192, vacuumedAt: null }],
  jobs: [],
  mailFails: false,
  directories: [],
  sharedAddresses: [],
};
const fine: DatabaseSeen = {
  version: 'PostgreSQL 18.0',
  standby: false,
  clockAheadSeconds: 0,
  drafts: { temporary: true, schema: 'public' },
  connections: { used: 3, most: 57 },
  servers: [{ version: '1.0.0', connections: 3 }],
  busy: [],
  slow: null,
  licet,
  held: false,
};
const judged = (seen: Partial<DatabaseSeen>, asked = false) =>
  judgedDatabase({ version: '1.0.0', database: { ...fine, ...seen } }, asked);
const inLicet = (seen: Partial<typeof licet>) => ({ licet: { ...licet, ...seen } });
const mixed = (schema: Partial<(typeof licet)['schema']>) => inLicet({ schema: { ...licet.schema, ...schema } });
const busy = { pid: 7, program: 'psql', seconds: 90, statement: 'select ?' };

test('finds no fault in a healthy database, or before the first start of Licet', () => {
  expect(judged({}).filter((it) => !it.well)).toEqual([]);
  expect(judged({ licet: null }).filter((it) => !it.well)).toEqual([]);
});

test.each<[string, Partial<DatabaseSeen>, RegExp]>([
  ['Database', { standby: true }, /read-only standby/],
  ['Schema', mixed({ missing: ['0053_a.sql'] }), /older than this version: 0053_a\.sql is missing/],
  ['Schema', mixed({ newer: ['9999_b.sql'] }), /newer than this version/],
  ['Schema', mixed({ changed: ['0001_c.sql'] }), /steps differ from this version/],
  ['Key', inLicet({ keyFits: false }), /does not match this database/],
  ['Plans', { drafts: { temporary: false, schema: 'public' } }, /may not create temporary tables/],
  ['Plans', { drafts: { temporary: true, schema: 'licet' } }, /in the schema licet/],
  ['Versions', { servers: [{ version: '0.9.0', connections: 1 }, ...fine.servers] }, /servers are 0\.9\.0 and 1\.0\.0/],
  ['Versions', { servers: [{ version: null, connections: 1 }] }, /an unknown version/],
  ['Connections', { connections: { used: 57, most: 57 } }, /57 of/],
  ['Clock', { clockAheadSeconds: 3600 }, /3600 s ahead/],
  ['Statements', { busy: [{ ...busy, how: 'idle' }] }, /psql \(pid 7\) has left a transaction open and idle for 90 s/],
  ['Statements', { slow: [{ calls: 40, meanSeconds: 0.5, statement: 'select' }] }, /500 ms on average over 40 calls/],
  [
    'Tables',
    inLicet({ tables: [{ ...licet.tables[0], table: 'jobs', rows: 3, dead: 20_000, bytes: 1, vacuumedAt: null }] }),
    /jobs has 20000 dead rows/,
  ],
  ['Mail', inLicet({ mailFails: true }), /refused/],
  ['Jobs', inLicet({ jobs: [{ kind: 'mail', due: 1, oldestSeconds: 900, putOff: 0, givenUp: 0 }] }), /waited 900 s/],
])('reports a fault only under %s: %o', (what, seen, says) => {
  const found = judged(seen).filter((it) => it.well !== true);
  expect(found.map((it) => it.what)).toEqual([what]);
  expect(found[0]).toMatchObject({
    well: false,
    says: expect.stringMatching(says),
    why: expect.stringMatching(/\.$/),
    next: expect.stringMatching(/\w{4}/),
  });
});

test('warns of users whose addresses are two forms of one address, and names their ids', () => {
  const found = judged(inLicet({ sharedAddresses: [['one', 'two']] })).filter(({ why }) => why !== '');
  expect(found).toMatchObject([
    { what: 'Addresses', well: true, says: expect.stringContaining('users one and two have') },
  ]);
});

test('reports locked tables as not checked', () => {
  expect(judged({ licet: null, held: true }).filter((it) => it.well !== true)).toMatchObject([
    { what: 'Schema', well: null },
  ]);
});

test('does not repeat checks that the server has reported', () => {
  const names = judged({}, true).map(({ what }) => what);
  expect(names).not.toContain('Clock');
  expect(names).not.toContain('Mail');
});

test('reports an unreachable database as a fault if it should run, otherwise as not checked', () => {
  const [down] = judgedDatabase(
    { version: '1', database: { unseen: 'nothing listens at its address', amiss: true } },
    false,
  );
  expect(down).toMatchObject({ what: 'Database', well: false, next: expect.stringContaining('LICET_DATABASE_URL') });
  const asleep = judgedDatabase({ version: '1', database: { unseen: 'it does not run', amiss: false } }, false);
  expect(asleep).toMatchObject([{ what: 'Database', well: null }]);
  expect(textOf(asleep)).toMatch(/^skip {3}Database .*\n +Why: .*\n +Next: /);
  expect([exitCodeOf(asleep), exitCodeOf(down ? [...asleep, down] : []), exitCodeOf([])]).toEqual([3, 1, 0]);
});

test.each([
  [{ fault: null, newestSeconds: 3000, everySeconds: 3600 }, true],
  [{ fault: null, newestSeconds: 6000, everySeconds: 3600 }, false],
  [{ fault: null, newestSeconds: null, everySeconds: 3600 }, false],
  [{ fault: 'EACCES', newestSeconds: null, everySeconds: 3600 }, false],
])('judges backups %o as healthy: %s', (seen, fine) => expect(backups(seen)[0]?.well).toBe(fine));

test('reports an unusable folder of checkpoints, and nothing if no folder is set', () => {
  expect(checkpoints({ fault: 'EACCES', newestSeconds: null, everySeconds: null })).toMatchObject([
    { well: false, says: 'the folder cannot be used (EACCES)' },
  ]);
  expect(checkpoints({ fault: null, newestSeconds: null, everySeconds: null })).toMatchObject([{ well: true }]);
  expect(checkpoints(null)).toEqual([]);
});

test('reports directories whose synchronisation failed, waits or has no schedule, with the reason', () => {
  const done = { connection: 'Corp', scheduled: true, state: 'done', problem: null, leaving: 0 } as const;
  const says = (changes: object) =>
    judged(inLicet({ directories: [{ ...done, ...changes }] }))
      .filter(({ what }) => what === 'Directories')
      .map((it) => [it.well, it.says]);
  expect(says({})).toEqual([]);
  expect(says({ state: 'failed', problem: 'Corp cannot be queried.' })).toEqual([
    [false, 'Corp: the last synchronisation failed. Corp cannot be queried.'],
  ]);
  expect(says({ state: 'waiting', leaving: 41 })).toEqual([
    [false, 'Corp: 41 users would leave at once, so the synchronisation waits for a confirmation'],
  ]);
  expect(says({ scheduled: false })).toEqual([[true, 'Corp: no schedule is set']]);
  expect(says({ scheduled: false, state: 'never' })).toEqual([[true, 'Corp: no schedule is set']]);
  // A restored copy has no schedule. A manual run that failed or waits must not fail its check.
  expect(says({ scheduled: false, state: 'failed', problem: 'Corp cannot be queried.' })).toEqual([
    [true, 'Corp: no schedule is set, and the last synchronisation failed. Corp cannot be queried.'],
  ]);
  expect(says({ scheduled: false, state: 'waiting', leaving: 41 })).toEqual([
    [true, 'Corp: 41 users would leave at once, so the synchronisation waits for a confirmation'],
  ]);
  // A name may contain characters that a shell expands. The printed command must be safe to paste.
  const [waiting] = judged(inLicet({ directories: [{ ...done, connection: '$(id)', state: 'waiting' }] })).filter(
    ({ what }) => what === 'Directories',
  );
  expect(waiting?.next).toContain(`licet sync ldap '$(id)' --dry-run`);
});
