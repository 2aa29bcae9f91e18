import type { DirectoryReport } from '@licet/contract';
import { expect, test } from 'vitest';
import { summaryOf } from '../commands/import-ldap.ts';
import { Plan } from './plan.ts';
import { directorySummary } from './summary.ts';

const none = { made: 0, there: 0 };
const report: DirectoryReport = {
  dryRun: true,
  change: null,
  applications: none,
  roles: none,
  inclusions: none,
  groups: none,
  users: { made: 3, there: 1 },
  memberships: none,
  grants: none,
  leftOut: [],
  withPassword: 0,
  withTotp: 0,
  suspended: 0,
  invited: 3,
  new: ['ada', 'bob'],
  known: ['anna'],
  namesakes: [{ username: 'anna', here: 'anna@harbour.example', there: 'anna2@acme.example' }],
};

test('the summary of an LDAP import plan names the users that the import would create', () => {
  expect(summaryOf(report, 'Corp')).toContain('\nWould be created: ada; bob; and 1 more.\n');
});

test('the summary shows both addresses of a namesake, and mentions no invitation', () => {
  const said = directorySummary(report, new Plan(), 'realm.json');
  expect(said).toContain('\n  anna: anna2@acme.example in the file, anna@harbour.example here\n');
  expect(said).toContain('3 have no password.');
  expect(said).not.toContain('invited');
});

test('the summary of an import writes one user in the singular', () => {
  const said = directorySummary({ ...report, withPassword: 1, withTotp: 1, suspended: 1, invited: 1 }, new Plan(), 'x');
  expect(said).toContain('1 has their password, 1 has their authenticator app, 1 is suspended, 1 has no password.');
});

test('replaces line breaks and escape characters in the name of a skipped user', () => {
  const leftOut = [
    { why: 'Their name is none that Licet takes.', count: 1, names: ['\u001b[2Kmallory\nUsers: 0 new'] },
  ];
  const said = [
    summaryOf({ ...report, leftOut }, 'Corp'),
    directorySummary({ ...report, leftOut }, new Plan(), 'realm.json'),
  ];
  for (const text of said)
    expect(text).toContain('\n  Their name is none that Licet takes (1): \uFFFD[2Kmallory\uFFFDUsers: 0 new\n');
});
