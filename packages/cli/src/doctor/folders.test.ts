import { expect, test } from 'vitest';
import { exitCodeOf, textOf } from './finding.ts';
import { backups } from './folders.ts';

test('warns if no backups are scheduled, and ends with 0', () => {
  const findings = backups(null);
  expect(textOf(findings)).toMatch(
    /^warn {3}Backups {6}no schedule is set\n {8,}Why: .+\n {8,}Next: Set LICET_BACKUP_FOLDER/,
  );
  expect(exitCodeOf(findings)).toBe(0);
});
