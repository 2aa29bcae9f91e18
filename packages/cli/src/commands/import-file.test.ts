import { expect, test } from 'vitest';
import { type ImportReport, summaryOf } from './import-file.ts';

const nothing = { users: 0, permissions: 0, roles: 0, rolePermissions: 0, grants: 0 };
const report = (created: Partial<typeof nothing>, changes: Partial<ImportReport> = {}): ImportReport => ({
  dryRun: false,
  lines: 1,
  created: { ...nothing, ...created },
  unchanged: 0,
  change: 7,
  digest: '',
  ...changes,
});

test('the import summary writes counts in the singular and the plural', () => {
  const one = { users: 1, permissions: 1, roles: 1, rolePermissions: 1, grants: 1 };
  expect(summaryOf(report(one))).toMatch(
    /^Created 1 user, 1 permission, 1 role, 1 permission in a role, 1 grant\. 1 line read, 0 unchanged\. Change 7\./,
  );
  expect(summaryOf(report({ permissions: 2, grants: 1200 }, { lines: 1200 }))).toBe(
    'Created 2 permissions, 1,200 grants. 1,200 lines read, 0 unchanged. Change 7.',
  );
  expect(summaryOf(report({}, { unchanged: 1, change: null }))).toBe('Created nothing. 1 line read, 1 unchanged.');
});

test('the import summary says once that new users have no passwords, and how to set them', () => {
  const said = summaryOf(report({ users: 3, grants: 3 }));
  expect(said.split('\n')).toHaveLength(2);
  expect(said).toContain('The new users have no passwords yet: “licet invite” sends each a link to set one');
  expect(summaryOf(report({ users: 1 }))).toContain('The new user has no password yet');
  expect(summaryOf(report({ users: 3 }, { dryRun: true, change: null }))).not.toContain('password');
  expect(summaryOf(report({ grants: 3 }))).not.toContain('password');
});
