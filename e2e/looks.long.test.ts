import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

test('every screen at both widths, in both themes and in German', () => {
  const script = fileURLToPath(new URL('../scripts/test.mjs', import.meta.url));
  const { stdout } = spawnSync(process.execPath, [script, '--only', 'fronts,looks'], {
    env: { ...process.env, LICET_LOOKS: 'whole' },
    encoding: 'utf8',
  });
  expect(stdout).toMatch(/^\d+ passed, 0 failed\s*$/m);
}, 3_600_000);
