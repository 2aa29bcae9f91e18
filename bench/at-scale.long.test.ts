import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

// The figures are read in what it prints: a machine that does other things as well misses them.
test('an organisation of 1,000,000 grants is made, asked, exported, verified and imported into', () => {
  const script = new URL('at-scale.ts', import.meta.url).pathname;
  const { stdout, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8' });
  process.stdout.write(stdout);
  expect(stderr).toBe('');
  expect(stdout).toMatch(/verified \d{7,} changes and \d{7,} facts in .*: whole/);
  expect(stdout).toMatch(/import of 700000 grants/);
}, 3_600_000);
