import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

test.each(['--help', '-h'])('npm start -- %s prints help without an installation', (flag) => {
  const folder = mkdtempSync(join(tmpdir(), 'licet-start-'));
  try {
    for (const name of ['start.mjs', 'node-version.mjs'])
      copyFileSync(fileURLToPath(new URL(name, import.meta.url)), join(folder, name));
    const out = execFileSync(process.execPath, [join(folder, 'start.mjs'), flag], { encoding: 'utf8' });
    expect(out).toMatch(/^npm start -- \[--sample\] \[FLAGS\]\n/);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
